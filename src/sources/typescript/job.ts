// A command that starts something which goes on elsewhere: its answer says how to look after it.

import { quoteWords } from '../../command-line/quote.js';
import type { Command, Handler, JsonSchema } from '../../vocabulary/command.js';
import type { Job } from '../../vocabulary/contract.js';
import type { DefinitionProblem } from '../../vocabulary/definition-error.js';
import { CommandError } from '../../vocabulary/gate-error.js';

const usualPollMs = 1_000;

/** What it answers, unless its author says more. */
export const jobSchema: JsonSchema = {
  type: 'object',
  properties: {
    job_id: { type: 'string' },
    status: { type: 'string', description: 'As reported by status_command, too' },
    status_command: { type: 'string', description: 'The command line that reports its progress' },
    cancel_command: { type: 'string', description: 'The command line that cancels it' },
    poll_after_ms: { type: 'integer', description: 'When to check for the first time' },
  },
  required: ['job_id', 'status', 'status_command', 'cancel_command', 'poll_after_ms'],
};

/** The same handler, whose answer names the job and the lines for it. */
export function withJobDescriptor(handler: Handler, job: Job): Handler {
  return async (input, context) => {
    const answer = await handler(input, context);
    return context.dryRun ? answer : describeJob(answer, job);
  };
}

function describeJob(answer: unknown, { status, cancel }: Job): Readonly<Record<string, unknown>> {
  const fields = (typeof answer === 'object' ? answer : {}) as Readonly<Record<string, unknown>>;
  const id = fields?.job_id;
  if ((typeof id !== 'string' && typeof id !== 'number') || id === '') {
    throw new CommandError('JOB_ID_MISSING', 'The command ended, but its answer does not name the job it started', {
      hint: `Check before you try again: it may have been started. Its author must return job_id, for '${status}'`,
    });
  }
  return {
    status: 'running',
    poll_after_ms: usualPollMs,
    ...fields,
    job_id: String(id),
    status_command: lineFor(status, String(id)),
    cancel_command: lineFor(cancel, String(id)),
  };
}

function lineFor(command: string, id: string): string {
  return quoteWords([...wordsOf(command), ...(id.startsWith('-') ? ['--', id] : [id])]);
}

/** What the lines of jobs need: commands that are there, and take the id alone. */
export function findJobProblems(commands: readonly Command[]): readonly DefinitionProblem[] {
  return commands.flatMap(({ path, contract }) =>
    Object.entries(contract?.job ?? {}).flatMap(([field, line]) => {
      const found = commands.find((command) => command.path.join(' ') === wordsOf(line).join(' '));
      const problem = found ? problemWith(found) : { message: 'is not a command', fix: 'Name one of these commands.' };
      const what = `its job.${field} names ${JSON.stringify(line)}, which`;
      return problem ? [{ where: path.join(' '), message: `${what} ${problem.message}.`, fix: problem.fix }] : [];
    }),
  );
}

function problemWith({ parameters }: Command): Pick<DefinitionProblem, 'message' | 'fix'> | undefined {
  const id = parameters.find(({ positional }) => positional);
  if (!id) return { message: 'takes no id', fix: 'Give it a positional argument for the id of the job.' };
  const others = parameters.filter((parameter) => parameter.required && parameter !== id).map(({ label }) => label);
  if (others.length === 0) return undefined;
  return {
    message: `also needs ${others.join(', ')}`,
    fix: 'Make those optional: its line has only the id of the job.',
  };
}

function wordsOf(command: string): readonly string[] {
  return command.split(/\s+/).filter((word) => word !== '');
}
