// What exec itself has to refuse. A plan's lines are refused by the gate wherever it can know better.

import type { Gate } from '../../gate/gate.js';
import { leadsToVisible } from '../../registry/describe-help.js';
import type { ErrorCodeRow } from '../../vocabulary/error-codes.js';
import { GateError, type GateErrorOptions } from '../../vocabulary/gate-error.js';
import type { Caller } from '../../vocabulary/request.js';

/** An error with a code that only exec has. */
class ExecError extends GateError {
  readonly #exitCode: number;

  constructor(code: string, message: string, options: GateErrorOptions & { readonly exitCode: number }) {
    super(code, message, options);
    this.#exitCode = options.exitCode;
  }

  override get row(): ErrorCodeRow {
    return { ...super.row, exitCode: this.#exitCode, retry: 'after-fix' };
  }
}

/** At once: nobody knows that a program waits for lines that they should type. */
export function stdinRequired(name: string): GateError {
  return new ExecError('STDIN_REQUIRED', 'exec reads a plan from standard input, but standard input is a terminal', {
    hint: `Pipe the lines in, or use --input-file: cat plan.jsonl | ${name} exec`,
    exitCode: 4,
  });
}

export function emptyStream(first: number): GateError {
  const where = first === 1 ? '' : `from line ${first} on`;
  return new ExecError('EMPTY_STREAM', `The plan has no requests${where}`, {
    hint: 'Send one JSON object per line, as in {"_cmd":"help"}',
    exitCode: 2,
  });
}

export function inputFileUnreadable(): GateError {
  return new GateError('VALIDATION_ERROR', 'Invalid argument: --input-file (it cannot be read)', {
    hint: 'Check that the file exists and that you may read it',
    details: [{ code: 'FILE_NOT_READABLE', field: '--input-file', message: 'The --input-file cannot be read' }],
  });
}

export function inputBroken(): GateError {
  return new GateError('UNAVAILABLE', 'Reading the plan failed before its end', {
    hint: 'The lines answered above have run. Send only the remaining lines again',
    phase: 'execution',
  });
}

export function planCanceled(): GateError {
  return new GateError('CANCELED', 'The plan was canceled', {
    hint: 'The lines answered above have run. To run the rest, send only the lines without an answer',
    phase: 'execution',
  });
}

export function planTooLong(most: string): GateError {
  return new GateError('VALIDATION_ERROR', `A plan that is checked as a whole (--plan) can have at most ${most}`, {
    hint: 'Nothing was run. Send it in parts, or without --plan',
    details: [{ code: 'LIMIT_EXCEEDED', field: '--plan', message: `The plan has more than ${most}` }],
  });
}

export function planUnreadable(): GateError {
  return new GateError('UNAVAILABLE', 'Reading the plan failed before its end', {
    hint: 'Nothing was run. Send the plan again',
    phase: 'validation',
  });
}

export function execInsideExec(): GateError {
  return new GateError('VALIDATION_ERROR', 'exec cannot run exec', {
    hint: 'Put the lines of the inner plan into this one',
    details: [{ code: 'INVALID_VALUE', field: '_cmd', message: 'exec cannot be a line of a plan' }],
  });
}

/** COMMAND_NOT_FOUND, with the nearest names as a line of a plan has to write them. */
export function unknownCommand(
  gate: Pick<Gate, 'registry' | 'mayRun'>,
  caller: Caller,
  path: readonly string[],
): GateError {
  const { registry } = gate;
  const { node, depth } = registry.find(path);
  const isThere = (name: string) => {
    const found = registry.find(name.split(' ')).node;
    return found.command?.builtIn || leadsToVisible(found, (command) => gate.mayRun(caller, command));
  };
  const shown = (names: readonly string[]) =>
    names
      .filter(isThere)
      .slice(0, 5)
      .map((name) => `"${name.replaceAll(' ', '.')}"`)
      .join(' or ');
  const listing = `${JSON.stringify({ _cmd: 'help', ...(depth > 0 && { path: node.path }) })} lists the commands`;
  const word = path[depth];
  if (word === undefined) {
    const below = [...node.children.keys()].map((name) => [...node.path, name].join(' '));
    return notFound(`'${cut(path.join('.'))}' is a group of commands`, `Use ${shown(below)}.`, listing);
  }
  const rest = path.slice(depth + 1);
  const whole = (name: string) => {
    const words = [...name.split(' '), ...rest];
    return registry.find(words).depth === words.length ? words.join(' ') : name;
  };
  const near = shown(registry.nearest(node, word).map(whole));
  const missing = cut([...node.path, word].join('.'));
  return notFound(`Command '${missing}' not found`, near && `Did you mean ${near}?`, listing);
}

function notFound(message: string, advice: string, listing: string): GateError {
  return new GateError('COMMAND_NOT_FOUND', message, { hint: advice ? `${advice} ${listing}` : listing });
}

function cut(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
