// `exec` as everybody is told about it. Doors run plans themselves: each line is a request of its own.

import { defineCommand } from '../../sources/typescript/define-command.js';
import { GateError } from '../../vocabulary/gate-error.js';

/** Of the doors whose requests are one text, and of command lines. */
export const execArguments = [
  { name: '--input', type: 'string', path: false, description: 'The lines of the plan' },
  { name: '--ignore-errors', type: 'flag', description: 'Continue after a line that failed' },
  { name: '--plan', type: 'flag', description: 'Run nothing unless every line can run; ask once for all approvals' },
  { name: '--dry-run', type: 'flag', description: 'Change nothing, whatever a line says' },
  {
    name: '--parallel',
    type: 'integer',
    minimum: 1,
    maximum: 64,
    default: 1,
    description: 'Number of safe lines to run at once',
  },
  { name: '--resume-from', type: 'integer', minimum: 1, default: 1, description: 'The line to start with' },
] as const;

/** Of command lines alone. */
export const execArgumentsOfCommandLines = [
  {
    name: '--input-file',
    type: 'string',
    path: false,
    description: 'On a command line: the file with the plan; standard input by default',
  },
  { name: '--unordered', type: 'flag', description: 'On a command line: print answers as they arrive, not in order' },
] as const;

export const execDescription = 'Run a plan: JSON lines in, one answer line each, every line through the gate';

export const execExamples = [`exec --input '{"_cmd":"help"}'`] as const;

export const execCommand = defineCommand({
  description: execDescription,
  // Each line is judged at its own danger.
  danger: 'safe',
  arguments: [...execArguments, ...execArgumentsOfCommandLines],
  examples: execExamples,
  exitCodes: {
    '0': { description: 'All lines were dispatched and succeeded', retryable: false, sideEffects: 'complete' },
    '1': { description: 'A line failed; its answer says why', retryable: false, sideEffects: 'partial' },
    '2': { description: 'No line was dispatched; nothing happened', retryable: false, sideEffects: 'none' },
  },
  exclusive: [['--input', '--input-file']],
  handler: () => {
    throw new GateError('VALIDATION_ERROR', 'exec is not a single request: a plan has one request per line', {
      hint: `Send the plan with the cli tool, e.g. exec --input '{"_cmd":"help"}', or to exec on the command line`,
    });
  },
});
