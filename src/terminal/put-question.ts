// Puts a question to whoever sits at this terminal. Loaded with the first: most commands ask nothing.

import { createInterface } from 'node:readline/promises';
import { colors, wantsColor } from '../renderings/text/colors.js';
import type { AskPerson } from '../vocabulary/request.js';
import {
  endsQuestion,
  type QuestionText,
  questionText,
  readTypedAnswer,
  type ScreenSize,
} from './approval/ask-in-text.js';
import type { Io } from './io.js';
import type { TerminalOutput } from './terminal-output.js';

export async function putQuestion(io: Io, ...[approval, signal]: Parameters<AskPerson>): ReturnType<AskPerson> {
  const paint = colors(wantsColor(io.stderr, io.environment));
  const typed = await showAndAsk(questionText(approval, io.stderr, paint), { io, screen: io.stderr, signal });
  if (typed === undefined) return undefined;
  return typed === 'left' ? { answer: 'deny', by: 'terminal' } : readTypedAnswer(typed.text, approval);
}

interface Place {
  readonly io: Io;
  readonly screen: TerminalOutput & ScreenSize;
  readonly signal: AbortSignal;
}

/** What was typed below the last page; `left` where somebody had read enough before; undefined where the signal came. */
export async function showAndAsk(
  { pages, more, prompt }: QuestionText,
  { io, screen, signal }: Place,
): Promise<{ readonly text: string } | 'left' | undefined> {
  const lines = createInterface({ input: io.stdin, output: screen as NodeJS.WritableStream, terminal: true });
  // A terminal in raw mode gives Ctrl-C as a key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // Ctrl-D closes it, and nothing would ever be typed.
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  const ended = AbortSignal.any([signal, closed.signal]);
  try {
    for (const page of pages.slice(0, -1)) {
      screen.write(page);
      if (endsQuestion(await lines.question(more, { signal: ended }))) return 'left';
    }
    screen.write(pages.at(-1) ?? '');
    return { text: await lines.question(prompt, { signal: ended }) };
  } catch {
    // Somebody else answered, the run was canceled, or the terminal is gone.
    screen.write('\n');
    return undefined;
  } finally {
    lines.close();
  }
}
