// Compares the end of a chain with its head. A gate writes the head after the lines, so that a sudden death can leave a
// head that is some sealed writes behind; everything else was not done by a gate.

import type { ChainState } from './chain-state.js';
import type { Finding, FindingKind } from './finding.js';
import type { Head, HeadReading } from './head-file.js';
import { readBehind, type SealedChain } from './read-behind.js';

export interface HeadQuestion extends SealedChain {
  readonly head: HeadReading | undefined;
  /** The newest entry, and where it ends. */
  readonly end: Head;
  /** Whether nothing is wrong with the lines: else the bytes that the head counts mean nothing. */
  readonly isWhole: boolean;
  /** Whether entries were appended after the head was read. */
  readonly isMoving: boolean;
  readonly state: ChainState;
}

export async function judgeHead(question: HeadQuestion): Promise<Omit<Finding, 'gate' | 'severity'> | undefined> {
  const { directory, gate, end } = question;
  const found = await findProblem(question);
  return found && { ...found, seq: end.seq, file: directory.head(gate) };
}

interface Problem {
  readonly kind: FindingKind;
  readonly message: string;
}

async function findProblem(question: HeadQuestion): Promise<Problem | undefined> {
  const { head, end, isWhole } = question;
  if (!head) return end.seq === 0 ? undefined : { kind: 'head_missing', message: 'The head of the chain is missing' };
  const { newest, spoiled } = head;
  if (!newest) return { kind: 'head_spoiled', message: 'The head of the chain cannot be read' };
  if (newest.seq > end.seq) {
    const entries = `the head records entry ${newest.seq}, the log ends with entry ${end.seq}`;
    return { kind: 'cut_off', message: `The newest entries are missing: ${entries}` };
  }
  if (newest.seq < end.seq) return judgeBehind(question, newest, spoiled);
  if (newest.hash !== end.hash) {
    return { kind: 'changed', message: `Entry ${end.seq} is not the one that the head records` };
  }
  const isInPlace = !isWhole || (newest.segment === end.segment && newest.bytes === end.bytes);
  return spoiled || !isInPlace ? { kind: 'head_spoiled', message: 'The head of the chain was changed' } : undefined;
}

async function judgeBehind(question: HeadQuestion, newest: Head, spoiled: boolean): Promise<Problem | undefined> {
  const { end, state, isMoving } = question;
  const behind = await readBehind(question, newest, end);
  const isAsLeft = behind === 'as_left' || (behind === 'too_much' && isMoving);
  if (!isAsLeft || state === 'closed') {
    const count = end.seq - newest.seq;
    return { kind: 'added', message: `The newest ${count} entries come after the end that the head records` };
  }
  if (state === 'held') return undefined;
  return spoiled
    ? { kind: 'head_torn', message: 'The gate died while writing the head: the log continues after it' }
    : { kind: 'head_behind', message: 'The gate died before writing the head: the log continues after it' };
}
