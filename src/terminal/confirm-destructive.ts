// One sentence to whoever typed a destructive line: "Remove o1? [y/N]". Loaded with the question.

import { shownCommand } from '../renderings/shown-command.js';
import type { ApprovalAnswer, ApprovalSubject } from '../vocabulary/approval.js';
import { isTypedYes } from './approval/ask-in-text.js';
import { askLine } from './ask-line.js';
import type { Io } from './io.js';

/** Undefined where the question was ended from elsewhere. Everything but a clear yes is a no. */
export async function confirmDestructive(
  io: Io,
  { question, request }: ApprovalSubject,
  description: string,
  signal: AbortSignal,
): Promise<ApprovalAnswer | undefined> {
  const typed = await askLine(
    io,
    `${question ?? `${firstSentence(description)} (${shownCommand(request)})?`} [y/N]`,
    signal,
  );
  if (signal.aborted) return undefined;
  return { answer: typed !== undefined && isTypedYes(typed) ? 'approve' : 'deny', by: 'terminal' };
}

/** Without its period: a question mark follows. */
function firstSentence(description: string): string {
  const [first = ''] = description.trim().split(/(?<=[.!?])\s/);
  return first.replace(/[.!?]+$/, '');
}
