// What was thrown on one side, as data that makes the same error on the other. Never throws: anything can be thrown.
import { CommandError, type CommandErrorOptions, GateError, isCommandError } from '../../vocabulary/gate-error.js';
import { textOfThrown } from '../../vocabulary/text-of-thrown.js';
import { UnwritableResult } from './unwritable-result.js';

export type PackedError =
  | {
      readonly kind: 'command' | 'gate';
      readonly code: string;
      readonly message: string;
      readonly options: Readonly<Record<string, unknown>>;
      readonly stack: string;
    }
  | {
      readonly kind: 'error';
      readonly name: string;
      readonly message: string;
      readonly stack: string;
      /** Such as the `code` and the `hostname` of an error of the system. */
      readonly fields: Readonly<Record<string, string | number | boolean>>;
      readonly causes: readonly PackedError[];
      readonly isAggregate: boolean;
    }
  | { readonly kind: 'unwritable'; readonly text: string }
  | { readonly kind: 'other'; readonly text: string };

const deepest = 5;

export function packError(error: unknown, depth = 0): PackedError {
  try {
    if (isCommandError(error) || error instanceof GateError) return packOurs(error);
    if (error instanceof UnwritableResult) return { kind: 'unwritable', text: error.message };
    if (!(error instanceof Error)) return { kind: 'other', text: textOfThrown(error) };
    const isAggregate = error instanceof AggregateError;
    const behind = isAggregate ? error.errors.slice(0, deepest) : error.cause instanceof Error ? [error.cause] : [];
    return {
      kind: 'error',
      name: String(error.name),
      message: String(error.message),
      stack: textOfThrown(error),
      fields: plainFields(error),
      causes: depth < deepest ? behind.map((one) => packError(one, depth + 1)) : [],
      isAggregate,
    };
  } catch {
    return { kind: 'other', text: 'an error that could not be read' };
  }
}

function packOurs(error: GateError): PackedError {
  const { code, message, hint, phase, usage, examples, details, fixCommand, redirect, retryAfterMs, about, data } =
    error;
  const { exitCode, retry } = error.row;
  const isCommand = isCommandError(error);
  const options = {
    ...{ hint, phase, usage, examples, details, fixCommand, redirect, retryAfterMs, about, data, exitCode },
    ...(isCommand && (retry === 'yes' || retry === 'no') && { retryable: retry === 'yes' }),
  };
  const given = JSON.parse(JSON.stringify(options)) as Readonly<Record<string, unknown>>;
  return { kind: isCommand ? 'command' : 'gate', code, message, options: given, stack: textOfThrown(error) };
}

function plainFields(error: Error): Record<string, string | number | boolean> {
  const fields: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(error)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') fields[key] = value;
  }
  return fields;
}

export function unpackError(packed: PackedError): unknown {
  if (packed.kind === 'other') return packed.text;
  if (packed.kind === 'unwritable') return new UnwritableResult(packed.text);
  if (packed.kind === 'error') return unpackForeign(packed);
  const { code, message, options, stack } = packed;
  const error =
    packed.kind === 'command'
      ? new CommandError(code, message, options as CommandErrorOptions)
      : new GateError(code, message, options as unknown as ConstructorParameters<typeof GateError>[2]);
  error.stack = stack;
  return error;
}

function unpackForeign({ name, message, stack, fields, causes, isAggregate }: Extract<PackedError, { kind: 'error' }>) {
  if (name === 'AbortError' || name === 'TimeoutError') return new DOMException(message, name);
  const behind = causes.map(unpackError);
  const cause = behind.length > 0 && !isAggregate ? { cause: behind[0] } : undefined;
  const error = isAggregate
    ? new AggregateError(behind, message)
    : name === 'TypeError'
      ? new TypeError(message, cause)
      : new Error(message, cause);
  Object.assign(error, fields);
  error.stack = stack;
  return error;
}
