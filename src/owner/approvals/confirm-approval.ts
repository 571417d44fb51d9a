// `approvals approve <id>`: nobody approves what was not shown here.

import { colors, wantsColor } from '../../renderings/text/colors.js';
import { isTypedYes, questionText } from '../../terminal/approval/ask-in-text.js';
import type { Io } from '../../terminal/io.js';
import { showAndAsk } from '../../terminal/put-question.js';
import type { Approval } from '../../vocabulary/approval.js';

export interface Confirming {
  /** The file to which the rule would be written, where one is wanted. */
  readonly ruleFile: string | undefined;
  /** Whether it is to hold for the session. */
  readonly session: boolean;
  readonly io: Io;
}

/** Shows the whole request, and the rule where one is to be written, and resolves to whether the person said yes. */
export async function confirmApproval(approval: Approval, { ruleFile, session, io }: Confirming): Promise<boolean> {
  // The messages of this process may go into a file: the request must be where the person looks.
  const screen = io.stderr.isTTY === true ? io.stderr : io.stdout;
  const paint = colors(wantsColor(screen, io.environment));
  const question = questionText(approval, screen, paint, { ruleFile, session });
  const typed = await showAndAsk(question, { io, screen, signal: io.signal });
  return typed !== undefined && typed !== 'left' && isTypedYes(typed.text);
}
