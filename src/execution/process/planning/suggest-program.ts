import { opendirSync } from 'node:fs';
import { editDistance, nearestOf } from '../../../command-line/nearest.js';

/** Enough for the usual directories; a huge one must not hold up the gate for the sake of a hint. */
const mostNames = 10_000;

/** The name of a program that somebody who wrote `name` may have meant. */
export function suggestProgram(name: string, directories: readonly string[]): string | undefined {
  // Among thousands of short names one is always near: two letters of four are no mistyping.
  const near = nearestOf(name, listNames(directories));
  return near !== undefined && (name.length > 5 || editDistance(name, near, 1) <= 1) ? near : undefined;
}

function listNames(directories: readonly string[]): string[] {
  const names: string[] = [];
  for (const path of directories) {
    try {
      const directory = opendirSync(path, { bufferSize: 1_000 });
      try {
        for (let entry = directory.readSync(); entry && names.length < mostNames; entry = directory.readSync()) {
          names.push(entry.name);
        }
      } finally {
        directory.closeSync();
      }
    } catch {
      // A directory that is not there has no names to offer.
    }
  }
  return names;
}
