// Programs are real ones, run by a gate: what a result is made of is decided there.

import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { command } from '../../test/fixtures/commands/build.js';
import { createGate } from '../gate/gate.js';
import { localCaller, openSession } from '../gate/session.js';
import type { Command, FunctionCommand, ProgramCommand } from '../vocabulary/command.js';
import { errorCodes } from '../vocabulary/error-codes.js';
import { CommandError, GateError } from '../vocabulary/gate-error.js';
import { type Completed, failedAtTheDoor, type Outcome } from '../vocabulary/outcome.js';
import type { PlannedCall, ProgramPlan } from '../vocabulary/program.js';
import { renderUtcp, utcpErrorName } from './utcp.js';

const workspace = realpathSync(tmpdir());

function script(
  name: string,
  text: string,
  more: Partial<ProgramPlan> = {},
  interpret?: PlannedCall['interpret'],
): ProgramCommand {
  const { run: _, dryRun: __, ...facts } = command(name) as FunctionCommand;
  const plan: ProgramPlan = {
    program: '/bin/sh',
    name: 'sh',
    args: ['-c', text],
    directory: workspace,
    environment: { PATH: '/usr/bin:/bin' },
    stdin: undefined,
    stdout: 'pipe',
    stderr: 'pipe',
    encoding: 'utf8',
    secrets: [],
    timeoutMs: undefined,
    ...more,
  };
  return { ...facts, plan: () => ({ plan, interpret }) };
}

const giving = (name: string, value: unknown): Command => command(name, { run: () => value });

const gate = createGate({
  workspace,
  limits: { outputBytes: 2_000 },
  commands: {
    groups: [],
    commands: [
      script('list', 'echo a; echo b'),
      script('fail', 'echo half; echo "no such file" >&2; exit 2'),
      script('second', 'echo said; echo why >&2; exit 3', {
        step: { number: 2, of: 3, shown: true, isRead: false, mayFail: false, next: undefined },
      }),
      script('killed', 'echo begun; kill -KILL $$'),
      script('slow', 'echo begun; exec sleep 600', { timeoutMs: 500 }),
      script('silent', 'echo unheard; exit 3', { stdout: 'ignore', stderr: 'ignore' }),
      script('half', 'echo heard; echo unheard >&2', { stderr: 'ignore' }),
      script('much', 'seq 10000'),
      script('unwanted', 'echo error', {}, () => ({ success: false, data: 'error' })),
      script('missing', 'true', { program: '/nowhere/at/all' }),
      giving('text', 'a "text"\n'),
      giving('object', { a: [1] }),
      giving('date', new Date(0)),
      giving('nothing', undefined),
      command('conflict', {
        run: () => {
          throw new CommandError('ALREADY_EXISTS', 'It exists.', { hint: 'Take another' });
        },
      }),
    ],
  },
});

afterAll(() => gate.close());

async function render(line: string): Promise<Record<string, unknown>> {
  return JSON.parse(
    renderUtcp(await gate.run({ line, door: 'cli', caller: localCaller, session: openSession(workspace) })),
  );
}

const seconds = expect.any(Number);

describe('a result', () => {
  test('has the four fields of the specification, in its order, with the time in seconds', () => {
    const data = { exit_code: 0, signal: null, stdout: 'a\n', stderr: '', duration_ms: 123, truncated: false };
    const outcome: Completed = {
      status: 'completed',
      json: JSON.stringify(data),
      data,
      message: undefined,
      truncated: undefined,
      streams: { stdout: 'a\n', stderr: '' },
      run: { ...failedAtTheDoor(new GateError('TIMEOUT', '', { hint: '' }), 'x').run, durationMs: 999 },
    };
    expect(renderUtcp(outcome)).toBe('{"stdout":"a\\n","stderr":"","return_code":0,"execution_time":0.123}');
  });

  test.each([
    ['list', { stdout: 'a\nb\n', stderr: '', return_code: 0, execution_time: seconds }],
    ['half', { stdout: 'heard\n', stderr: '', return_code: 0, execution_time: seconds }],
    ['text', { stdout: 'a "text"\n', stderr: '', return_code: 0, execution_time: seconds }],
    ['object', { stdout: '{"a":[1]}', stderr: '', return_code: 0, execution_time: seconds }],
    ['date', { stdout: '1970-01-01T00:00:00.000Z', stderr: '', return_code: 0, execution_time: seconds }],
    ['nothing', { stdout: 'null', stderr: '', return_code: 0, execution_time: seconds }],
  ])('of %s', async (line, expected) => {
    expect(await render(line)).toEqual(expected);
  });

  test('of a program that fails is one all the same', async () => {
    expect(await render('fail')).toEqual({
      stdout: 'half\n',
      stderr: 'no such file\n',
      return_code: 2,
      execution_time: seconds,
    });
  });

  test('of a list says in stderr which of its programs failed', async () => {
    expect(await render('second')).toEqual({
      stdout: 'said\n',
      stderr: 'why\ncmdgate: step 2 of 3 (sh) failed, and nothing after it ran\n',
      return_code: 3,
      execution_time: seconds,
    });
  });

  test('of a program that a signal ended has the number of the signal', async () => {
    expect(await render('killed')).toEqual({ stdout: 'begun\n', stderr: '', return_code: -9, execution_time: seconds });
  });

  test('says so where nothing was captured', async () => {
    expect(await render('silent')).toEqual({
      stdout: '',
      stderr: '',
      return_code: 3,
      execution_time: seconds,
      captured: false,
    });
  });

  test('the hint of other doors does not say that it printed nothing, where nobody knows', async () => {
    const outcome = await gate.run({
      line: 'silent',
      door: 'cli',
      caller: localCaller,
      session: openSession(workspace),
    });
    expect(outcome).toMatchObject({ error: { hint: 'Its output is not kept, as its definition says' } });
  });

  test('says so where more was printed than is kept', async () => {
    const { stdout, ...rest } = await render('much');
    expect(rest).toEqual({ stderr: '', return_code: 0, execution_time: seconds, truncated: true });
    expect(stdout).toMatch(/^1\n2\n[\s\S]* left out[\s\S]*10000\n$/);
  });

  test('of a dry run is what would be run', async () => {
    const { stdout, ...rest } = await render('list --dry-run');
    expect(rest).toEqual({ stderr: '', return_code: 0, execution_time: seconds });
    expect(JSON.parse(String(stdout))).toMatchObject({
      effect: 'would_run',
      would_run: { program: '/bin/sh', args: ['-c', 'echo a; echo b'] },
    });
  });
});

describe('an error', () => {
  test('of a program that took too long has its name, and what was printed until then', async () => {
    expect(await render('slow')).toEqual({
      error: {
        name: 'TimeoutError',
        message: expect.stringContaining('500ms'),
        hint: expect.stringContaining('begun'),
        code: 'TIMEOUT',
        result: { stdout: 'begun\n', stderr: '', return_code: -15, execution_time: seconds },
      },
    });
  });

  test('of a program that is not there has the name of the specification', async () => {
    expect(await render('missing')).toMatchObject({
      error: { name: 'CommandNotFoundError', code: 'PROGRAM_NOT_FOUND' },
    });
  });

  test('of a command has the code that the command gave it', async () => {
    expect(await render('conflict')).toEqual({
      error: { name: 'ExecutionError', message: 'It exists.', hint: 'Take another', code: 'ALREADY_EXISTS' },
    });
  });

  test('is never a result that looks like success', async () => {
    expect(await render('unwanted')).toEqual({
      error: {
        name: 'ExecutionError',
        message: expect.any(String),
        hint: expect.any(String),
        code: 'EXECUTION_ERROR',
        result: { stdout: 'error\n', stderr: '', return_code: 0, execution_time: seconds },
      },
    });
  });

  test('tells everything that is known', () => {
    const outcome: Outcome = failedAtTheDoor(
      new GateError('VALIDATION_ERROR', 'Invalid argument: --max', {
        hint: 'Use a number',
        usage: 'events [--max <integer>]',
        examples: ['events --max 3'],
        details: [{ code: 'INVALID_INTEGER', field: '--max', message: 'It is no number' }],
        retryAfterMs: 5,
        approvalId: 'approval_1',
      }),
      'events',
    );
    expect(JSON.parse(renderUtcp(outcome))).toEqual({
      error: {
        name: 'ValidationError',
        message: 'Invalid argument: --max',
        hint: 'Use a number',
        code: 'VALIDATION_ERROR',
        usage: 'events [--max <integer>]',
        examples: ['events --max 3'],
        details: [{ code: 'INVALID_INTEGER', field: '--max', message: 'It is no number' }],
        retry_after_ms: 5,
        approval_id: 'approval_1',
      },
    });
  });

  test('has one of these names', () => {
    const names = Object.keys(errorCodes).map((code) => [code, utcpErrorName(new GateError(code, '', { hint: '' }))]);
    expect(Object.fromEntries(names)).toEqual({
      PARSE_ERROR: 'ParseError',
      COMMAND_NOT_FOUND: 'ToolNotFoundError',
      VALIDATION_ERROR: 'ValidationError',
      PATH_TRAVERSAL_BLOCKED: 'PathTraversalError',
      DISPATCH_PARSE_ERROR: 'ParseError',
      PERMISSION_DENIED: 'PolicyError',
      APPROVAL_REQUIRED: 'ApprovalRequiredError',
      RATE_LIMITED: 'RateLimitError',
      TIMEOUT: 'TimeoutError',
      CANCELED: 'CanceledError',
      PROGRAM_NOT_FOUND: 'CommandNotFoundError',
      PROGRAM_NOT_EXECUTABLE: 'PermissionError',
      DIRECTORY_NOT_FOUND: 'DirectoryNotFoundError',
      EXECUTION_ERROR: 'ExecutionError',
      HANDLER_LOST: 'ExecutionError',
      UNAVAILABLE: 'UnavailableError',
    });
  });
});
