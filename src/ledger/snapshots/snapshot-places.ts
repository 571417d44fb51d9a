import { join } from 'node:path';
import { makeTrustedDirectory } from '../../machine/files/trusted-directory.js';
import { ownDirectory } from '../own-directory.js';

/** Where everything of the snapshots of one workspace lies: outside of it, where no program of an agent gets. */
export interface SnapshotPlaces {
  readonly directory: string;
  readonly points: string;
  readonly states: string;
  readonly packs: string;
  readonly objects: string;
}

/** `workspace` is a real path. */
export function snapshotPlaces(workspace: string): SnapshotPlaces {
  const directory = join(ownDirectory(workspace), 'snapshots');
  const [points, states, packs, objects] = ['points', 'states', 'packs', 'objects'].map((name) =>
    join(directory, name),
  ) as [string, string, string, string];
  return { directory, points, states, packs, objects };
}

/** Throws a GateError where they are in other hands. */
export function makePlaces({ directory, points, states, packs, objects }: SnapshotPlaces): void {
  for (const one of [directory, points, states, packs, objects]) makeTrustedDirectory(one, 'Snapshots');
}
