// The executable that is looked at, and the place where it runs: a home, a directory and temporary files of its own.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quoteWords } from '../command-line/quote.js';
import { type Answer, readAnswer } from './answer.js';
import { killGroup, type StartedProgram, startProgram } from './start-program.js';

export interface TargetOptions {
  readonly executable: readonly string[];
  /** The words between the executable and its commands. */
  readonly prefix: readonly string[];
  readonly timeLimitMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface CallOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Given to standard input, which is closed then; `open` leaves it open and silent. */
  readonly input?: string | Buffer | 'open';
}

export class Target {
  readonly executable: readonly string[];
  readonly prefix: readonly string[];
  /** The directory of calls that leave nothing behind. */
  readonly directory: string;
  readonly home: string;
  readonly temporary: string;
  readonly #root: string;
  readonly #timeLimitMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #running = new Set<StartedProgram>();
  #directories = 0;

  constructor({ executable, prefix, timeLimitMs, signal }: TargetOptions) {
    this.executable = executable;
    this.prefix = prefix;
    this.#timeLimitMs = timeLimitMs;
    this.#signal = signal;
    this.#root = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-contract-')));
    this.directory = this.newDirectory();
    this.home = this.newDirectory();
    this.temporary = this.newDirectory();
  }

  /** An empty one. */
  newDirectory(): string {
    const directory = join(this.#root, String(++this.#directories));
    mkdirSync(directory);
    return directory;
  }

  /** The words of a command as they follow the executable. */
  wordsOf(command: readonly string[]): readonly string[] {
    return [...this.prefix, ...command];
  }

  /** Nothing of our own environment but where programs are: neither accounts nor settings. */
  environment(): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, 'config'),
      XDG_STATE_HOME: join(this.home, 'state'),
      XDG_CACHE_HOME: join(this.home, 'cache'),
      TMPDIR: this.temporary,
      TERM: 'xterm',
      LANG: 'C.UTF-8',
    };
  }

  async call(words: readonly string[], options: CallOptions = {}): Promise<Answer> {
    const started = this.start([...this.executable, ...words], options);
    if (options.input !== 'open') started.child.stdin?.end(options.input ?? '');
    return readAnswer(words, this.shown(words, options), await started.ended);
  }

  /** Another program beside it, as a terminal is, or itself with more than a call needs. */
  start(argv: readonly string[], { cwd = this.directory, environment }: CallOptions = {}): StartedProgram {
    this.#signal?.throwIfAborted();
    const started = startProgram({
      argv,
      cwd,
      environment: { ...this.environment(), ...environment },
      timeLimitMs: this.#timeLimitMs,
    });
    this.#running.add(started);
    const stop = () => killGroup(started.child.pid);
    this.#signal?.addEventListener('abort', stop);
    started.ended.then(() => {
      this.#running.delete(started);
      this.#signal?.removeEventListener('abort', stop);
    });
    return started;
  }

  shown(words: readonly string[], { environment = {} }: CallOptions = {}): string {
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${quoteWords([value])}`);
    return [...variables, quoteWords([...this.executable, ...words])].join(' ');
  }

  /** Ends what is still running, and removes everything. */
  async close(): Promise<void> {
    for (const { child } of this.#running) killGroup(child.pid);
    await Promise.all([...this.#running].map(({ ended }) => ended));
    rmSync(this.#root, { recursive: true, force: true });
  }
}
