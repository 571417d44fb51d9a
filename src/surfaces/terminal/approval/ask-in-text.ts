// The question whether something may run, for a person who just typed it at this terminal.

import type { Colors } from '../../../renderings/text/colors.js';
import type { Approval, ApprovalAnswer } from '../../../vocabulary/approval.js';
import { describeApproval } from './describe-approval.js';
import { layOut } from './lay-out.js';

/** Everything there is to know, and a line in which the answer is typed. */
export function questionText(approval: Approval, columns: number, paint: Colors): { about: string; prompt: string } {
  const rows = layOut(describeApproval(approval), columns, paint);
  const always = approval.always ? ', a always' : '';
  return {
    about: `${paint.bold(paint.yellow('This needs a yes:'))}\n${rows.join('\n')}\n`,
    prompt: `Run it? y once${always}, n no [n] `,
  };
}

/** Whatever is not clearly a yes is a no. */
export function readTypedAnswer(text: string, { always }: Approval): ApprovalAnswer {
  const word = text.trim().toLowerCase();
  if (word === 'y' || word === 'yes') return { answer: 'approve', by: 'terminal' };
  if (always && (word === 'a' || word === 'always')) return { answer: 'approve', by: 'terminal', always: true };
  return { answer: 'deny', by: 'terminal' };
}
