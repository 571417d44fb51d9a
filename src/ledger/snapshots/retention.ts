// Removes what is older, or more, than is kept. The newest point stays as long as there is room for it at all.

import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SnapshotRetention } from './bounds.js';
import { type FoundPoint, readPoints, removePoint } from './points.js';
import type { SnapshotPlaces } from './snapshot-places.js';

const dayMs = 24 * 60 * 60 * 1000;
/** What was made just now may belong to a point that is not written yet. */
const unfinishedMs = 10 * 60 * 1000;

export function applyRetention(places: SnapshotPlaces, keep: SnapshotRetention, now: number): void {
  let points = readPoints(places.points);
  const dropOldest = (count: number) => {
    for (const point of points.slice(0, count)) removePoint(places.points, point);
    points = points.slice(count);
  };
  dropOldest(Math.max(0, points.length - keep.points));
  dropOldest(points.filter(({ at }) => now - Date.parse(at) > keep.days * dayMs).length);
  sweep(places, now);
  while (points.length > 0 && bytesIn(places) > keep.bytes) {
    dropOldest(Math.ceil(points.length / 4));
    sweep(places, now);
  }
}

/** Removes the states and the content that no point needs. */
function sweep(places: SnapshotPlaces, now: number): void {
  const needed = (points: readonly FoundPoint[]) =>
    new Set(points.flatMap(({ before, after, packs }) => [...packs, `${before}.gz`, `${after}.gz`]));
  const used = needed(readPoints(places.points));
  const moved: (readonly [name: string, directory: string])[] = [];
  for (const directory of [places.states, places.packs]) {
    for (const name of namesIn(directory)) {
      const madeMs = statSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? now;
      const isUsed = used.has(name.replace(/\.old$/, ''));
      if (isUsed || now - madeMs < unfinishedMs) continue;
      if (name.endsWith('.old') || name.endsWith('.part')) rmSync(join(directory, name), { force: true });
      else {
        renameSync(join(directory, name), join(directory, `${name}.old`));
        moved.push([name, directory]);
      }
    }
  }
  // Another gate may have begun to use one of them in this moment. Whoever writes a point looks afterwards whether all
  // that it needs is there, so that one of the two notices.
  const usedNow = needed(readPoints(places.points));
  for (const [name, directory] of moved) {
    if (usedNow.has(name)) renameSync(join(directory, `${name}.old`), join(directory, name));
    else rmSync(join(directory, `${name}.old`), { force: true });
  }
}

function bytesIn({ states, packs }: SnapshotPlaces): number {
  return [states, packs]
    .flatMap((directory) => namesIn(directory).map((name) => join(directory, name)))
    .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
