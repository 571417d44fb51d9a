// Whether standard input can stay open for `runs write`, which the option `--stdin open` and an own parameter ask for.

import type { Command } from '../../vocabulary/command.js';
import type { Problem } from '../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { Run } from '../run/run.js';

/** What keeps the option from being of use, as far as it is known before the program is planned. */
export function findStdinProblem({ standard, request }: Run, command: Command): Problem | undefined {
  if (standard?.stdin !== 'open') return undefined;
  if (!command.plan) {
    return refuse('is for programs, and this command is not one', 'Remove it, and pass the input as arguments');
  }
  return request.door === 'cli' ? nobodyCouldWrite : undefined;
}

/** The plan with its standard input as it was asked for, or why it cannot be had. */
export function withStdin(plan: ProgramPlan, { standard, request }: Run): ProgramPlan | Problem {
  if (plan.stdin === 'open' && request.door === 'cli') return nobodyCouldWrite;
  if (standard?.stdin !== 'open') return plan;
  if (plan.stdin === undefined) return { ...plan, stdin: 'open' };
  return refuse("cannot be used: the command itself supplies the program's input", 'Remove it');
}

const nobodyCouldWrite = refuse(
  'cannot be open: this command line exits with its answer, so nobody could write to the program',
  'Use it where the gate keeps running: over MCP (serve), in the repl or from the library. Here, use text or a file',
);

function refuse(what: string, hint: string): Problem {
  return { code: 'INVALID_VALUE', field: '--stdin', message: `The --stdin option ${what}`, hint };
}
