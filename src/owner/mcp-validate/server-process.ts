import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';

const longestLine = 32 * 1024 * 1024;
const patienceMs = 1000;

/** Where it is started; as this process unless given. */
export interface Surroundings {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly directory?: string;
}

/**
 * The stdio transport of MCP over a program that is started from an argument vector, never by a shell.
 *
 * Its own process group, so that `close` also ends what the program started (`npx` starts a `node`).
 * It inherits the environment unless one is given: it is the user's own server, started as the user would start it.
 */
export class ServerProcess<Message extends object> {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: Message) => void;
  readonly #command: readonly string[];
  readonly #around: Surroundings;
  #child: ChildProcess | undefined;
  #line = '';
  #complaint = '';

  constructor(command: readonly string[], around: Surroundings = {}) {
    this.#command = command;
    this.#around = around;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The end of what the program wrote to stderr. */
  get complaint(): string {
    return this.#complaint.trim();
  }

  async start(): Promise<void> {
    const [program = '', ...words] = this.#command;
    const { environment, directory } = this.#around;
    const child = spawn(program, words, {
      ...{ stdio: ['pipe', 'pipe', 'pipe'], shell: false, detached: true },
      ...(environment && { env: environment as NodeJS.ProcessEnv }),
      ...(directory !== undefined && { cwd: directory }),
    });
    this.#child = child;
    child.on('error', (error) => this.onerror?.(error));
    child.on('exit', async () => {
      // Its last words may still be in the pipe; a descendant may hold the pipe open for ever.
      await Promise.race([once(child, 'close'), delay(200, undefined, { ref: false })]);
      this.onclose?.();
    });
    child.stdin.on('error', (error) => this.onerror?.(error));
    child.stderr.on('data', (chunk: Buffer) => {
      this.#complaint = (this.#complaint + chunk.toString()).slice(-1000);
    });
    const decoder = new StringDecoder('utf8');
    child.stdout.on('data', (chunk: Buffer) => this.#read(decoder.write(chunk)));
    await once(child, 'spawn');
  }

  async send(message: object): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin === undefined || stdin === null || !stdin.writable) throw new Error('The server has closed its input.');
    // Waiting for the write would wait for ever on a server that stopped reading; the call has its timeout.
    stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Asks by closing stdin, then by SIGTERM, then SIGKILL; resolves when the program is gone. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    const gone = () => child.exitCode !== null || child.signalCode !== null;
    const ended = gone() ? Promise.resolve() : once(child, 'exit').then(() => {});
    child.stdin?.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await Promise.race([ended, delay(patienceMs, undefined, { ref: false })]);
      if (gone()) break;
      signalGroup(child.pid, signal);
    }
    await ended;
    // What it started and left behind is in the same group.
    signalGroup(child.pid, 'SIGKILL');
    for (const stream of child.stdio) stream?.destroy();
  }

  #read(text: string): void {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    if (this.#line.length > longestLine) {
      this.#line = '';
      this.onerror?.(new Error(`The server sent a line of more than ${longestLine} characters.`));
    }
    for (const line of lines) {
      if (line.trim() === '') continue;
      const message = readObject<Message>(line);
      if (message) this.onmessage?.(message);
      else this.onerror?.(new Error(`The server wrote something to stdout that is no message: ${line.slice(0, 200)}`));
    }
  }
}

function readObject<Message extends object>(line: string): Message | undefined {
  try {
    const value = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}
