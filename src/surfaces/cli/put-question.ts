// Puts a question to whoever sits at this terminal. Loaded with the first: most commands ask nothing.

import { createInterface } from 'node:readline/promises';
import { colors, wantsColor } from '../../renderings/text/colors.js';
import type { AskPerson } from '../../vocabulary/request.js';
import { endsQuestion, questionText, readTypedAnswer } from '../terminal/approval/ask-in-text.js';
import type { Io } from './io.js';

export async function putQuestion(io: Io, ...[approval, signal]: Parameters<AskPerson>): ReturnType<AskPerson> {
  const paint = colors(wantsColor(io.stderr, io.environment));
  const { pages, more, prompt } = questionText(approval, io.stderr, paint);
  const lines = createInterface({ input: io.stdin, output: io.stderr as NodeJS.WritableStream, terminal: true });
  // A terminal in raw mode gives Ctrl-C as a key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    for (const page of pages.slice(0, -1)) {
      io.stderr.write(page);
      if (endsQuestion(await lines.question(more, { signal }))) return { answer: 'deny', by: 'terminal' };
    }
    io.stderr.write(pages.at(-1) ?? '');
    return readTypedAnswer(await lines.question(prompt, { signal }), approval);
  } catch {
    // Somebody else answered, or the run was canceled.
    io.stderr.write('\n');
    return undefined;
  } finally {
    lines.close();
  }
}
