// What a command asks while it runs. Where nobody sits at a terminal it fails at once, and says which option answers.

import { CommandError } from '../../vocabulary/gate-error.js';
import type { Run } from '../run/run.js';

const yes = /^\s*y(?:es)?\s*$/i;

/** `--yes` agrees to everything that is asked, and to nothing else: it approves nothing. */
export async function confirmWithCaller(run: Run, question: string, signal: AbortSignal): Promise<boolean> {
  if (run.standard?.yes) return true;
  return yes.test(await answerOf(run, `${question} [y/N]`, '--yes', signal));
}

export function askCaller(run: Run, question: string, option: string, signal: AbortSignal): Promise<string> {
  return answerOf(run, question, option, signal);
}

async function answerOf(run: Run, question: string, option: string, signal: AbortSignal): Promise<string> {
  const { atShell } = run.request;
  const answer = run.standard?.nonInteractive ? undefined : await atShell?.ask?.(question, signal);
  if (answer !== undefined) return answer;
  throw new CommandError(
    'INPUT_REQUIRED',
    `'${run.path.join(' ')}' asks a question, and nobody is there to answer: ${question}`,
    {
      hint: `Add ${option} to answer in advance`,
      exitCode: 4,
    },
  );
}
