// What a process exits with, and what its errors say about trying again.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDirectory } from '../cli/process.js';
import { ask, filesIn, inShell } from './contract-cli.js';

test.each([
  ['fine', 0, undefined],
  ['own', 1, 'NOT_TODAY'],
  ['mark', 2, 'VALIDATION_ERROR'],
  ['no-such-command', 2, 'COMMAND_NOT_FOUND'],
  ['partly', 3, 'PARTIAL_FAILURE'],
  ['unready', 4, 'PRECONDITION'],
  ['missing', 5, 'NOT_FOUND'],
  ['conflict', 6, 'CONFLICT'],
  ['forbidden', 7, 'PERMISSION_DENIED'],
  ['hidden', 7, 'PERMISSION_DENIED'],
  ['signed-out', 8, 'AUTH_REQUIRED'],
  ['unpaid', 9, 'PAYMENT_REQUIRED'],
  ['deaf --timeout 100', 10, 'TIMEOUT'],
  ['limited', 11, 'RATE_LIMITED'],
  ['down', 12, 'UNAVAILABLE'],
  ['moved', 13, 'REDIRECTED'],
  ['declared 79', 79, 'SOME_CODE'],
])('REQ-F-001: %s exits with %d, and the answer says the same', async (line, exitCode, errorCode) => {
  const { code, envelope } = await ask(line.split(' '));
  expect({
    code,
    ok: envelope.ok,
    error: envelope.error?.code,
    mirrored: [envelope.meta.ok, envelope.meta.exit_code, envelope.error?.exit_code],
  }).toEqual({
    ...{ code: exitCode, ok: exitCode === 0, error: errorCode },
    mirrored: [exitCode === 0, exitCode, exitCode === 0 ? undefined : exitCode],
  });
});

test('REQ-F-001: a code that the command does not declare is flagged', async () => {
  const { envelope } = await ask(['declared', '80']);
  expect(envelope.warnings.map(({ code }) => code)).toEqual(['UNDECLARED_EXIT_CODE']);
});

test.each([
  ['--max', '3'],
  ['--max', 'many', '--kind', 'a'],
  ['--max', '99', '--kind', 'a'],
  ['--max', '3', '--kind', 'z'],
  ['--max', '3', '--kind', 'a', '--when', 'yesterday-ish'],
  ['--max', '3', '--kind', 'a', '--unknown'],
  ['--max', '3', '--kind', 'a', 'too', 'many'],
  ['--max', '3', '--max', '4', '--kind', 'a'],
  ['--input', '{"max":3,'],
])('REQ-F-002: mark %s %s … changes nothing and exits with 2', async (...words) => {
  const cwd = makeDirectory();
  const { code, envelope } = await ask(['mark', ...words], { cwd });
  expect({ code, error: envelope.error, marked: existsSync(join(cwd, 'marker.txt')) }).toMatchObject({
    code: 2,
    error: { phase: 'validation', retryable: false, fix_required: expect.stringMatching(/\w/), exit_code: 2 },
    marked: false,
  });
});

test('REQ-C-006: everything that is wrong is told at once, with field and value', async () => {
  const { envelope } = await ask(['mark', '--max', '99', '--kind', 'z', '--when', 'never']);
  const byField = (left: { field: string }, right: { field: string }) => left.field.localeCompare(right.field);
  expect(envelope.error.errors.sort(byField)).toEqual([
    { field: '--kind', code: expect.any(String), message: expect.any(String), value: 'z' },
    { field: '--max', code: 'OUT_OF_RANGE', message: expect.any(String), value: 99 },
    { field: '--when', code: expect.any(String), message: expect.any(String), value: 'never' },
  ]);
});

const failures = ['own', 'mark', 'nowhere', 'partly', 'missing', 'hidden', 'signed-out', 'limited', 'throws', 'down'];

test.each(failures)('REQ-C-013, REQ-C-014: %s fails with all that an error has to say', async (command) => {
  const { envelope, stdout } = await ask([command]);
  expect(envelope.error).toMatchObject({
    code: expect.stringMatching(/^[A-Z][A-Z0-9_]+$/),
    message: expect.stringMatching(/\w+ \w+/),
    hint: expect.stringMatching(/\w/),
    retryable: ['limited', 'down'].includes(command),
  });
  expect(envelope.error.suggestion).toBe(envelope.error.hint);
  expect(stdout).not.toMatch(/at .*\.mjs|node:internal|secret of the inside/);
});

test('REQ-C-014: who has to wait is told how long', async () => {
  const [limited, down] = await Promise.all([ask(['limited']), ask(['down'])]);
  expect(limited.envelope.error).toMatchObject({ retryable: true, retry_after_ms: 2_000 });
  expect(down.envelope.error.retry_after_ms).toBeGreaterThan(0);
});

test('REQ-F-001: where a command has gone is told', async () => {
  const { envelope } = await ask(['moved']);
  expect(envelope.error.redirect).toEqual({ command: 'fine', permanent: true, reason: 'It was renamed' });
});

test('REQ-C-028: what is there already is shown with the failure', async () => {
  const { code, envelope } = await ask(['create']);
  expect({ code, ok: envelope.ok, error: envelope.error.code, data: envelope.data }).toEqual({
    ...{ code: 6, ok: false, error: 'ALREADY_EXISTS', data: { existing: { id: 7 } } },
  });
});

test('REQ-C-030: the fix runs as it stands, twice, and mends it', async () => {
  const cwd = makeDirectory();
  const before = await ask(['prepared'], { cwd });
  const fixes = [];
  for (let n = 0; n < 2; n++) fixes.push(await inShell(before.envelope.error.fix_command, { cwd }));
  const after = await ask(['prepared'], { cwd });
  expect([before.code, ...fixes.map(({ code }) => code), after.code]).toEqual([4, 0, 0, 0]);
  expect(Object.keys(filesIn(cwd))).toEqual([join(cwd, 'prepared.txt')]);
});

test('REQ-C-030: a fix that destroys is not offered', async () => {
  const { envelope } = await ask(['bad-fix']);
  expect('fix_command' in envelope.error).toBe(false);
});

test('REQ-F-012: a timeout tells how far it came, and what the command declares about it', async () => {
  const { code, envelope } = await ask(['steps']);
  expect({ code, data: envelope.data, error: envelope.error, meta: envelope.meta }).toMatchObject({
    code: 10,
    data: { partial: true },
    error: {
      ...{ code: 'TIMEOUT', retryable: false },
      ...{ completed_steps: ['fetch'], failed_step: 'build', skipped_steps: ['publish'] },
    },
    meta: { timeout_ms: 300 },
  });
  expect(envelope.meta.duration_ms).toBeGreaterThanOrEqual(300);
});

test('REQ-F-012: whether a retry helps is what the command declares', async () => {
  const { envelope } = await ask(['declared', '5']);
  expect(envelope.error.retryable).toBe(true);
});

test('REQ-F-011: the limit is told, and what never ends is ended', async () => {
  const { code, envelope } = await ask(['deaf', '--timeout', '200ms']);
  expect({ code, limit: envelope.meta.timeout_ms }).toEqual({ code: 10, limit: 200 });
  expect((await ask(['fine'])).envelope.meta.timeout_ms).toBe(30_000);
});

test('REQ-F-011, REQ-F-012: what never gives the thread back is ended, with an answer', async () => {
  const started = performance.now();
  const { code, envelope } = await ask(['busy']);
  expect({ code, error: envelope.error.code, limit: envelope.meta.timeout_ms }).toEqual({
    ...{ code: 10, error: 'TIMEOUT', limit: 500 },
  });
  // Within five seconds of its limit on a machine of one's own.
  expect(performance.now() - started).toBeLessThan(20_000);
});
