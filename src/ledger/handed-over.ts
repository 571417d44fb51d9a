// Which run a call of a client is, from the moment it was handed over until the client says how it ended. What a client
// never reports is forgotten after a day.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainFile } from '../machine/files/read-plain-file.js';
import { replaceWhole } from '../machine/files/whole-file.js';
import { ownDirectory } from './own-directory.js';

const keptMs = 24 * 60 * 60_000;
/** More than these are looked through for old ones. */
const many = 100;
const mostBytes = 200;

/** `call` names it among all calls of all clients. Never throws: without it, only the end of the run is not known. */
export function rememberHandedOver(workspace: string, call: string, run: string): void {
  try {
    const directory = placeIn(workspace);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    replaceWhole(join(directory, nameOf(call)), run);
    forgetOld(directory);
  } catch {
    // The decision is in the ledger.
  }
}

/** Its run, once. */
export function takeHandedOver(workspace: string, call: string): string | undefined {
  const file = join(placeIn(workspace), nameOf(call));
  try {
    const run = readPlainFile(file, mostBytes)?.toString('utf8');
    rmSync(file, { force: true });
    return run !== undefined && /^run_\w{1,100}$/.test(run) ? run : undefined;
  } catch {
    return undefined;
  }
}

function placeIn(workspace: string): string {
  return join(ownDirectory(workspace), 'handed-over');
}

function nameOf(call: string): string {
  return createHash('sha256').update(call).digest('hex');
}

function forgetOld(directory: string): void {
  const names = readdirSync(directory);
  if (names.length <= many) return;
  const oldest = Date.now() - keptMs;
  for (const name of names) {
    const file = join(directory, name);
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < oldest) rmSync(file, { force: true });
  }
}
