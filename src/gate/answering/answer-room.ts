// How much of an answer is of use to whoever asked.

import { isShaped } from '../options/shape-answer.js';
import type { ReadyRun, RunningRun } from '../run/run.js';
import { type AnswerRoom, roomOf } from './large-answer.js';

/** Undefined where a page is taken of all that there is. */
export function answerRoom(run: RunningRun): AnswerRoom | undefined {
  if (run.resolved.command.contract?.lists) return undefined;
  return roomOf(run.running.keepBytes, isLookedAt(run));
}

/** Fields and secrets are looked for in the value. */
export function isLookedAt(run: ReadyRun): boolean {
  return isShaped(run) || !run.secrets.isNone;
}
