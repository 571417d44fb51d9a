import { expect, test } from 'vitest';
import { findEnvelopeFaults, looksLikeEnvelope } from './find-envelope-faults.js';

const good = { ok: true, data: {}, error: null, warnings: [], meta: { duration_ms: 1, exit_code: 0 } };
const wrong = {
  ...{ ok: false, data: null, warnings: [] },
  error: { code: 'X', message: 'It is wrong', retryable: false, fix_required: 'It is wrong', exit_code: 2 },
  meta: { duration_ms: 1, exit_code: 2 },
};
const error = (more: object) => ({ ...wrong, error: { ...wrong.error, ...more } });
const ending = (code: number, more: object) => ({
  ...error({ ...more, exit_code: code }),
  meta: { duration_ms: 1, exit_code: code },
});

test('valid envelopes have no faults', () => {
  expect(
    [good, wrong, { ...good, warnings: ['text', { code: 'C', message: 'm' }] }].map((one) => findEnvelopeFaults(one)),
  ).toEqual([[], [], []]);
  expect(findEnvelopeFaults({ ...good, data: null, meta: { duration_ms: 0, not_modified: true } }, 0)).toEqual([]);
});

test.each<[string, unknown, number | undefined, string]>([
  ['a boolean for fix_required', error({ fix_required: true }), undefined, '/error/fix_required must be string'],
  [
    'an empty fix_required',
    error({ fix_required: '' }),
    undefined,
    '/error/fix_required must NOT have fewer than 1 characters',
  ],
  ['a text for retryable', error({ retryable: 'no' }), undefined, '/error/retryable must be boolean'],
  ['no retryable', { ...wrong, error: { code: 'X', message: 'm' } }, undefined, 'error.retryable is missing'],
  ['a scalar for data', { ...good, data: 1 }, undefined, '/data must be null,object,array'],
  [
    'one key more',
    { ...good, effect: 'created' },
    undefined,
    '(the whole) must NOT have additional properties: effect',
  ],
  ['no duration', { ...good, meta: {} }, undefined, "/meta must have required property 'duration_ms'"],
  [
    'a long version',
    { ...good, meta: { duration_ms: 1, schema_version: '1.0.0' } },
    undefined,
    '/meta/schema_version must match pattern "^\\d+\\.\\d+$"',
  ],
  [
    'success with an error',
    { ...good, error: wrong.error, meta: { duration_ms: 1 } },
    undefined,
    'ok is true and there is an error',
  ],
  ['failure without one', { ...wrong, error: null }, undefined, 'ok is false and there is no error'],
  ['ok with another exit code', good, 3, 'ok and the exit code disagree'],
  ['another code than the process', wrong, 4, 'meta.exit_code is 2, and the process ended with 4'],
  [
    'nothing at all',
    { ...good, data: null },
    undefined,
    'data and error are both null, and meta.not_modified is not true',
  ],
  [
    'a redirect without 13',
    error({ redirect: { command: 'a', permanent: true } }),
    undefined,
    'error.redirect without exit code 13',
  ],
  ['half done and retryable', ending(3, { retryable: true }), undefined, 'exit code 3 is retryable'],
  [
    'wrong input that may be retried',
    error({ retryable: true }),
    undefined,
    'exit code 2 without error.fix_required, or retryable',
  ],
  [
    'a rate without a time',
    ending(11, { retryable: true }),
    undefined,
    'exit code 11 without a positive error.retry_after_ms',
  ],
  ['two exit codes', error({ exit_code: 4 }), undefined, 'error.exit_code and meta.exit_code disagree'],
])('%s is a fault', (_, envelope, code, fault) => {
  expect(findEnvelopeFaults(envelope, code)).toContain(fault);
});

test('an envelope is told by its keys', () => {
  expect([
    looksLikeEnvelope(good),
    looksLikeEnvelope({ ok: true }),
    looksLikeEnvelope([]),
    looksLikeEnvelope(null),
  ]).toEqual([...[true, false, false, false]]);
});
