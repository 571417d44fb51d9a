// What each run changed, from the snapshots that were taken before and after it.

import { type Change, compareStates } from '../../ledger/snapshots/compare.js';
import type { WorkspaceState } from '../../ledger/snapshots/entry.js';
import type { FoundPoint } from '../../ledger/snapshots/points.js';
import type { SnapshotStore } from '../../ledger/snapshots/snapshot-store.js';

export interface RunChanges {
  readonly point: FoundPoint;
  readonly before: WorkspaceState;
  /** The workspace when the run had ended, as nearly as it is known. */
  readonly after: WorkspaceState;
  readonly changes: readonly Change[];
}

export class History {
  readonly #store: SnapshotStore;
  readonly points: readonly FoundPoint[];
  readonly #states = new Map<string, WorkspaceState | undefined>();
  /** The newest state that was kept. */
  readonly newest: WorkspaceState | undefined;
  #present: WorkspaceState | undefined;

  constructor(store: SnapshotStore) {
    this.#store = store;
    this.points = store.points();
    const last = this.points.at(-1);
    this.newest = last && this.#read(last.after ?? last.before);
  }

  get present(): WorkspaceState {
    this.#present ??= this.#store.look(this.newest);
    return this.#present;
  }

  /** The newest that changed something. */
  last(): FoundPoint | undefined {
    return this.points.findLast((point) => (this.changesOf(point)?.changes.length ?? 0) > 0);
  }

  /** Undefined where its snapshot is gone. */
  changesOf(point: FoundPoint): RunChanges | undefined {
    const before = this.#read(point.before);
    if (!before) return undefined;
    const next = this.points[this.points.indexOf(point) + 1];
    const id = point.after ?? next?.before;
    const after = (id === undefined ? undefined : this.#read(id)) ?? this.present;
    return { point, before, after, changes: compareStates(before, after) };
  }

  #read(id: string): WorkspaceState | undefined {
    if (!this.#states.has(id)) this.#states.set(id, this.#store.read(id));
    return this.#states.get(id);
  }
}

/** A path as a person counts it: the inside of a repository is one thing, and a directory counts where it is empty. */
export interface ShownChange {
  readonly path: string;
  readonly change: Change['kind'];
}

export function showChanges(changes: readonly Change[]): readonly ShownChange[] {
  const shown = new Map<string, ShownChange>();
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const above = new Set(changes.flatMap(({ path }) => directoriesAbove(path)));
  for (const { path, kind, before, after } of changes) {
    const repository = /^(?:.*\/)?\.git(?=\/|$)/s.exec(path)?.[0];
    if (repository !== undefined) {
      shown.set(repository, { path: repository, change: byPath.get(repository)?.kind ?? 'changed' });
      continue;
    }
    const isDirectory = (before ?? after)?.kind === 'directory' && (after ?? before)?.kind === 'directory';
    if (!isDirectory || !above.has(path)) shown.set(path, { path, change: kind });
  }
  return [...shown.values()];
}

function directoriesAbove(path: string): readonly string[] {
  const directories: string[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) directories.push(path.slice(0, at));
  return directories;
}
