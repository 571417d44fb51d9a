// The same outcomes as each protocol shows them.
import { expect, test } from 'vitest';
import { findEnvelopeFaults } from '../../packages/checks/src/contract/schemas/find-envelope-faults.js';
import { commandCodes, errorCodes } from '../vocabulary/error-codes.js';
import { CommandError, GateError } from '../vocabulary/gate-error.js';
import type { Completed, Failed, RunFacts } from '../vocabulary/outcome.js';
import { renderAcli } from './acli.js';
import { exitCodeOf, renderEnvelope } from './envelope.js';
import { toCallToolResult } from './mcp-result.js';

const run: RunFacts = {
  runId: 'run_1',
  command: 'events --max 3',
  path: ['events'],
  danger: 'safe',
  durationMs: 12,
  dryRun: false,
  presentation: {},
  warnings: [],
};

const completed = (data: unknown, more: Partial<Completed> = {}): Completed => ({
  status: 'completed',
  json: JSON.stringify(data),
  data,
  message: undefined,
  truncated: undefined,
  run,
  ...more,
});

const failed = (error: GateError, more: Partial<RunFacts> = {}): Failed => ({
  status: 'failed',
  error,
  run: { ...run, ...more },
});

const facts = { toolVersion: '1.2.3', directory: '/somewhere' };
const envelope = (outcome: Completed | Failed) => JSON.parse(renderEnvelope(outcome, facts));

test('a success is the ACLI response of the specification, compact', () => {
  expect(renderAcli(completed({ events: [] }, { message: 'Found "none"' }))).toBe(
    '{"success":true,"data":{"events":[]},"message":"Found \\"none\\"","_meta":{"command":"events --max 3","duration_ms":12}}',
  );
  expect(renderAcli(completed(null))).toBe(
    '{"success":true,"data":null,"_meta":{"command":"events --max 3","duration_ms":12}}',
  );
});

test('what was cut and what was warned of is told beside the data', () => {
  const warnings = [{ code: 'TRUNCATED', message: 'Cut.' }];
  const outcome = completed([], { truncated: { limitBytes: 10, totalBytes: 20 }, run: { ...run, warnings } });
  expect(JSON.parse(renderAcli(outcome))._meta).toEqual({
    command: 'events --max 3',
    duration_ms: 12,
    truncated: true,
    total_bytes: 20,
    limit_bytes: 10,
    warnings,
  });
  expect(envelope(outcome)).toMatchObject({ warnings, meta: { truncated: true, total_bytes: 20 } });
});

test('an error has the closed code for agents, and the finer one as its first detail', () => {
  const outcome = failed(new CommandError('ALREADY_EXISTS', 'It exists.', { hint: 'Take another', exitCode: 79 }));
  expect(JSON.parse(renderAcli(outcome))).toEqual({
    success: false,
    error: {
      code: 'EXECUTION_ERROR',
      message: 'It exists.',
      hint: 'Take another',
      details: [{ code: 'ALREADY_EXISTS', message: 'It exists.' }],
    },
    _meta: { command: 'events --max 3' },
  });
  expect(envelope(outcome).error).toMatchObject({ code: 'ALREADY_EXISTS', exit_code: 79, retryable: false });
  expect(exitCodeOf(outcome)).toBe(79);
});

test('everything that an error knows reaches the agent', () => {
  const error = new GateError('VALIDATION_ERROR', 'Invalid argument: --max', {
    hint: 'Use a number',
    usage: 'events [--max <integer>]',
    examples: ['events --max 3'],
    details: [{ code: 'INVALID_INTEGER', field: '--max', message: 'It is no number', value: 'many' }],
  });
  expect(JSON.parse(renderAcli(failed(error))).error).toEqual({
    code: 'VALIDATION_ERROR',
    message: 'Invalid argument: --max',
    hint: 'Use a number',
    usage: 'events [--max <integer>]',
    examples: ['events --max 3'],
    details: [{ code: 'INVALID_INTEGER', field: '--max', message: 'It is no number', value: 'many' }],
  });
});

test('an MCP result is one text and whether it failed', () => {
  const success = completed(1);
  expect(toCallToolResult(success)).toEqual({ content: [{ type: 'text', text: renderAcli(success) }], isError: false });
  const failure = failed(new GateError('TIMEOUT', 'Late', { hint: 'Less' }));
  expect(toCallToolResult(failure)).toEqual({ content: [{ type: 'text', text: renderAcli(failure) }], isError: true });
});

test('an envelope always has its five keys, and data is an object, a list or null', () => {
  for (const outcome of [completed({ a: 1 }), failed(new GateError('TIMEOUT', 'Late', { hint: 'Less' }))]) {
    expect(Object.keys(envelope(outcome))).toEqual(['ok', 'data', 'error', 'warnings', 'meta']);
  }
  expect([[1], { a: 1 }, 'text', 7, true, null].map((data) => envelope(completed(data)).data)).toEqual([
    [1],
    { a: 1 },
    { value: 'text' },
    { value: 7 },
    { value: true },
    { value: null },
  ]);
});

test('the facts of a run are in the envelope’s meta', () => {
  expect(envelope(completed({}, { message: 'Done', run: { ...run, dryRun: true } })).meta).toEqual({
    duration_ms: 12,
    request_id: 'run_1',
    command: 'events --max 3',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    schema_version: '1.0',
    tool_version: '1.2.3',
    cwd: '/somewhere',
    ok: true,
    exit_code: 0,
    message: 'Done',
    dry_run: true,
  });
});

test('so is what only some doors and some runs know', () => {
  const told = { ...facts, traceId: 't-1', configSources: ['/a.json'], configHash: 'ab' };
  const outcome = completed({}, { run: { ...run, timeoutMs: 500, about: { pagination: { total: 1 } } } });
  expect(JSON.parse(renderEnvelope(outcome, told, { _line: 1 })).meta).toMatchObject({
    ...{ trace_id: 't-1', config_sources: ['/a.json'], config_hash: 'ab' },
    ...{ timeout_ms: 500, pagination: { total: 1 }, _line: 1 },
  });
});

test('a failure can hold data, where to go, how to mend it and how far it came', () => {
  const error = new CommandError('REDIRECTED', 'It has moved.', {
    fixCommand: 'events',
    redirect: { command: 'events', permanent: false },
    data: { there: 1 },
  });
  const steps = { completed: ['one'], current: 'two', skipped: ['three'] };
  const exitCodes = { '13': { description: 'Moved', retryable: true, sideEffects: 'none' } } as const;
  const outcome = failed(error, { steps, exitCodes });
  expect(envelope(outcome)).toMatchObject({
    data: { there: 1, partial: true },
    error: {
      ...{ suggestion: 'Use the command named in the error', retryable: true, fix_command: 'events' },
      redirect: { command: 'events', permanent: false },
      ...{ completed_steps: ['one'], failed_step: 'two', skipped_steps: ['three'], exit_code: 13 },
    },
  });
  const offered = (offerFix: (line: string) => string | undefined) =>
    JSON.parse(renderEnvelope(outcome, { ...facts, offerFix })).error.fix_command;
  expect([offered((line) => `tool ${line}`), offered(() => undefined)]).toEqual(['tool events', undefined]);
});

test.each([
  ['RATE_LIMITED', 'mutating', true, undefined, 11],
  ['UNAVAILABLE', 'destructive', true, undefined, 12],
  ['TIMEOUT', 'safe', true, undefined, 10],
  ['TIMEOUT', 'mutating', false, undefined, 10],
  ['TIMEOUT', undefined, false, undefined, 10],
  ['CANCELED', 'safe', true, undefined, 1],
  ['VALIDATION_ERROR', 'safe', false, 'x', 2],
  ['PERMISSION_DENIED', 'safe', false, undefined, 7],
  ['EXECUTION_ERROR', 'safe', false, undefined, 1],
] as const)('%s of a %s command: retryable %s', (code, danger, retryable, fixRequired, exitCode) => {
  const outcome = failed(new GateError(code, 'x', { hint: 'y', retryAfterMs: 5 }), { danger });
  const { error, meta } = envelope(outcome);
  expect({ retryable: error.retryable, fix: error.fix_required, exit: error.exit_code, meta: meta.exit_code }).toEqual({
    retryable,
    fix: fixRequired,
    exit: exitCode,
    meta: exitCode,
  });
  expect(error.retry_after_ms).toBe(5);
});

test('every error there can be is a valid envelope, and names the condition to correct where it is not retryable as it is', () => {
  const codes = [...Object.keys(errorCodes), ...commandCodes.keys(), 'OWN_CODE'];
  const details = [
    { code: 'X', field: '--a', message: 'The --a is wrong' },
    { code: 'Y', message: 'The --b is missing' },
  ];
  for (const code of codes) {
    for (const danger of ['safe', 'mutating', 'destructive', undefined] as const) {
      for (const given of [[], details]) {
        const own = Object.hasOwn(errorCodes, code);
        const error = own
          ? new GateError(code, 'It is wrong', { hint: 'Do this', details: given, retryAfterMs: 5 })
          : new CommandError(code, 'It is wrong', { details: given });
        const shown = envelope(failed(error, { danger }));

        expect([code, findEnvelopeFaults(shown, error.row.exitCode)]).toEqual([code, []]);
        const condition = given.length > 0 ? 'The --a is wrong; The --b is missing' : 'It is wrong';
        expect([code, shown.error.fix_required]).toEqual([
          code,
          error.row.retry === 'after-fix' ? condition : undefined,
        ]);
      }
    }
  }
});

test('several conditions to correct are one sentence', () => {
  const conditionOf = (...messages: readonly string[]) => {
    const details = messages.map((message) => ({ code: 'INVALID_VALUE', message }));
    return envelope(failed(new GateError('VALIDATION_ERROR', 'It is wrong', { hint: 'Do this', details }))).error
      .fix_required;
  };

  expect(conditionOf('The name is missing.')).toBe('The name is missing.');
  expect(conditionOf('The name is missing')).toBe('The name is missing');
  expect(conditionOf('The name is missing.', 'The age is no number. ')).toBe(
    'The name is missing; The age is no number.',
  );
  expect(conditionOf('The name is missing', 'The age is no number')).toBe('The name is missing; The age is no number');
  expect(conditionOf('The name is missing.', 'The age is no number', 'Is it there?')).toBe(
    'The name is missing; The age is no number; Is it there?',
  );
  expect(conditionOf('It ends so...', 'The age is no number')).toBe('It ends so...; The age is no number');
});

test('a condition to correct is never empty, and never long', () => {
  const conditionOf = (error: GateError) => envelope(failed(error)).error.fix_required;

  expect(conditionOf(new GateError('PARSE_ERROR', ' ', { hint: 'Do this' }))).toBe(
    'The command text could not be read.',
  );
  expect(conditionOf(new GateError('PARSE_ERROR', '😀'.repeat(2_000), { hint: 'Do this' }))).toHaveLength(1_000);
});
