// What a command asks while it runs. Where nobody sits at a terminal it fails at once, and says which option answers.

import type { PromptDetails } from '../../vocabulary/context.js';
import { CommandError } from '../../vocabulary/gate-error.js';
import type { Run } from '../run/run.js';

const yes = /^\s*y(?:es)?\s*$/i;

/** What is asked, and the option by which a script answers it. */
export interface Asked extends PromptDetails {
  readonly option: string;
}

/** `--yes` agrees to everything that is asked, and to nothing else: it approves nothing. */
export async function confirmWithCaller(run: Run, question: string, signal: AbortSignal): Promise<boolean> {
  if (run.standard?.yes) return true;
  return yes.test(await answerOf(run, `${question} [y/N]`, { kind: 'text', option: '--yes', default: '' }, signal));
}

/** A password is a secret of the run from now on, wherever the handler puts it. */
export async function askCaller(run: Run, question: string, asked: Asked, signal: AbortSignal): Promise<string> {
  const answer = await answerOf(run, question, asked, signal);
  if (asked.kind === 'password' && answer !== '') run.conceal([answer]);
  return answer;
}

async function answerOf(
  run: Run,
  question: string,
  { option, ...details }: Asked,
  signal: AbortSignal,
): Promise<string> {
  const { atShell } = run.request;
  const answer = run.standard?.nonInteractive ? undefined : await atShell?.ask?.(question, signal, details);
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
