// Ends runs that use more than the owner allows. The system's own limits hold single processes, and none of them holds
// root; so the gate looks itself. Short runs are not looked at: they end before they can do harm.

import type { GateError } from '../../../vocabulary/gate-error.js';
import { childOf, type Watcher } from '../../process/wrapped-program.js';
import { diskFull, tooManyProcesses, tooMuchMemory } from './limit-errors.js';
import {
  measureFree,
  measureRun,
  measureSharedMemory,
  measureWritten,
  offerForMemory,
  type Usage,
} from './measure-run.js';
import { type GivenLimits, type RunLimits, reserveOf, withDefaults } from './run-limits.js';

interface Watched {
  /** Its limits hold for all that runs in it at once. */
  readonly session: object;
  readonly wrapper: number;
  readonly writable: readonly string[];
  readonly since: number;
  readonly onExceeded: (error: GateError) => void;
  /** The first process inside, once it is known. */
  first: number | undefined;
  /** What it used when it was looked at last. */
  usage: Usage;
  /** For each place what has to stay free there. */
  reserves: ReadonlyMap<string, number>;
}

const lookMs = 200;

/** A pause after each look, as so many times its own length: a run with many processes must not keep the gate busy. */
const pauseFactor = 10;

/** Of all files that a disk can have. */
const smallestShareOfFiles = 0.01;

export class RunWatcher {
  readonly #limits: RunLimits;
  readonly #watched = new Set<Watched>();
  /** What had to stay free in a place when the session began to write there: many short runs fill a disk as well. */
  readonly #reserves = new WeakMap<object, Map<string, number>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: GivenLimits) {
    this.#limits = withDefaults(limits);
  }

  /** For the runs of one session. */
  of(session: object): Watcher {
    return {
      watch: (wrapper, writable, onExceeded) => {
        const since = performance.now();
        const one: Watched = {
          ...{ session, wrapper, writable, since, onExceeded },
          ...{ first: undefined, usage: nothingUsed, reserves: new Map() },
        };
        this.#watched.add(one);
        this.#lookIn(lookMs);
        return () => this.#watched.delete(one);
      },
    };
  }

  #lookIn(milliseconds: number): void {
    this.#timer ??= setTimeout(this.#look, milliseconds).unref();
  }

  readonly #look = (): void => {
    this.#timer = undefined;
    const startedAt = performance.now();
    const older = [...this.#watched].filter(({ since }) => startedAt - since >= lookMs);
    for (const one of older) this.#judge(one);
    for (const session of new Set(older.map((one) => one.session))) this.#judgeTogether(session);
    this.#freeDisks(older.filter((one) => this.#watched.has(one)));
    if (this.#watched.size > 0) this.#lookIn(Math.max(lookMs, (performance.now() - startedAt) * pauseFactor));
  };

  #judge(one: Watched): void {
    if (one.first === undefined && !this.#meet(one)) return;
    const first = one.first as number;
    const { processes, memoryBytes } = this.#limits;
    const usage = measureRun(first, processes);
    one.usage = usage ?? nothingUsed;
    if (!usage) return;
    if (usage.processes > processes) {
      this.#end(one, tooManyProcesses(processes));
    } else if (usage.memoryBytes > memoryBytes && measureSharedMemory(first) > memoryBytes) {
      this.#end(one, tooMuchMemory(memoryBytes));
    }
  }

  /** One at a time, whoever uses most: what is left may be within the limits. */
  #judgeTogether(session: object): void {
    const runs = [...this.#watched].filter((one) => one.session === session && one.first !== undefined);
    if (runs.length < 2) return;
    const { processes, memoryBytes } = this.#limits;
    const most = (key: keyof Usage) => [...runs].sort((one, other) => other.usage[key] - one.usage[key])[0] as Watched;
    const total = (key: keyof Usage) => runs.reduce((sum, { usage }) => sum + usage[key], 0);
    if (total('processes') > processes) {
      this.#end(most('processes'), tooManyProcesses(processes, 'session'));
    } else if (total('memoryBytes') > memoryBytes && sharedMemory(runs) > memoryBytes) {
      this.#end(most('memoryBytes'), tooMuchMemory(memoryBytes, 'session'));
    }
  }

  #reserveIn(session: object, path: string): number {
    const known = this.#reserves.get(session) ?? new Map<string, number>();
    this.#reserves.set(session, known);
    const reserve = known.get(path) ?? reserveOf(this.#limits, measureFree(path)?.bytes ?? 0);
    known.set(path, reserve);
    return reserve;
  }

  #meet(one: Watched): boolean {
    one.first = childOf(one.wrapper);
    if (one.first === undefined) return false;
    offerForMemory(one.first);
    one.reserves = new Map(one.writable.map((path) => [path, this.#reserveIn(one.session, path)]));
    return true;
  }

  /** One at a time, whoever wrote most: others may be able to go on without it. */
  #freeDisks(runs: readonly Watched[]): void {
    const filling = runs.filter(fillsDisk);
    const written = new Map(filling.map((one) => [one, measureWritten(one.first as number)]));
    const [worst] = filling.sort((one, other) => (written.get(other) ?? 0) - (written.get(one) ?? 0));
    if (worst) this.#end(worst, diskFull());
  }

  #end(one: Watched, error: GateError): void {
    this.#watched.delete(one);
    one.onExceeded(error);
  }
}

const nothingUsed: Usage = { processes: 0, memoryBytes: 0 };

function sharedMemory(runs: readonly Watched[]): number {
  return runs.reduce((sum, { first }) => sum + measureSharedMemory(first as number), 0);
}

function fillsDisk({ reserves }: Watched): boolean {
  return [...reserves].some(([path, reserve]) => {
    const free = measureFree(path);
    return free !== undefined && (free.bytes < reserve || free.share < smallestShareOfFiles);
  });
}
