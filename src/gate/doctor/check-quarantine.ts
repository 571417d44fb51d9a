// What was put aside because a program must not have made it: nobody else tells the owner later.

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { quarantineOf } from '../../ledger/own-directory.js';
import { type Check, Checks } from './check.js';
import type { Subject } from './subject.js';

const mostNamed = 5;

/** Nothing where nothing is there. */
export function checkQuarantine({ workspace }: Pick<Subject, 'workspace'>): readonly Check[] {
  const checks = new Checks('leftovers');
  const directory = quarantineOf(workspace);
  const found = listPutAside(directory);
  const [oldest] = found;
  if (!oldest) return checks.list;
  const names = found.slice(0, mostNamed).map(({ path }) => JSON.stringify(path));
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : '';
  const count = found.length === 1 ? '1 file or directory is' : `${found.length} files or directories are`;
  const since = `the oldest since ${new Date(oldest.sinceMs).toISOString()}`;
  checks.warn(
    `${count} in quarantine in ${directory}, ${since}: ${names.join(', ')}${more}`,
    'Programs created them in places that other tools run code from. Review each one: move it back if you want it, otherwise delete it',
  );
  return checks.list;
}

interface PutAside {
  readonly path: string;
  readonly sinceMs: number;
}

/** Each in a directory of its own that tells the time, oldest first. Names alone are read: what they hold may be large. */
function listPutAside(directory: string): readonly PutAside[] {
  return namesIn(directory)
    .flatMap((place) => {
      const sinceMs = lstatSync(join(directory, place), { throwIfNoEntry: false })?.mtimeMs ?? 0;
      return namesIn(join(directory, place)).map((name) => ({ path: join(place, name), sinceMs }));
    })
    .sort((one, other) => one.sinceMs - other.sinceMs);
}

/** What cannot be read is told with the check: only what is not there is nothing. */
function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
