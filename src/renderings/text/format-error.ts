import type { GateError, Problem } from '../../vocabulary/gate-error.js';
import { printedLast } from '../../vocabulary/program.js';
import { terminalSafe, terminalSafeLine } from '../../vocabulary/terminal-safe.js';
import type { Colors } from './colors.js';
import { cutToWidth } from './display-width.js';

const longestValue = 60;

/** An error for a person: what happened, every problem, and what to do next. */
export function formatError(error: GateError, colors: Colors): readonly string[] {
  const lines = [
    `${colors.red(colors.bold('error:'))} ${terminalSafe(error.message)} ${colors.dim(`[${terminalSafeLine(error.code)}]`)}`,
  ];
  for (const problem of problemsToShow(error)) lines.push(...formatProblem(problem, error, colors));
  if (error.usage !== undefined) lines.push(`${colors.bold('usage:')} ${terminalSafeLine(error.usage)}`);
  if (error.retryAfterMs !== undefined) {
    lines.push(`${colors.bold('retry:')} in ${Math.max(1, Math.ceil(error.retryAfterMs / 1000))} s`);
  }
  const hint = hintToShow(error);
  if (hint !== '') lines.push(`${colors.bold('hint:')}  ${terminalSafe(hint)}`);
  if (error.examples.length > 0) {
    lines.push(colors.bold('examples:'), ...error.examples.map((example) => `  ${terminalSafeLine(example)}`));
  }
  return lines;
}

/** A person has just seen what the program printed. */
function hintToShow({ hint, result, details }: GateError): string {
  // Each problem has shown its own.
  if (details.length > 1 && details.some((problem) => problem.hint && hint.startsWith(`${problem.hint}; `))) return '';
  const end = result ? hint.indexOf(printedLast) : -1;
  return end === -1 ? hint : hint.slice(0, end).trimEnd();
}

/** A single problem that the message already tells is not told twice. */
function problemsToShow({ message, details }: GateError): readonly Problem[] {
  const [only, ...others] = details;
  if (only === undefined || others.length > 0 || offendingValue(only) !== '') return details;
  return message.toLowerCase().includes(only.message.toLowerCase()) ? [] : details;
}

function formatProblem(problem: Problem, error: GateError, colors: Colors): string[] {
  const { field, message, hint } = problem;
  const sentence = field === undefined || message.includes(field) ? message : `${field}: ${message}`;
  const lines = [`  - ${terminalSafeLine(sentence)}${offendingValue(problem)}`];
  if (hint !== undefined && hint !== error.hint) lines.push(`    ${colors.dim(terminalSafeLine(hint))}`);
  return lines;
}

function offendingValue({ field, message, value }: Problem): string {
  if (value === undefined || value === field) return '';
  if (typeof value === 'string' && value.length > 2 && message.includes(value)) return '';
  return ` (got ${cutToWidth(terminalSafeLine(JSON.stringify(value)), longestValue)})`;
}
