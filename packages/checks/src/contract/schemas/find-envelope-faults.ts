import { isObject, type JsonObject } from '../json.js';
import { envelopeSchema } from './envelope-schema.js';
import { schemaFaults } from './schema-faults.js';

/** What the specification says about an envelope in words, which its JSON Schema does not hold. */
type Rule = readonly [fault: string, holds: (envelope: ReadEnvelope) => boolean];

interface ReadEnvelope {
  readonly ok: boolean;
  readonly data: unknown;
  readonly error: JsonObject | undefined;
  readonly meta: JsonObject;
  readonly exitCode: unknown;
}

const rules: readonly Rule[] = [
  ['ok is true and there is an error', ({ ok, error }) => !ok || error === undefined],
  ['ok is false and there is no error', ({ ok, error }) => ok || error !== undefined],
  ['ok and the exit code disagree', ({ ok, exitCode }) => exitCode === undefined || ok === (exitCode === 0)],
  [
    'data and error are both null, and meta.not_modified is not true',
    ({ data, error, meta }) => data !== null || error !== undefined || meta.not_modified === true,
  ],
  ['error.retryable is missing', ({ error }) => error === undefined || 'retryable' in error],
  ['error.redirect without exit code 13', ({ error, exitCode }) => error?.redirect === undefined || exitCode === 13],
  ['exit code 3 is retryable', ({ error, exitCode }) => exitCode !== 3 || error?.retryable === false],
  [
    'exit code 2 without error.fix_required, or retryable',
    ({ error, exitCode }) => exitCode !== 2 || (error?.retryable === false && 'fix_required' in error),
  ],
  [
    'exit code 11 without a positive error.retry_after_ms',
    ({ error, exitCode }) => exitCode !== 11 || Number(error?.retry_after_ms) > 0,
  ],
  [
    'error.exit_code and meta.exit_code disagree',
    ({ error, meta }) => error?.exit_code === undefined || error.exit_code === meta.exit_code,
  ],
];

/** Whether it is meant to be an envelope: it has all five keys and no other. */
export function looksLikeEnvelope(value: unknown): value is JsonObject {
  return isObject(value) && Object.keys(value).sort().join() === 'data,error,meta,ok,warnings';
}

/**
 * Everything that is wrong with an answer by the specification: its types, and what it says in words. The exit code
 * is that of the process, where one document is all that it answered.
 */
export function findEnvelopeFaults(value: unknown, processCode?: number): readonly string[] {
  const faults = schemaFaults(envelopeSchema, value);
  if (faults.length > 0 || !isObject(value)) return faults;
  const meta = value.meta as JsonObject;
  const exitCode = processCode ?? meta.exit_code;
  const error = isObject(value.error) ? value.error : undefined;
  const read = { ok: value.ok === true, data: value.data, error, meta, exitCode };
  const broken = rules.filter(([, holds]) => !holds(read)).map(([fault]) => fault);
  const told = meta.exit_code;
  return processCode === undefined || told === undefined || told === processCode
    ? broken
    : [...broken, `meta.exit_code is ${String(told)}, and the process ended with ${processCode}`];
}
