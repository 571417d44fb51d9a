// The truth about what ran: entries that are only ever appended, each bound to the one before it by its hash.

import { showAlive } from '../../machine/claims/alive-socket.js';
import { type Holder, newHolder } from '../../machine/claims/holder.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { ChainOptions } from './chain-writer.js';
import { type Item, type LedgerFields, largestLineBytes, makeItem } from './entry.js';
import { LedgerDirectory } from './ledger-directory.js';
import { type LedgerKey, openLedgerKey } from './ledger-key.js';
import { type OpenedChain, openChain } from './open-chain.js';
import { openedItem } from './opened-item.js';
import { type DescribeLost, type RecoveredGate, recoverDeadGates } from './recover-dead-gates.js';
import { type RemovedSegments, type Retention, removeOldSegments } from './remove-old-segments.js';
import { Witness } from './witness.js';
import { WriteBatch } from './write-batch.js';

export interface LedgerLogOptions {
  readonly directory: string;
  /** A directory outside of what agents can write, where the end of each chain is kept once more. */
  readonly witness?: string | undefined;
  /** `process`: an entry survives the death of the process. `full`: that of the machine too. */
  readonly sync: 'process' | 'full';
  readonly segmentBytes?: number;
  readonly now?: () => number;
  /** The file of the key that seals the entries. Without it anybody who can write the log can forge it. */
  readonly keyFile?: string | undefined;
  /** Where an earlier version kept what is now in `witness`. */
  readonly earlierWitness?: string | undefined;
}

export interface LedgerLog {
  /** Names the chain that this gate writes. Opens it. */
  readonly gateId: string;
  /** Written when it returns. With `sync: full` it waits for the disk, and everything else waits with it. */
  append(type: string, fields: LedgerFields): void;
  /**
   * Resolves when it is written, together with all that come in the same moment. `whole` is written instead of `fields`
   * where what began the run does not stand in the same segment.
   */
  appendLater(type: string, fields: LedgerFields, whole?: LedgerFields): Promise<void>;
  /** Marks the runs of gates that died as lost. */
  recoverDeadGates(describe: DescribeLost): Promise<readonly RecoveredGate[]>;
  /** Removes the oldest entries of this gate and of those that are closed; living gates remove their own. */
  removeOldSegments(retention: Retention): Promise<readonly RemovedSegments[]>;
  /** Why nothing can be written at the moment. Tries again. */
  trouble(): Error | undefined;
  /** Why nobody outside of the ledger knows its newest entries. It works all the same. */
  witnessTrouble(): Error | undefined;
  /** Writes what is not written yet. While runs go on, the chain stays in the hands of this process. */
  close(): void;
}

const defaultSegmentBytes = 16 * 1024 * 1024;

/** More runs than these do not end while nothing can be written: none begins. */
const mostOwed = 10_000;

/** How often it is looked whether the log was removed. */
const lookMs = 1_000;

/** Types that only the log itself writes. */
const ownTypes = new Set(['segment', 'opened', 'closed', 'checkpoint', 'resumed']);

/** Makes nothing before there is something to write. */
export function openLedgerLog(options: LedgerLogOptions): LedgerLog {
  return new FileLedgerLog(options);
}

interface Trouble {
  readonly problem: string;
  readonly since: string;
  readonly refused: number;
}

class FileLedgerLog implements LedgerLog {
  readonly #options: ChainOptions;
  #ownHolder: Holder | undefined;
  #chain: OpenedChain | undefined;
  #stopShowing = () => {};
  #isClosed = false;
  /** Whether the next write has to tell who writes from here on. */
  #isNew = true;
  /** What waits for the end of this moment, or for the write before it. */
  #queued: WriteBatch | undefined;
  /** What is written and waits for the disk. */
  #inFlight: WriteBatch | undefined;
  #trouble: Trouble | undefined;
  /** Ends of runs that could not be written: they come first when something can be written again. */
  #owed: Item[] = [];
  #lookAt = 0;
  #lastTime = Number.NaN;
  #lastText = '';

  constructor(options: LedgerLogOptions) {
    const { directory, witness, earlierWitness, sync, keyFile } = options;
    const { segmentBytes = defaultSegmentBytes, now = Date.now } = options;
    this.#options = {
      directory: new LedgerDirectory(directory),
      witness: witness === undefined ? undefined : new Witness(witness, directory, earlierWitness),
      sync,
      segmentBytes,
      now,
      key: keyFile === undefined ? () => undefined : keyIn(keyFile),
    };
  }

  get gateId(): string {
    return (this.#chain ?? this.#open()).writer.gate;
  }

  append(type: string, fields: LedgerFields): void {
    const item = this.#makeItem(type, fields);
    this.#settleInFlight();
    const queued = this.#takeQueued();
    try {
      this.#write(queued ? [...queued.items, item] : [item]);
      queued?.resolve();
    } catch (error) {
      queued?.reject(error as Error);
      throw error;
    }
  }

  appendLater(type: string, fields: LedgerFields, whole?: LedgerFields): Promise<void> {
    try {
      const item = this.#makeItem(type, fields, whole);
      if (!this.#queued) {
        this.#queued = new WriteBatch();
        // A microtask later all that come in this moment have added theirs.
        queueMicrotask(() => this.#flush());
      }
      this.#queued.items.push(item);
      return this.#queued.written;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  recoverDeadGates(describe: DescribeLost): Promise<readonly RecoveredGate[]> {
    return recoverDeadGates(this.#options, this.#holder, describe);
  }

  async removeOldSegments(retention: Retention): Promise<readonly RemovedSegments[]> {
    if (this.#isClosed) throw closedError();
    return removeOldSegments(this.#options, this.#holder, retention, (gate) => {
      if (this.#isClosed || this.#chain?.writer.gate !== gate) return undefined;
      this.#settleInFlight();
      return this.#chain.writer;
    });
  }

  trouble(): Error | undefined {
    this.#lookForRemoval();
    if (!this.#trouble) return undefined;
    try {
      this.#settleInFlight();
      this.#write([]);
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  witnessTrouble(): Error | undefined {
    return this.#chain?.unwitnessed ?? this.#chain?.writer.witnessTrouble;
  }

  /** What goes on is written into a chain of its own; that the one before is missing, its witness tells. */
  #lookForRemoval(): void {
    const now = performance.now();
    if (!this.#chain || this.#inFlight || now < this.#lookAt) return;
    this.#lookAt = now + lookMs;
    if (!this.#chain.writer.isRemoved) return;
    this.#stopShowing();
    this.#chain.writer.close();
    this.#chain = undefined;
    this.#isNew = true;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#settleInFlight();
    this.#flush();
    this.#settleInFlight();
    if (this.#chain) this.#closeChain(this.#chain);
    this.#isClosed = true;
  }

  #closeChain({ writer, lease }: OpenedChain): void {
    // What is running now can still end, or be lost with this process: the lease has to show that it is there.
    if (writer.starts.size === 0) {
      try {
        this.#write([this.#ownItem('closed', {})]);
        // Whoever goes on with the chain looks for its end.
        writer.tellEnd();
        lease.release('free');
        this.#stopShowing();
      } catch {
        // Then the chain is recovered like that of a gate that died.
      }
    }
    writer.close();
  }

  get #holder(): Holder {
    this.#ownHolder ??= newHolder();
    return this.#ownHolder;
  }

  #open(): OpenedChain {
    if (this.#isClosed) throw closedError();
    if (this.#chain) return this.#chain;
    try {
      this.#chain = openChain(this.#options, this.#holder);
    } catch (error) {
      throw toGateError(error, this.#options.directory.path);
    }
    this.#stopShowing = showAlive(this.#options.directory.leases, this.#holder.id);
    return this.#chain;
  }

  /** All of them in one write, or none of them. */
  #write(items: readonly Item[]): void {
    try {
      const { writer } = this.#open();
      const all = this.#withOwnItems(items);
      if (this.#options.sync === 'process' && this.#options.key()) writer.writeAhead(all);
      else writer.write(all);
    } catch (error) {
      throw this.#fail(error, items);
    }
    this.#succeed();
  }

  #flush(): void {
    if (this.#inFlight) return;
    const batch = this.#takeQueued();
    // Another write has taken it along.
    if (!batch) return;
    if (this.#options.sync === 'full') {
      void this.#flushToDisk(batch);
      return;
    }
    try {
      this.#write(batch.items);
      batch.resolve();
    } catch (error) {
      batch.reject(error as Error);
    }
  }

  async #flushToDisk(batch: WriteBatch): Promise<void> {
    this.#inFlight = batch;
    try {
      const { writer } = this.#open();
      writer.begin(this.#withOwnItems(batch.items));
      await writer.settleLater();
      if (this.#inFlight === batch) this.#succeed();
      batch.resolve();
      await writer.syncHeadLater();
    } catch (error) {
      batch.reject(this.#fail(error, batch.items));
    }
    if (this.#inFlight === batch) this.#inFlight = undefined;
    this.#flush();
  }

  /** What is written and waits for the disk comes first, whether it gets there or not. */
  #settleInFlight(): void {
    const batch = this.#inFlight;
    if (!batch || !this.#chain) return;
    this.#inFlight = undefined;
    try {
      this.#chain.writer.settle();
      this.#succeed();
      batch.resolve();
    } catch (error) {
      batch.reject(this.#fail(error, batch.items));
    }
  }

  #takeQueued(): WriteBatch | undefined {
    const batch = this.#queued;
    this.#queued = undefined;
    return batch;
  }

  #withOwnItems(items: readonly Item[]): readonly Item[] {
    if (!this.#isNew && !this.#trouble && this.#owed.length === 0) return items;
    const opened = this.#isNew ? [openedItem(this.#holder, this.#time())] : [];
    const resumed = this.#trouble ? [this.#ownItem('resumed', { ...this.#trouble })] : [];
    return [...opened, ...resumed, ...this.#owed, ...items];
  }

  #makeItem(type: string, fields: LedgerFields, whole?: LedgerFields): Item {
    if (ownTypes.has(type)) throw new TypeError(`Only the log itself writes entries of the type "${type}".`);
    const item = this.#ownItem(type, fields, whole);
    if (item.fields.length > largestLineBytes / 4) {
      throw new GateError('UNAVAILABLE', 'The ledger cannot accept an entry of this size', {
        hint: `Use arguments with fewer than ${largestLineBytes / 4} characters in total`,
      });
    }
    return item;
  }

  #ownItem(type: string, fields: LedgerFields, whole?: LedgerFields): Item {
    return makeItem(type, fields, this.#time(), whole);
  }

  #time(): string {
    const time = this.#options.now();
    if (time !== this.#lastTime) {
      this.#lastTime = time;
      this.#lastText = new Date(time).toISOString();
    }
    return this.#lastText;
  }

  #succeed(): void {
    this.#owed = [];
    this.#isNew = false;
    this.#trouble = undefined;
  }

  #fail(cause: unknown, items: readonly Item[]): GateError {
    const error = toGateError(cause, this.#options.directory.path);
    const ends = items.filter(({ type }) => type === 'end');
    if (this.#owed.length + ends.length <= mostOwed) this.#owed.push(...ends);
    this.#trouble = {
      problem: error.message,
      since: this.#trouble?.since ?? this.#time(),
      refused: items.length + (this.#trouble?.refused ?? 0),
    };
    return error;
  }
}

/** Read once, and not before something is written. */
function keyIn(file: string): () => LedgerKey {
  let key: LedgerKey | undefined;
  return () => {
    key ??= openLedgerKey(file);
    return key;
  };
}

function toGateError(cause: unknown, directory: string): GateError {
  if (cause instanceof GateError) return cause;
  return new GateError('UNAVAILABLE', `The ledger cannot be written: ${(cause as Error).message}`, {
    hint: `No command can run until this is fixed. The owner must free disk space, or check who may write to ${directory}`,
    cause,
  });
}

function closedError(): GateError {
  return new GateError('UNAVAILABLE', 'The ledger is closed', { hint: 'The gate is shutting down. Use a new gate' });
}
