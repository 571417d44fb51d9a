// What the system would refuse when the program starts, found before: then the error can say which argument it was.

import type { Problem } from '../vocabulary/gate-error.js';

/** What Linux takes in one argument or one variable, without the NUL at its end. */
const longestText = 131_071;
/**
 * Linux gives arguments and environment together a quarter of the stack, which is 8 MiB as a rule. Some of it is
 * left for the program's path and for the words that start it with limits.
 */
const mostBytes = 2 * 1024 * 1024 - 32 * 1024;
const pointerBytes = 8;

const advice = 'Pass long text on standard input or in a file';

/** Every problem of the arguments, and of their size together with the environment. */
export function checkVector(
  args: readonly unknown[],
  environment: Readonly<Record<string, string>>,
): readonly Problem[] {
  const problems: Problem[] = [];
  let total = 0;
  for (const [index, argument] of args.entries()) {
    const field = `arguments[${index}]`;
    const problem = findTextProblem(argument, index);
    if (problem) {
      problems.push(problem);
      continue;
    }
    const bytes = Buffer.byteLength(argument as string);
    total += bytes + 1 + pointerBytes;
    if (bytes > longestText) problems.push(refuseLength(field, `Argument ${index + 1} of the program`, bytes));
  }
  const weighed = weighedBefore.get(environment) ?? weigh(environment);
  // The programs of a line have the same.
  weighedBefore.set(environment, weighed);
  total += weighed.total;
  problems.push(...weighed.problems);
  if (total > mostBytes) {
    problems.push({
      code: 'ARGUMENTS_TOO_LONG',
      field: 'arguments',
      message: `Arguments and environment together take ${total} bytes; the system allows at most ${mostBytes}.`,
      hint: advice,
    });
  }
  return problems;
}

interface Weighed {
  readonly total: number;
  readonly problems: readonly Problem[];
}

const weighedBefore = new WeakMap<Readonly<Record<string, string>>, Weighed>();

function weigh(environment: Readonly<Record<string, string>>): Weighed {
  const problems: Problem[] = [];
  let total = 0;
  for (const [name, value] of Object.entries(environment)) {
    const bytes = name.length + 1 + Buffer.byteLength(value);
    total += bytes + 1 + pointerBytes;
    if (bytes > longestText) problems.push(refuseLength(`environment.${name}`, `The variable ${name}`, bytes));
  }
  return { total, problems };
}

/** Why no program can be given this. */
export function findTextProblem(argument: unknown, index: number): Problem | undefined {
  const reason = findReason(argument);
  if (reason === undefined) return undefined;
  const message = `Argument ${index + 1} of the program ${reason}.`;
  return { code: 'INVALID_ARGUMENT_TEXT', field: `arguments[${index}]`, message, hint: 'Use plain text' };
}

function findReason(argument: unknown): string | undefined {
  if (typeof argument !== 'string') return 'is not text';
  if (argument.includes('\0')) return 'contains a NUL character';
  return argument.isWellFormed() ? undefined : 'contains half of a surrogate pair';
}

function refuseLength(field: string, what: string, bytes: number): Problem {
  const message = `${what} takes ${bytes} bytes; the system allows at most ${longestText}.`;
  return { code: 'ARGUMENTS_TOO_LONG', field, message, hint: advice };
}
