// Puts a question to whoever sits at this terminal. Loaded with the first: most commands ask nothing.

import { createInterface } from 'node:readline/promises';
import { colors, wantsColor } from '../../renderings/text/colors.js';
import type { AskPerson } from '../../vocabulary/request.js';
import { questionText, readTypedAnswer } from '../terminal/approval/ask-in-text.js';
import type { Io } from './io.js';

export async function putQuestion(io: Io, ...[approval, signal]: Parameters<AskPerson>): ReturnType<AskPerson> {
  const paint = colors(wantsColor(io.stderr, io.environment));
  const { about, prompt } = questionText(approval, io.stderr.columns || 80, paint);
  const lines = createInterface({ input: io.stdin, output: io.stderr as NodeJS.WritableStream, terminal: true });
  // A terminal in raw mode gives Ctrl-C as a key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    io.stderr.write(about);
    return readTypedAnswer(await lines.question(prompt, { signal }), approval);
  } catch {
    // Somebody else answered, or the run was canceled.
    io.stderr.write('\n');
    return undefined;
  } finally {
    lines.close();
  }
}
