// The variables of the environment that a command line reads for itself. The program's prefix keeps them apart from
// those of others.
import { isOwnName, ownNameRule } from '../command-line/standard-options.js';
import { GateError } from '../vocabulary/gate-error.js';
import type { Io } from './io.js';

/** `my-tool` → `MY_TOOL`. */
export function prefixOf(program: string): string {
  return program.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
}

/** It stands in answers and records: a name, and no text. */
const traceIdShape = /^[\w.:/+=-]{1,128}$/;

/** What the caller calls this and everything else it has started; `TOOL_TRACE_ID` is the same for every program. */
export function traceIdOf({ environment, prefix }: Pick<Io, 'environment' | 'prefix'>): string | undefined {
  const own = prefix === undefined ? undefined : environment[`${prefix}_TRACE_ID`];
  const given = own || environment.TOOL_TRACE_ID;
  return given !== undefined && traceIdShape.test(given) ? given : undefined;
}

/** Whether the caller wants to hear everything, as with `--debug`. */
export function wantsDebug({ environment, prefix }: Pick<Io, 'environment' | 'prefix'>): boolean {
  const given = prefix === undefined ? undefined : environment[`${prefix}_DEBUG`];
  return given !== undefined && given !== '' && given !== '0';
}

/** The name of the variable that does what `--instance-id` does. */
const instanceVariable = (prefix: string | undefined) => `${prefix ?? 'TOOL'}_INSTANCE_ID`;

/** Whose memory this process uses, unless a line says otherwise. */
export function instanceOf({ environment, prefix }: Pick<Io, 'environment' | 'prefix'>): string | undefined {
  return environment[instanceVariable(prefix)] || undefined;
}

/** Nobody's memory may be mixed with another's because of a slip. */
export function findInstanceProblem(io: Pick<Io, 'environment' | 'prefix'>): GateError | undefined {
  const given = instanceOf(io);
  if (given === undefined || isOwnName(given)) return undefined;
  const name = instanceVariable(io.prefix);
  return new GateError(
    'VALIDATION_ERROR',
    `Invalid environment variable: ${name} (it must be a name: ${ownNameRule})`,
    {
      hint: `Set ${name} to a valid name, or unset it`,
      details: [{ code: 'INVALID_VALUE', field: name, message: `${name} must be a name` }],
    },
  );
}

/** The name of the variable that says how many bytes an answer may have. */
export function sizeVariable({ prefix }: Pick<Io, 'prefix'>): string {
  return `${prefix ?? 'TOOL'}_MAX_OUTPUT_BYTES`;
}

export function largestAnswer(io: Pick<Io, 'environment' | 'prefix'>): number | undefined | GateError {
  const name = sizeVariable(io);
  const text = io.environment[name];
  if (text === undefined || text === '') return undefined;
  const bytes = Number(text);
  if (Number.isSafeInteger(bytes) && bytes >= leastBytes) return bytes;
  return new GateError(
    'VALIDATION_ERROR',
    `Invalid environment variable: ${name} (it must be a number of bytes, at least ${leastBytes})`,
    {
      hint: `Set ${name} to a whole number of at least ${leastBytes}, or unset it`,
      details: [
        { code: 'INVALID_VALUE', field: name, message: `${name} must be a number of bytes`, value: text.slice(0, 40) },
      ],
    },
  );
}

/** The envelope itself has to find room. */
const leastBytes = 8_192;
