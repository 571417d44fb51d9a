import { opendirSync } from 'node:fs';
import { nearestOf } from '../command-line/nearest.js';

/** Enough for the usual directories; a huge one must not hold up the gate for the sake of a hint. */
const mostNames = 10_000;

const shortestName = 5;

/** The name of a program that somebody who wrote `name` may have meant. */
export function suggestProgram(name: string, directories: readonly string[]): string | undefined {
  // Among thousands of short names one is always near, and it may be one that removes things.
  if (name.length < shortestName) return undefined;
  return nearestOf(name, listNames(directories));
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
