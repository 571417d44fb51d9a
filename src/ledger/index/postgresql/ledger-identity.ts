// Which ledger this is, among those that share a database.

import { closeSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTrustedDirectory } from '../../../machine/files/trusted-directory.js';
import { newId } from '../../../vocabulary/new-id.js';
import { openToReadSync } from '../../log/ledger-directory.js';

/** Stays the same when the directory is moved. A copy is another ledger: the directory it is in has another number. */
export function identifyLedger(directory: string): string {
  makeTrustedDirectory(directory, 'The ledger');
  const number = statSync(directory, { bigint: true }).ino.toString(36);
  return `${findId(join(directory, 'ledger-id'))}-${number}`;
}

function findId(file: string): string {
  for (;;) {
    const text = read(file);
    const [id] = /^[0-9a-z]{8,40}(?=\n$)/.exec(text ?? '') ?? [];
    if (id !== undefined) return id;
    // Half a file, after a power cut.
    if (text !== undefined) rmSync(file, { force: true });
    make(file);
  }
}

function read(file: string): string | undefined {
  const descriptor = openToReadSync(file);
  if (descriptor === undefined) return undefined;
  try {
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** Where another process makes it in the same moment, that one stays. */
function make(file: string): void {
  const id = newId();
  const own = `${file}.${id}`;
  writeFileSync(own, `${id}\n`, { flag: 'wx', mode: 0o600 });
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
}
