// Takes snapshots of one workspace, and finds those that were taken.

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../../vocabulary/new-id.js';
import { type SnapshotBounds, type SnapshotRetention, snapshotRetention, usualBounds } from './bounds.js';
import { PackWriter } from './content.js';
import { type ContentPlace, isSameEntry, type WorkspaceState } from './entry.js';
import { GitObjects } from './git-objects.js';
import { type FoundPoint, fileOf, namesOf, type Point, readPoint, readPoints, writePoint } from './points.js';
import { applyRetention } from './retention.js';
import { scanWorkspace } from './scan.js';
import { makePlaces, type SnapshotPlaces, snapshotPlaces } from './snapshot-places.js';
import { readState, writeState } from './state-file.js';

/** What is about to run. */
export type Beginning = Pick<Point, 'run' | 'command' | 'at'>;

/** What has ended since. */
export type Ending = Pick<Point, 'run' | 'at'>;

export interface TakenSnapshot {
  readonly id: string;
  readonly state: WorkspaceState;
}

export interface SnapshotStoreOptions {
  readonly bounds?: SnapshotBounds;
  readonly retention?: SnapshotRetention;
}

/** Retention is looked at with every so many snapshots, and with the first. */
const betweenSweeps = 50;

export class SnapshotStore {
  readonly workspace: string;
  readonly places: SnapshotPlaces;
  readonly objects: GitObjects;
  readonly #bounds: SnapshotBounds;
  readonly #retention: SnapshotRetention;
  /** The newest that this one has taken or read. */
  #newest: TakenSnapshot | undefined;
  #sinceSweep = betweenSweeps;

  /** `workspace` is a real path. */
  constructor(workspace: string, { bounds = usualBounds, retention = snapshotRetention }: SnapshotStoreOptions = {}) {
    this.workspace = workspace;
    this.places = snapshotPlaces(workspace);
    this.objects = new GitObjects(this.places.objects);
    this.#bounds = bounds;
    this.#retention = retention;
  }

  /** One snapshot for all that is about to run, and for all that has ended. Throws where it cannot be kept. */
  take(beginning: readonly Beginning[], ended: readonly Ending[] = []): TakenSnapshot {
    makePlaces(this.places);
    const taken = this.#takeOnce(this.#findBase()) ?? this.#takeOnce(undefined);
    if (!taken) throw new Error('The content of the workspace was removed while it was written');
    this.#newest = taken;
    const packs = packsOf(taken.state);
    for (const { run, at } of ended) this.#addEnd(run, at, taken.id, packs);
    for (const one of beginning) writePoint(this.places.points, { ...one, before: taken.id, packs });
    if (!this.#hasAll(taken.id, packs)) throw new Error('The content of the workspace was removed meanwhile');
    return taken;
  }

  /** How the workspace is now, compared with `base`. Nothing is kept. */
  look(base: WorkspaceState | undefined): WorkspaceState {
    return scanWorkspace({ workspace: this.workspace, bounds: this.#bounds, base });
  }

  /** The oldest first. */
  points(): readonly FoundPoint[] {
    return readPoints(this.places.points);
  }

  /** Undefined where it is gone. */
  read(id: string): WorkspaceState | undefined {
    if (this.#newest?.id === id) return this.#newest.state;
    try {
      return readState(this.#fileOf(id));
    } catch {
      return undefined;
    }
  }

  /** Removes what is not kept any longer, now and then. Nobody has to wait for it. */
  sweepNowAndThen(now = Date.now()): void {
    if (++this.#sinceSweep <= betweenSweeps) return;
    this.#sinceSweep = 0;
    applyRetention(this.places, this.#retention, now);
    const stores = this.#newest?.state.objectStores ?? [];
    this.objects.forgetOld(this.workspace, stores, this.#retention.days * 24 * 60 * 60 * 1000, now);
  }

  #takeOnce(base: TakenSnapshot | undefined): TakenSnapshot | undefined {
    const { packs } = this.places;
    const id = newId();
    const writer = new PackWriter(packs, id);
    const known = placesByHash(base?.state);
    const keep = (bytes: Buffer, hash: string): ContentPlace | undefined => {
      const place = known().get(hash);
      if (place) return place;
      if (writer.bytes + bytes.length > this.#bounds.newBytes) return undefined;
      const added = writer.add(bytes);
      known().set(hash, added);
      return added;
    };
    try {
      const state = scanWorkspace({ workspace: this.workspace, bounds: this.#bounds, base: base?.state, keep });
      for (const store of state.objectStores) this.objects.keep(this.workspace, store);
      writer.finish();
      if (base && isSameState(base.state, state)) return { id: base.id, state };
      writeState(this.#fileOf(id), state);
      return this.#hasAll(id, packsOf(state)) ? { id, state } : undefined;
    } catch (error) {
      writer.abandon();
      rmSync(this.#fileOf(id), { force: true });
      throw error;
    }
  }

  /** The newest state that is whole; what another gate has taken meanwhile is as good. */
  #findBase(): TakenSnapshot | undefined {
    if (this.#newest && this.#hasAll(this.#newest.id, packsOf(this.#newest.state))) return this.#newest;
    for (const name of namesOf(this.places.points).slice(-3).reverse()) {
      const point = readPoint(this.places.points, name);
      const id = point?.after ?? point?.before;
      const state = id === undefined ? undefined : this.read(id);
      if (id !== undefined && state && this.#hasAll(id, packsOf(state))) return { id, state };
    }
    return undefined;
  }

  #addEnd(run: string, at: string, after: string, packs: readonly string[]): void {
    const point = readPoint(this.places.points, fileOf({ run, at }));
    if (!point || point.after !== undefined) return;
    const { file, ...rest } = point;
    writePoint(this.places.points, { ...rest, after, packs: [...new Set([...point.packs, ...packs])] });
  }

  #hasAll(id: string, packs: readonly string[]): boolean {
    return existsSync(this.#fileOf(id)) && packs.every((pack) => existsSync(join(this.places.packs, pack)));
  }

  #fileOf(id: string): string {
    return join(this.places.states, `${id}.gz`);
  }
}

function packsOf({ entries }: WorkspaceState): readonly string[] {
  const packs = new Set<string>();
  for (const entry of entries.values()) if (entry.kind === 'file' && entry.content) packs.add(entry.content.pack);
  return [...packs];
}

/** Made when something has to be kept: mostly nothing has. */
function placesByHash(state: WorkspaceState | undefined): () => Map<string, ContentPlace> {
  let known: Map<string, ContentPlace> | undefined;
  return () => {
    known ??= new Map(
      [...(state?.entries.values() ?? [])].flatMap((entry) =>
        entry.kind === 'file' && entry.content ? [[entry.hash, entry.content] as const] : [],
      ),
    );
    return known;
  };
}

function isSameState(one: WorkspaceState, other: WorkspaceState): boolean {
  if (one.entries.size !== other.entries.size || one.isPartial !== other.isPartial) return false;
  for (const [path, entry] of other.entries) {
    const known = one.entries.get(path);
    if (!known || (known !== entry && !isSameEntry(known, entry))) return false;
  }
  return true;
}
