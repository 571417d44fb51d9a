// A question of a handler to whoever sits at this terminal: a line, one of some choices, or a password. Lines that are
// typed and sent with Enter, on node:readline: they work in any terminal, however narrow, and are read out by a screen
// reader. Loaded with the first question.

import { Writable } from 'node:stream';
import type { PromptDetails } from '../vocabulary/context.js';
import { terminalSafe, terminalSafeLine } from '../vocabulary/terminal-safe.js';
import { askLine } from './ask-line.js';
import type { Io } from './io.js';

/** Who answers wrongly so often means something else. */
const mostTries = 5;

/** `undefined` where nobody sits there, and where they end it with Ctrl-D. */
export async function askInWay(
  io: Io,
  question: string,
  signal: AbortSignal,
  details: PromptDetails = { kind: 'text' },
): Promise<string | undefined> {
  const { kind, choices = [], default: usual } = details;
  switch (kind) {
    case 'text': {
      const shown = usual ? `${question} [${usual}]` : question;
      const typed = await askLine(io, shown, signal);
      return typed === '' ? (usual ?? '') : typed;
    }
    case 'password':
      return await askLine(io, question, signal, hidden(io));
    case 'select':
      return await askChoice(io, question, signal, choices, usual);
    default:
      return kind satisfies never;
  }
}

/** What is typed is not shown; the question is. */
function hidden(io: Io): Writable {
  let asked = false;
  return new Writable({
    write(chunk, _encoding, done) {
      const text = String(chunk);
      // The first piece is the question itself. Of what follows only the end of the line is let through.
      if (!asked || /^[\r\n]+$/.test(text)) io.stderr.write(text);
      if (!asked && text.trim() !== '' && !text.startsWith('\x1b')) asked = true;
      done();
    },
  });
}

async function askChoice(
  io: Io,
  question: string,
  signal: AbortSignal,
  choices: readonly string[],
  usual: string | undefined,
): Promise<string | undefined> {
  if (io.stderr.isTTY !== true) return undefined;
  const list = choices.map((choice, at) => `  ${at + 1}. ${terminalSafeLine(choice)}\n`).join('');
  io.stderr.write(`${terminalSafe(question)}\n${list}`);
  const prompt = `Number from 1 to ${choices.length}${usual === undefined ? '' : ` [${choices.indexOf(usual) + 1}]`}:`;
  for (let tries = 0; tries < mostTries; tries++) {
    const typed = (await askLine(io, prompt, signal))?.trim();
    if (typed === undefined) return undefined;
    const chosen = typed === '' ? usual : /^\d+$/.test(typed) ? choices[Number(typed) - 1] : undefined;
    const found = chosen ?? choices.find((choice) => choice === typed);
    if (found !== undefined) return found;
  }
  return undefined;
}
