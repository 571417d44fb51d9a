// A program that bubblewrap runs: what is started is not what is stopped, and not what ends.

import { openSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { signalGroup } from '../../machine/processes/process-group.js';
import { hasEnded } from '../../machine/processes/process-identity.js';
import { startOf } from '../../machine/processes/process-stat.js';
import type { GateError } from '../../vocabulary/gate-error.js';

/** Looks after what is inside, as long as nobody calls the function that it gives. */
export interface Watcher {
  /** `writable` are the places that can be filled. Calls back at most once, with why the program has to be ended. */
  watch(wrapper: number, writable: readonly string[], onExceeded: (error: GateError) => void): () => void;
}

/** The program has a group of its own, without bubblewrap, which would end at once and take everything with it. */
export function signalInside(wrapper: number, signal: NodeJS.Signals): void {
  const inside = childOf(wrapper);
  // Where the sandbox is not made yet, nothing of the program can be lost.
  if (inside === undefined || !signalGroup(inside, signal)) signalGroup(wrapper, signal);
}

/** The first process inside: when it ends, the system ends all others there before anybody hears of it. */
export function childOf(pid: number): number | undefined {
  const [child] = readChildren(pid)?.split(' ') ?? [];
  return child === undefined || child === '' ? undefined : Number(child);
}

/** Undefined where the system does not tell. */
function readChildren(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1');
  } catch {
    return undefined;
  }
}

export interface Exit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

const signalBase = 128;

/**
 * Where only the maker of the sandbox tells: it tells of a signal as shells do, and a program that exits with such a code
 * itself is told apart by nobody.
 */
export function exitInside({ exitCode, signal }: Exit): Exit {
  if (exitCode === null || exitCode <= signalBase) return { exitCode, signal };
  const [name] = Object.entries(constants.signals).find(([, value]) => value === exitCode - signalBase) ?? [];
  return name === undefined || !ending.has(name) ? { exitCode, signal } : { exitCode: null, signal: name };
}

/** A starter that says nothing was killed with all the others: what makes the sandbox tells of that as shells do. */
export function signalled(exit: Exit): Exit {
  return exit.exitCode === signalBase + constants.signals.SIGKILL ? { exitCode: null, signal: 'SIGKILL' } : exit;
}

/** By which programs end that do not expect them. */
const ending = new Set([
  ...['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGKILL', 'SIGUSR1'],
  ...['SIGSEGV', 'SIGUSR2', 'SIGPIPE', 'SIGALRM', 'SIGTERM', 'SIGXCPU', 'SIGXFSZ', 'SIGSYS'],
]);

/** What bubblewrap tells: a code only where the program was really started. */
export class WrapperStatus {
  #told = '';
  #isComplete = false;
  #onComplete: (() => void) | undefined;
  #first: FirstProcess | undefined;

  constructor(pipe: Readable) {
    pipe.setEncoding('latin1').on('data', (text: string) => {
      this.#told += text;
      this.#first ??= this.#findFirst();
    });
    const complete = () => {
      this.#isComplete = true;
      this.#onComplete?.();
    };
    pipe.on('close', complete).on('error', complete);
  }

  get wasStarted(): boolean {
    return this.#told.includes('"exit-code"');
  }

  get knowsFirst(): boolean {
    return this.#first !== undefined;
  }

  /**
   * Ends what is left inside; resolves when it is gone, at the latest at this time on the clock of `performance.now()`.
   * When bubblewrap ends, so does its first process inside, with all others; but they can be made to forget that, by a
   * program that debugs it.
   */
  endInside(deadline: number): 'gone' | Promise<void> | undefined {
    if (!this.#first) return undefined;
    if (!lives(this.#first)) return 'gone';
    signalGroup(this.#first.pid, 'SIGKILL');
    // Whoever is inside is its child, or a child of one. Alone, it only gives back what the sandbox was made of.
    return readChildren(this.#first.pid) === '' ? 'gone' : untilGone(this.#first, deadline);
  }

  #findFirst(): FirstProcess | undefined {
    const pid = Number(/"child-pid": (\d+)/.exec(this.#told)?.[1] ?? 0);
    const started = startOf(pid);
    return started === undefined ? undefined : { pid, started };
  }

  /** Calls back when all was told; false when it was already. */
  wait(onComplete: () => void): boolean {
    if (this.#isComplete) return false;
    this.#onComplete = onComplete;
    return true;
  }
}

/** The first process inside, and when it began: its number may be given to another one day. */
interface FirstProcess {
  readonly pid: number;
  readonly started: string;
}

/** When the first is dead, all others are, also while nobody has asked yet how it ended. */
const lives = (first: FirstProcess) => !hasEnded(first);

/** Mostly it is about to go: for so many turns a timer would be too slow. */
const quickLooks = 50;

async function untilGone(first: FirstProcess, deadline: number): Promise<void> {
  for (let look = 0; lives(first) && performance.now() < deadline; look++) {
    if (look < quickLooks) await setImmediate();
    else await setTimeout(1);
  }
}

let nothing: { readonly upTo: number; readonly at: ReadonlySet<number>; readonly descriptor: number } | undefined;

/** By its descriptor: 3 is what the maker of the sandbox tells, and the others are what it and the starter are given. */
export interface GivenFiles {
  readonly 4: number | undefined;
  readonly 5: number | undefined;
  readonly 6: number | undefined;
  /** By which a line is told what to start. */
  readonly 7: 'pipe' | undefined;
}

const firstFurther = 3;
const lastGiven = 7;

/**
 * For each further descriptor what the program gets. Whoever started the gate may have left it some that are open, and
 * through a directory that is open a program would see what is outside: it gets nothing in their place.
 */
export function furtherStreams(given: GivenFiles): readonly ('ignore' | 'pipe' | number)[] {
  nothing ??= findLeft();
  const { upTo, at, descriptor } = nothing;
  return Array.from({ length: Math.max(lastGiven, upTo) - firstFurther + 1 }, (_, index) => {
    const number = index + firstFurther;
    if (number === firstFurther) return 'pipe';
    const file = number <= lastGiven ? given[number as keyof GivenFiles] : undefined;
    return file ?? (at.has(number) ? descriptor : 'ignore');
  });
}

/** Bit of the flags in /proc that says that a descriptor goes when another program starts. */
const closeOnExec = 0o2000000;

function findLeft(): NonNullable<typeof nothing> {
  const left = readdirSync('/proc/self/fd')
    .map(Number)
    .filter((one) => one > 2 && isHandedOn(one));
  return {
    upTo: Math.max(2, ...left),
    at: new Set(left),
    descriptor: left.length > 0 ? openSync('/dev/null', 'r') : -1,
  };
}

function isHandedOn(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    return false;
  }
}
