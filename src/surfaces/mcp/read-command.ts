import { GateError, type Problem } from '../../vocabulary/gate-error.js';

const shownNames = 10;

/** The command of a call of the `cli` tool, or the error that says how to call it. */
export function readCommand(argumentsOfCall: Readonly<Record<string, unknown>> | undefined): string | GateError {
  const { command, ...others } = argumentsOfCall ?? {};
  const problems: Problem[] = [];
  if (command === undefined) {
    problems.push({ code: 'MISSING_ARGUMENT', field: 'command', message: 'The argument "command" is missing.' });
  } else if (typeof command !== 'string') {
    problems.push({
      code: 'INVALID_TYPE',
      field: 'command',
      message: `The argument "command" must be a string, not ${kindOf(command)}.`,
    });
  }
  // Ignoring them would run something else than what the model meant.
  for (const name of Object.keys(others).slice(0, shownNames)) {
    const field = name.slice(0, 100);
    problems.push({ code: 'UNKNOWN_ARGUMENT', field, message: `The tool has no argument ${JSON.stringify(field)}.` });
  }
  if (typeof command === 'string' && problems.length === 0) return command;
  return new GateError('VALIDATION_ERROR', problems.map(({ message }) => message).join(' '), {
    hint: 'Put the whole command line into one string, "command": {"command": "help"}',
    examples: ['help'],
    details: problems,
  });
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
