// How what a witness tells of a chain stands to the log.

import type { ChainEnd } from './entry.js';
import type { Head } from './head-file.js';
import { placeOfHead } from './head-in-place.js';
import type { LedgerDirectory } from './ledger-directory.js';

/**
 * `none`: it tells nothing of the chain, which was written elsewhere. `behind`: the log went on without it. `ahead`: the
 * log does not have the entry that it tells of.
 */
export type Standing = 'none' | 'same' | 'behind' | 'ahead';

export function judgeWitness(
  directory: LedgerDirectory,
  gate: string,
  witnessed: Head | undefined,
  end: ChainEnd,
): Standing {
  if (!witnessed) return 'none';
  if (witnessed.hash === end.hash) return 'same';
  return placeOfHead(directory, gate, witnessed) === 'missing' ? 'ahead' : 'behind';
}
