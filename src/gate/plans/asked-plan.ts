// A plan that a person is asked about, and what the answer is bound to.

import { createHash } from 'node:crypto';
import type { ApprovalSubject, OtherLine } from '../../vocabulary/approval.js';
import type { Judgement } from '../../vocabulary/decision.js';
import type { Run } from '../run/run.js';

/** A line that asks. */
export interface AskedLine {
  /** Its number. */
  readonly line: number;
  /** What an approval of it alone would be bound to. */
  readonly fingerprint: string;
  readonly judgement: Judgement;
  readonly subject: ApprovalSubject;
  /** The subject as it may be kept for ever. */
  readonly remembered: ApprovalSubject;
}

export interface WholePlan {
  /** Those that ask, in their order. */
  readonly asking: readonly AskedLine[];
  /** All others. Made when somebody is asked: most plans ask nobody. */
  rest(): readonly OtherLine[];
  /** How many lines there are. */
  readonly total: number;
  /** The numbers of those whose values come from earlier answers: they are judged when these are known. */
  readonly later: readonly number[];
  /** All lines as they were written. */
  readonly written: readonly unknown[];
}

/** Over every line, in their order: also those that do not ask are a part of what was shown. */
export function fingerprintOfPlan({ caller, session, request }: Run, { asking, written }: WholePlan): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify(['plan', caller.name, session.workspace, session.directory, request.line]));
  for (const one of written) hash.update(`\n${JSON.stringify(one)}`);
  for (const { line: number, fingerprint } of asking) hash.update(`\n${number} ${fingerprint}`);
  return hash.digest('hex');
}
