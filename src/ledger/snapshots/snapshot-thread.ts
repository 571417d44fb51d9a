// Takes snapshots beside the gate: looking at thousands of files would keep it from everything else.

import { parentPort, workerData } from 'node:worker_threads';
import { type Beginning, type Ending, SnapshotStore } from './snapshot-store.js';

export interface SnapshotRequest {
  readonly id: number;
  readonly beginning: readonly Beginning[];
  readonly ended: readonly Ending[];
}

export type SnapshotReply =
  | { readonly id: number; readonly snapshot: string; readonly isPartial: boolean }
  | { readonly id: number; readonly problem: string };

const store = new SnapshotStore((workerData as { readonly workspace: string }).workspace);

parentPort?.on('message', ({ id, beginning, ended }: SnapshotRequest) => {
  parentPort?.postMessage(take());
  try {
    store.sweepNowAndThen();
  } catch {
    // What could not be removed now is removed later.
  }

  function take(): SnapshotReply {
    try {
      const { id: snapshot, state } = store.take(beginning, ended);
      return { id, snapshot, isPartial: state.isPartial };
    } catch (error) {
      return { id, problem: (error as Error).message };
    }
  }
});
