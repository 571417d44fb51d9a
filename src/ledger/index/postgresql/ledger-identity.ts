// Which ledger this is, among those that share a database.

import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnText } from '../../../machine/files/read-plain-file.js';
import { makeTrustedDirectory } from '../../../machine/files/trusted-directory.js';
import { createWhole } from '../../../machine/files/whole-file.js';
import { newId } from '../../../vocabulary/new-id.js';

/** Stays the same when the directory is moved. A copy is another ledger: the directory it is in has another number. */
export function identifyLedger(directory: string): string {
  makeTrustedDirectory(directory, 'The ledger');
  const number = statSync(directory, { bigint: true }).ino.toString(36);
  return `${findId(join(directory, 'ledger-id'))}-${number}`;
}

function findId(file: string): string {
  for (;;) {
    const text = readOwnText(file);
    const [id] = /^[0-9a-z]{8,40}(?=\n$)/.exec(text ?? '') ?? [];
    if (id !== undefined) return id;
    // Half a file, after a power cut.
    if (text !== undefined) rmSync(file, { force: true });
    // Where another process makes it in the same moment, that one stays.
    createWhole(file, `${newId()}\n`);
  }
}
