// `approvals approve <id>`: nobody approves what was not shown here.

import { colors, wantsColor } from '../../renderings/text/colors.js';
import { type ChosenAnswer, isTypedYes, questionText } from '../../terminal/approval/ask-in-text.js';
import type { Io } from '../../terminal/io.js';
import { showAndAsk } from '../../terminal/put-question.js';
import type { Approval } from '../../vocabulary/approval.js';

export interface Confirming extends ChosenAnswer {
  readonly io: Io;
}

/** Shows the whole request, and the rule where one is to be written, and resolves to whether the person said yes. */
export async function confirmApproval(approval: Approval, { io, ...chosen }: Confirming): Promise<boolean> {
  // The messages of this process may go into a file: the request must be where the person looks.
  const screen = io.stderr.isTTY === true ? io.stderr : io.stdout;
  const paint = colors(wantsColor(screen, io.environment));
  const question = questionText(approval, screen, paint, chosen);
  const typed = await showAndAsk(question, { io, screen, signal: io.signal });
  return typed !== undefined && typed !== 'left' && isTypedYes(typed.text);
}
