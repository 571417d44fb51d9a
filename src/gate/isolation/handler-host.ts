// One process that holds handlers, as the gate sees it: started, listened to, watched, ended.
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { terminalSafe } from '../../vocabulary/terminal-safe.js';
import { commonClockMs, EnteredMark, enteredFile } from './entered-mark.js';
import { HandlerPulse } from './handler-pulse.js';
import type { FromHost, Loading, ParcelFromHost, ParcelToHost, ToHost } from './messages.js';

export interface Launch {
  /** The program to start; the one that loads modules unless given. */
  readonly file?: string | undefined;
  readonly loading: Loading;
  /** Looked at before each start: the file that must not be loaded any more. */
  readonly findChange?: (() => string | undefined) | undefined;
  /** How much its JavaScript may hold. */
  readonly memoryBytes: number;
  /** Beside the variables of this process. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** How a process ended. */
export interface HostEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly cause: 'memory' | 'blocked' | 'closed' | undefined;
}

/** A run that is in the process, or on its way there. */
export interface HostedRun {
  /** When the gate stopped waiting for it. */
  readonly abandonedAt: number | undefined;
  take(message: FromHost): void;
  /** The process has not answered for a while. */
  onBlocked(): void;
  onLost(end: HostEnd): void;
}

/** So long after it was heard a process may enter a handler without asking: less than it takes to call it blocked. */
const enterMs = 250;
/** So long a process may take to hear that a run was given up. */
const hearingMs = 500;
const longestLoadMs = 60_000;
const tailCharacters = 4_000;
const memoryWords = /heap out of memory|Allocation failed|invalid (?:array|table) (?:length|size)/i;

export class HandlerHost {
  readonly #child: ChildProcess;
  readonly #runs = new Map<number, HostedRun>();
  /** Whether nobody needs it after the runs that are in it. */
  endsWhenIdle = false;
  readonly whenReady: Promise<void>;
  readonly whenEnded: Promise<HostEnd>;
  readonly #mark = EnteredMark.open();
  #entered = 0;
  #unsent: Uint8Array[] = [];
  #number = 0;
  #isReady = false;
  #end: HostEnd | undefined;
  #killedFor: HostEnd['cause'];
  readonly #pulse = new HandlerPulse(
    () => this.send({ type: 'ping' }),
    (now, isNew) => this.#tellBlocked(now, isNew),
  );
  #tail = '';
  #onLoaded: (problem: string | undefined) => void = () => undefined;

  constructor({ file = ownProgram(), loading, memoryBytes, environment }: Launch) {
    this.#child = fork(file, [], {
      serialization: 'advanced',
      // What it prints goes where a handler's print goes in this process.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', ...(this.#mark ? [this.#mark.file] : [])],
      // A group of its own: what a handler does to its group does not reach the gate, and all of it can be ended.
      detached: true,
      env: { ...process.env, ...environment },
      execArgv: [...process.execArgv.filter(isForChildren), `--max-old-space-size=${toMebibytes(memoryBytes)}`],
    });
    this.whenReady = new Promise((resolve, reject) => {
      this.#onLoaded = (problem) => (problem === undefined ? resolve() : reject(new Error(problem)));
    });
    this.whenReady.catch(() => undefined);
    this.whenEnded = new Promise((resolve) => this.#listen(resolve));
    const loadLimit = setTimeout(() => this.#fail('it took too long to load'), longestLoadMs).unref();
    void this.whenReady.then(
      () => clearTimeout(loadLimit),
      () => clearTimeout(loadLimit),
    );
    this.send({ type: 'load', ...loading, enteredFile: this.#mark && enteredFile });
    this.#holdProcess(true);
  }

  get isEnded(): boolean {
    return this.#end !== undefined || this.#killedFor !== undefined;
  }

  get isBlocked(): boolean {
    return this.#pulse.isBlocked;
  }

  get isIdle(): boolean {
    return this.#runs.size === 0;
  }

  /** Until when a handler may be entered without asking. Nothing is moved elsewhere before that. */
  get enterBefore(): number {
    if (this.isIdle) return Number.POSITIVE_INFINITY;
    if (!this.#mark || this.#pulse.isBlocked) return 0;
    return commonClockMs() + enterMs - this.#pulse.waitedMs;
  }

  /** Right for runs that may no longer be entered without asking; others may still be. */
  hasEntered(number: number): boolean {
    if (this.#entered < number && this.#mark && !this.#end) this.#entered = this.#mark.read();
    return this.#entered >= number;
  }

  /** Gives the number under which the run is known there. */
  add(run: HostedRun): number {
    this.#runs.set(++this.#number, run);
    this.#holdProcess(true);
    this.#pulse.start();
    return this.#number;
  }

  remove(number: number): void {
    this.#runs.delete(number);
    if (this.#runs.size > 0) return;
    if (this.endsWhenIdle) this.kill('closed');
    this.#pulse.stop();
    this.#holdProcess(false);
  }

  /** Throws for what cannot be cloned. It leaves when this turn is over, together with whatever else is said in it. */
  send(message: ToHost): void {
    this.#unsent.push(serialize(message));
    if (this.#unsent.length === 1) setImmediate(this.#sendAll);
  }

  readonly #sendAll = () => {
    const parcel: ParcelToHost = this.#unsent;
    this.#unsent = [];
    if (this.#child.connected) this.#child.send(parcel, undefined, undefined, () => undefined);
  };

  kill(cause: HostEnd['cause']): void {
    if (this.isEnded) return;
    this.#killedFor = cause ?? 'closed';
    // Whoever closes the gate waits for the end: without this, the process could run out of things to do before it.
    this.#child.ref();
    this.#signal();
  }

  #signal(): void {
    const { pid } = this.#child;
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      this.#child.kill('SIGKILL');
    }
  }

  #listen(onEnd: (end: HostEnd) => void): void {
    const child = this.#child;
    child.on('message', (parcel: ParcelFromHost) => {
      for (const message of Array.isArray(parcel) ? (parcel as readonly FromHost[]) : [parcel as FromHost]) {
        this.#take(message);
      }
    });
    // What a handler prints may quote an agent.
    child.stdout?.setEncoding('utf8').on('data', (text: string) => process.stdout.write(terminalSafe(text)));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#tail = (this.#tail + text).slice(-tailCharacters);
      process.stderr.write(terminalSafe(text));
    });
    child.on('error', (error) =>
      this.#finish({ exitCode: null, signal: null, cause: undefined }, onEnd, error.message),
    );
    child.on('exit', (exitCode, signal) => {
      // What it said last is still on its way.
      setTimeout(() => {
        const cause = this.#killedFor ?? (memoryWords.test(this.#tail) ? 'memory' : undefined);
        this.#finish({ exitCode, signal, cause }, onEnd);
      }, 20);
    });
  }

  #finish(end: HostEnd, onEnd: (end: HostEnd) => void, problem = 'it ended while it loaded'): void {
    if (this.#end) return;
    this.#entered = this.#mark?.read() ?? 0;
    this.#mark?.close();
    this.#end = end;
    this.#pulse.stop();
    // Whatever it started without the gate is in its group.
    this.#signal();
    this.#onLoaded(problem);
    for (const run of [...this.#runs.values()]) run.onLost(end);
    this.#runs.clear();
    onEnd(end);
  }

  #fail(problem: string): void {
    this.#onLoaded(problem);
    this.kill('closed');
  }

  #take(message: FromHost): void {
    this.#pulse.heard();
    if (message.type === 'pong') return;
    if (message.type === 'loaded') {
      this.#isReady = true;
      this.#onLoaded(undefined);
      if (this.#runs.size === 0) this.#holdProcess(false);
    } else if (message.type === 'not-loaded') this.#fail(message.reason);
    else this.#pass(message);
  }

  /** What a handler's process says is no reason for the gate to fail. */
  #pass(message: Exclude<FromHost, { type: 'pong' | 'loaded' | 'not-loaded' }>): void {
    try {
      this.#runs.get(message.run)?.take(message);
    } catch {
      this.kill('closed');
    }
  }

  #tellBlocked(now: number, isNew: boolean): void {
    const runs = [...this.#runs.values()];
    const isGivenUp = runs.some(({ abandonedAt = Number.POSITIVE_INFINITY }) => now - abandonedAt > hearingMs);
    if (isGivenUp) this.kill('blocked');
    else if (isNew) for (const run of runs) run.onBlocked();
  }

  /** A program that embeds the gate may end while nothing runs here. */
  #holdProcess(isHeld: boolean): void {
    const change = isHeld ? 'ref' : 'unref';
    // Not before it has loaded, and not while somebody waits for its end.
    if (!isHeld && (!this.#isReady || this.#killedFor)) return;
    this.#child[change]();
    this.#child.channel?.[change]();
    for (const stream of [this.#child.stdout, this.#child.stderr]) (stream as Socket | null)?.[change]();
  }
}

/** From the bundle of the package, and from its sources. */
const places = ['./handler-process.mjs', '../handler-process.mjs', '../../../dist/handler-process.mjs'];

function ownProgram(): string {
  const candidates = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return candidates.find((file) => existsSync(file)) ?? (candidates[0] as string);
}

/** A debugger listens in one process only. */
function isForChildren(argument: string): boolean {
  return !/^--(?:inspect|max-old-space-size)/.test(argument);
}

function toMebibytes(bytes: number): number {
  return Math.max(32, Math.floor(bytes / 2 ** 20));
}
