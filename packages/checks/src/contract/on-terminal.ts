// A call on a pseudo-terminal, by the program script(1): there stdout and stderr are one screen.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { quoteWords } from '../from-cmdgate.js';
import { type Answer, readAnswer } from './answer.js';
import type { Target } from './target.js';

export const noTerminal = 'This needs a pseudo-terminal, and the program script(1) is not installed';

export function hasTerminal(): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, 'script'), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export async function onTerminal(
  target: Target,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  // A terminal would make CR LF of each line feed, and the checks could not tell it from the program's own.
  const inside = `stty cols 80 rows 24 -onlcr; exec ${quoteWords([...target.executable, ...words])}`;
  const shell = process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', inside] : ['-qec', inside, '/dev/null'];
  const ended = await target.start(['script', ...shell], { environment }).ended;
  return readAnswer(words, `${target.shown(words, { environment })} (on a terminal)`, ended);
}
