// Compares the end of a chain with what its witness tells. Who can roll back a log and its head cannot do so with that.

import type { ChainState } from './chain-state.js';
import type { Finding } from './finding.js';
import type { Head, HeadReading } from './head-file.js';
import { judgeWitness } from './judge-witness.js';
import { readBehind, type SealedChain } from './read-behind.js';
import type { Witness } from './witness.js';

export interface WitnessQuestion extends SealedChain {
  readonly witness: Witness;
  /** What it told before the end was looked for. */
  readonly known: HeadReading | undefined;
  /** The newest entry, and where it ends. */
  readonly end: Head;
  /** Whether nothing is wrong with the lines: else the bytes that are counted mean nothing. */
  readonly isWhole: boolean;
  readonly state: ChainState;
}

export async function findUnwitnessed(
  question: WitnessQuestion,
): Promise<Omit<Finding, 'gate' | 'severity'> | undefined> {
  const { directory, gate, witness, known, end, isWhole, state } = question;
  const newest = known?.newest;
  if (end.seq === 0 && (newest?.seq ?? 0) === 0) return undefined;
  const file = witness.file(gate);
  if (!newest) {
    const why = known
      ? 'The witness of the chain cannot be read'
      : 'There is no record of the chain outside the ledger';
    return { kind: 'unwitnessed', seq: 1, file, message: `${why}, so only the chain itself says where it ends` };
  }
  if (newest.seq > end.seq) {
    const first = end.seq + 1;
    const entries = first === newest.seq ? `Entry ${first} is` : `The entries ${first} to ${newest.seq} are`;
    const message = `${entries} missing, and the head does not mention them: the log was rolled back`;
    return { kind: 'rolled_back', seq: first, file, message };
  }
  if (!isWhole) return undefined;
  const standing = judgeWitness(directory, gate, newest, end);
  if (standing === 'ahead') {
    const message = `Entry ${newest.seq} is not the one that was witnessed: the log was rolled back and rewritten`;
    return { kind: 'rolled_back', seq: newest.seq, file, message };
  }
  // A gate that writes is a moment ahead; one that died can have been.
  if (standing === 'same' || state === 'held') return undefined;
  if (state === 'dead' && (await readBehind(question, newest, end)) === 'as_left') return undefined;
  const first = newest.seq + 1;
  const message = `There is no record outside the ledger of the entries from ${first} on`;
  return { kind: 'unknown_entries', seq: first, file, message };
}
