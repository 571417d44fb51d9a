// Which run began when the workspace was in which state: one small file for each.

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceWhole } from '../../machine/files/whole-file.js';

export interface Point {
  /** The id of the run, or of an undo. */
  readonly run: string;
  /** As it may be shown: secrets are gone. */
  readonly command: string;
  /** ISO 8601: when the snapshot before it was taken. */
  readonly at: string;
  /** The state of the workspace right before it. */
  readonly before: string;
  /** The state when it had ended; missing where nobody looked then. */
  readonly after?: string;
  /** What the states need. */
  readonly packs: readonly string[];
}

/** A point with the name of its file, by which points are in order. */
export interface FoundPoint extends Point {
  readonly file: string;
}

const runName = /^[\w-]{1,200}$/;

export function writePoint(directory: string, point: Point): void {
  if (!runName.test(point.run)) throw new TypeError(`Not a run id: ${point.run}`);
  replaceWhole(join(directory, fileOf(point)), JSON.stringify(point));
}

/** The oldest first. What cannot be read is left out: it is no point. */
export function readPoints(directory: string): readonly FoundPoint[] {
  return namesOf(directory).flatMap((file) => readPoint(directory, file) ?? []);
}

export function readPoint(directory: string, file: string): FoundPoint | undefined {
  try {
    return { ...(JSON.parse(readFileSync(join(directory, file), 'utf8')) as Point), file };
  } catch {
    return undefined;
  }
}

export function removePoint(directory: string, { file }: FoundPoint): void {
  rmSync(join(directory, file), { force: true });
}

/** The oldest first. */
export function namesOf(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch {
    return [];
  }
}

export function fileOf({ at, run }: Pick<Point, 'at' | 'run'>): string {
  return `${String(Date.parse(at)).padStart(15, '0')}-${run}.json`;
}
