// Keeps the keeper's process informed, and starts it again when it is lost.

import { setImmediate as turn } from 'node:timers/promises';
import type { Keeper, KeeperOptions, KeeperScope } from './keeper.js';
import { KeeperLink } from './keeper-link.js';
import { canBeMarked, markProcess } from './mark-process.js';
import { type RunLabel, RunLabels } from './run-labels.js';
import { type RunSlot, RunSlots } from './run-slots.js';

/** A keeper that ends as soon as it was started would otherwise be started without end. */
const restartMs = 1_000;

/** Waking the keeper up for each of many short runs would cost them time. */
const wakeMs = 100;

const consequence = 'Programs still run; processes they start outside their process group may survive them.';

interface Run {
  readonly label: RunLabel | undefined;
  readonly slot: RunSlot;
}

export interface ProcessKeeperOptions extends KeeperOptions {
  /** `groups` does without the mark, `ps` without /proc too: what other systems offer. */
  readonly sight?: 'groups' | 'ps';
}

export class ProcessKeeper implements Keeper {
  readonly #options: ProcessKeeperOptions;
  /** Undefined until a run is announced. */
  readonly #runs = new Map<string, Run | undefined>();
  readonly #directories = new Set<string>();
  #owns: KeeperOptions['owns'];
  #slots: RunSlots | undefined;
  #link: KeeperLink | undefined;
  #linkedAt = Number.NEGATIVE_INFINITY;
  #wokenAt = Number.NEGATIVE_INFINITY;
  #preparation: Promise<void> | undefined;
  #isPrepared = false;
  #isClosed = false;
  #token: string | undefined;
  #labels: RunLabels | undefined;

  constructor(options: ProcessKeeperOptions) {
    this.#options = options;
    this.#owns = options.owns;
  }

  /** Before the first run: what is to be expected here. */
  get scope(): KeeperScope {
    const isMarked = this.#isPrepared ? this.#token !== undefined : !this.#options.sight && canBeMarked();
    return isMarked ? 'marked' : 'groups';
  }

  runStarts(runId: string): void | Promise<void> {
    if (this.#isClosed) return undefined;
    this.#runs.set(runId, undefined);
    this.#startAgain();
    if (this.#isPrepared) return this.#announce(runId);
    this.#preparation ??= this.#prepare();
    // Each has a turn of its own: a label is worn from the announcement to the spawn.
    this.#preparation = this.#preparation.then(() => turn()).then(() => this.#announce(runId));
    return this.#preparation;
  }

  runStarted(runId: string, pid: number): void {
    this.#attempt(() => {
      this.#labels?.takeOff();
      const slot = this.#runs.get(runId)?.slot;
      if (slot) this.#slots?.identify(slot, pid);
    });
  }

  runEnded(runId: string): void {
    this.#attempt(() => {
      this.#labels?.takeOff();
      const run = this.#runs.get(runId);
      this.#runs.delete(runId);
      if (run?.label) this.#labels?.giveBack(run.label);
      if (run) this.#slots?.end(run.slot);
      this.#wake();
    });
  }

  removeAfterDeath(directory: string): void {
    this.#directories.add(directory);
    if (this.#link) this.#link.send(directoryMessage(directory));
    // A handler may use a directory and no program at all.
    else this.#startAgain();
  }

  /** From now on everything that carries the mark dies with this process. */
  ownProcess(): void {
    this.#owns = 'process';
    this.#link?.send('owns process');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#preparation;
    await this.#link?.close();
    this.#labels?.close();
    this.#slots?.close();
    this.#link = this.#labels = this.#slots = undefined;
  }

  /** The keeper has been started by then: it should not carry the mark that it looks for. */
  async #prepare(): Promise<void> {
    if (!this.#options.sight) await this.#mark();
    this.#isPrepared = true;
  }

  async #mark(): Promise<void> {
    try {
      const token = await markProcess();
      if (token === undefined) return;
      this.#labels = new RunLabels();
      this.#token = token;
      this.#link?.send(this.#markMessage());
    } catch {
      // The scope tells it: here, only groups, sessions and trees are known.
    }
  }

  #announce(runId: string): void {
    // It may have been cancelled while this process was prepared.
    if (!this.#runs.has(runId)) return;
    this.#attempt(() => {
      if (!this.#slots) return;
      const label = this.#labels?.take();
      this.#runs.set(runId, { label, slot: this.#slots.begin(label?.filter ?? -1) });
      this.#wake();
      // Only now: whatever has a label that no living run is known to have would be ended.
      if (label) this.#labels?.wear(label);
    });
  }

  /** The run goes on whatever happens here. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onProblem?.(
        `The keeper could not be informed of a run: ${(error as Error).message}. ${consequence}`,
      );
    }
  }

  #wake(): void {
    const now = performance.now();
    if (now < this.#wokenAt + wakeMs) return;
    this.#wokenAt = now;
    this.#link?.send('wake');
  }

  #startAgain(): void {
    if (performance.now() >= this.#linkedAt + restartMs) this.#start();
  }

  #start(): void {
    if (this.#link || this.#isClosed) return;
    this.#linkedAt = performance.now();
    try {
      this.#slots ??= new RunSlots();
      const table = this.#options.sight === 'ps' ? 'ps' : 'proc';
      this.#link = new KeeperLink(table, this.#slots.descriptor, () => this.#lose());
    } catch (error) {
      this.#options.onProblem?.(`The keeper could not be started: ${(error as Error).message}. ${consequence}`);
      return;
    }
    if (this.#owns === 'process') this.#link.send('owns process');
    if (this.#token !== undefined) this.#link.send(this.#markMessage());
    for (const directory of this.#directories) this.#link.send(directoryMessage(directory));
    this.#link.send('wake');
  }

  #lose(): void {
    this.#link = undefined;
    if (this.#isClosed) return;
    this.#options.onProblem?.(`The keeper ended unexpectedly and is being restarted. Until then: ${consequence}`);
    const wait = this.#linkedAt + restartMs - performance.now();
    setTimeout(() => this.#start(), Math.max(0, wait)).unref();
  }

  #markMessage(): string {
    return `mark ${this.#token} ${this.#labels?.own.filter}`;
  }
}

function directoryMessage(directory: string): string {
  return `directory ${JSON.stringify(directory)}`;
}
