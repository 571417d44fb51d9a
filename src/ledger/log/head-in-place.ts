// Whether the log still has the entry that a head tells of, at the place that it tells.

import { closeSync, fstatSync, readSync } from 'node:fs';
import { openIfThere } from '../../machine/files/open-file.js';
import { endOfLine } from './entry.js';
import type { Head } from './head-file.js';
import type { LedgerDirectory } from './ledger-directory.js';

/** `last`: nothing follows it in its segment. */
export type HeadPlace = 'missing' | 'there' | 'last';

export function placeOfHead(directory: LedgerDirectory, gate: string, { seq, hash, segment, bytes }: Head): HeadPlace {
  if (seq === 0) return 'there';
  const descriptor = openIfThere(directory.segment(gate, segment))?.descriptor;
  if (descriptor === undefined) return 'missing';
  try {
    const expected = endOfLine(hash);
    const { size } = fstatSync(descriptor);
    if (size < bytes || bytes < expected.length) return 'missing';
    const end = Buffer.alloc(expected.length);
    readSync(descriptor, end, 0, end.length, bytes - end.length);
    if (!end.equals(expected)) return 'missing';
    return size === bytes ? 'last' : 'there';
  } finally {
    closeSync(descriptor);
  }
}
