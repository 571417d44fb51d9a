// The thread that takes the snapshots of one workspace. It is started with the first, and one snapshot at a time is
// taken: all that asked while one was taken share the next.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Beginning, Ending } from '../../ledger/snapshots/snapshot-store.js';
import type { SnapshotReply, SnapshotRequest } from '../../ledger/snapshots/snapshot-thread.js';

export type Snapshot =
  | { readonly id: string; readonly isPartial: boolean; readonly tookMs: number }
  | { readonly problem: string };

type Hear = (snapshot: Snapshot) => void;

/** What the next snapshot is for. */
interface Turn {
  readonly beginning: Beginning[];
  readonly ended: Ending[];
  readonly heard: Hear[];
}

/** A run waits no longer for a snapshot. The next one finds what this one has read. */
const longestMs = 10_000;
/** Often another run begins right after one has ended: then one snapshot does for both. */
const afterMs = 200;

export class SnapshotThreadLink {
  readonly #workspace: string;
  #worker: Worker | undefined;
  #next = newTurn();
  #current:
    | { readonly id: number; readonly turn: Turn; readonly sinceMs: number; readonly timer: NodeJS.Timeout }
    | undefined;
  #count = 0;
  #afterTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** Resolves when the workspace is kept as it was after this call. Never rejects. */
  before(beginning: Beginning): Promise<Snapshot> {
    return new Promise((resolve) => {
      this.#next.beginning.push(beginning);
      this.#next.heard.push(resolve);
      this.#goOn();
    });
  }

  /** What it changed can be told from what is changed later. Nobody waits for this one. */
  after(ending: Ending): void {
    if (this.#isClosed) return;
    this.#next.ended.push(ending);
    this.#afterTimer ??= setTimeout(() => {
      this.#afterTimer = undefined;
      this.#goOn();
    }, afterMs).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#afterTimer);
    this.#fail('The gate was closed.');
    await this.#stop();
  }

  #goOn(): void {
    const turn = this.#next;
    if (this.#current || this.#isClosed || turn.beginning.length + turn.ended.length === 0) return;
    this.#next = newTurn();
    clearTimeout(this.#afterTimer);
    this.#afterTimer = undefined;
    const id = ++this.#count;
    const timer = setTimeout(
      () => this.#settle(id, { problem: `It took longer than ${longestMs / 1000} s.` }),
      longestMs,
    );
    this.#current = { id, turn, sinceMs: performance.now(), timer };
    try {
      const request: SnapshotRequest = { id, beginning: turn.beginning, ended: turn.ended };
      this.#open().postMessage(request);
    } catch (error) {
      this.#settle(id, { problem: (error as Error).message });
    }
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(ownProgram(), { workerData: { workspace: this.#workspace }, execArgv: [], stdin: false });
    // A process that has nothing else to do may end.
    worker.unref();
    worker.on('message', (reply: SnapshotReply) => this.#hear(reply));
    worker.on('error', (error) => this.#lose(worker, error.message));
    worker.on('exit', () => this.#lose(worker, 'The thread that takes snapshots has ended.'));
    this.#worker = worker;
    return worker;
  }

  #hear(reply: SnapshotReply): void {
    if ('problem' in reply) this.#settle(reply.id, { problem: reply.problem });
    else {
      const tookMs = performance.now() - (this.#current?.sinceMs ?? 0);
      this.#settle(reply.id, { id: reply.snapshot, isPartial: reply.isPartial, tookMs });
    }
  }

  #settle(id: number, snapshot: Snapshot): void {
    if (this.#current?.id !== id) return;
    const { turn, timer } = this.#current;
    clearTimeout(timer);
    this.#current = undefined;
    for (const hear of turn.heard) hear(snapshot);
    if (this.#next.beginning.length > 0) this.#goOn();
  }

  #lose(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#fail(why);
  }

  #fail(problem: string): void {
    if (this.#current) this.#settle(this.#current.id, { problem });
    const { heard } = this.#next;
    if (!this.#isClosed) return;
    this.#next = newTurn();
    for (const hear of heard) hear({ problem });
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

function newTurn(): Turn {
  return { beginning: [], ended: [], heard: [] };
}

/** From the bundle of the package, and from its sources. */
const places = ['./snapshot-thread.mjs', '../snapshot-thread.mjs', '../../../dist/snapshot-thread.mjs'];

function ownProgram(): string {
  const candidates = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return candidates.find((file) => existsSync(file)) ?? (candidates[0] as string);
}
