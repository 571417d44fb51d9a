// The executable that is looked at, and the place where it runs: a home, a directory and temporary files of its own.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quoteWords } from '../from-cmdgate.js';
import { type Answer, readAnswer } from './answer.js';
import { killGroup, type StartedProgram, startProgram } from './start-program.js';

export interface TargetOptions {
  readonly executable: readonly string[];
  /** The words between the executable and its commands. */
  readonly prefix: readonly string[];
  readonly timeLimitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Where calls may change something: a directory and a home that were empty before. */
export interface Place {
  readonly cwd: string;
  readonly home: string;
}

export interface CallOptions extends Partial<Place> {
  readonly environment?: Readonly<Record<string, string>>;
  /** Given to standard input, which is closed then; `open` leaves it open and silent. */
  readonly input?: string | Buffer | 'open';
  /** Called when it has exited, before what it left behind is ended. */
  readonly afterExit?: () => Promise<void>;
}

export interface Begun extends StartedProgram {
  readonly answer: Promise<Answer>;
}

/** A larger document is not kept: there may be hundreds. */
const keptBytes = 256 * 1024;

export class Target {
  readonly executable: readonly string[];
  readonly prefix: readonly string[];
  /** The directory of calls that leave nothing behind. */
  readonly directory: string;
  readonly home: string;
  readonly temporary: string;
  /** For each call. */
  readonly timeLimitMs: number;
  readonly #root: string;
  readonly #signal: AbortSignal | undefined;
  readonly #running = new Set<StartedProgram>();
  readonly #seen: Answer[] = [];
  readonly #asked = new Map<string, Promise<Answer>>();
  #directories = 0;

  constructor({ executable, prefix, timeLimitMs, signal }: TargetOptions) {
    this.executable = executable;
    this.prefix = prefix;
    this.timeLimitMs = timeLimitMs;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#stopAll);
    this.#root = realpathSync(mkdtempSync(join(tmpdir(), 'work-')));
    this.directory = this.newDirectory();
    this.home = this.newDirectory();
    this.temporary = this.newDirectory();
  }

  readonly #stopAll = (): void => {
    for (const { child } of this.#running) killGroup(child.pid);
  };

  /** An empty one. */
  newDirectory(): string {
    const directory = join(this.#root, String(++this.#directories));
    mkdirSync(directory);
    return directory;
  }

  newPlace(): Place {
    return { cwd: this.newDirectory(), home: this.newDirectory() };
  }

  /** The words of a command as they follow the executable. */
  wordsOf(command: readonly string[]): readonly string[] {
    return [...this.prefix, ...command];
  }

  /** Nothing of our own environment but where programs are: neither accounts nor settings. */
  environment(home = this.home): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_STATE_HOME: join(home, 'state'),
      XDG_CACHE_HOME: join(home, 'cache'),
      TMPDIR: this.temporary,
      TERM: 'xterm',
      LANG: 'C.UTF-8',
    };
  }

  async call(words: readonly string[], options: CallOptions = {}): Promise<Answer> {
    return await this.begin(words, options).answer;
  }

  /**
   * The answer to a plain call that several checks ask for: it is called once. Where the call itself matters, as when
   * answers are compared or something has to be recorded, `call` it.
   */
  ask(words: readonly string[]): Promise<Answer> {
    const key = JSON.stringify(words);
    const asked = this.#asked.get(key) ?? this.call(words);
    this.#asked.set(key, asked);
    return asked;
  }

  /** A call that something is done to while it runs; `told` is what, for the report. */
  begin(words: readonly string[], options: CallOptions = {}, told = ''): Begun {
    const started = this.start([...this.executable, ...words], options);
    if (options.input !== 'open') started.child.stdin?.end(options.input ?? '');
    const ran = `${this.shown(words, options)}${told && ` (${told})`}`;
    return { ...started, answer: started.ended.then((ended) => this.#keep(readAnswer(words, ran, ended))) };
  }

  /** Every document that any call has brought back until now. */
  get seen(): readonly Answer[] {
    return this.#seen;
  }

  #keep(answer: Answer): Answer {
    const { envelope, code, bytes } = answer;
    if (envelope !== undefined && 'ok' in envelope && code !== null && bytes.length < keptBytes)
      this.#seen.push(answer);
    return answer;
  }

  /** Another program beside it, as a terminal is, or itself with more than a call needs. */
  start(
    argv: readonly string[],
    { cwd = this.directory, home, environment, afterExit }: CallOptions = {},
  ): StartedProgram {
    this.#signal?.throwIfAborted();
    const started = startProgram({
      argv,
      cwd,
      environment: { ...this.environment(home), ...environment },
      timeLimitMs: this.timeLimitMs,
      afterExit,
    });
    this.#running.add(started);
    started.ended.then(() => this.#running.delete(started));
    return started;
  }

  shown(words: readonly string[], { environment = {} }: CallOptions = {}): string {
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${quoteWords([value])}`);
    return [...variables, quoteWords([...this.executable, ...words])].join(' ');
  }

  /** Ends what is still running, and removes everything. */
  async close(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#stopAll);
    this.#stopAll();
    await Promise.all([...this.#running].map(({ ended }) => ended));
    rmSync(this.#root, { recursive: true, force: true });
  }
}
