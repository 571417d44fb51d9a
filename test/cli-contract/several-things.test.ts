// Commands that do several things, or start something that goes on: what becomes of each, and how it is looked after.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDirectory } from '../cli/process.js';
import { inShell, readDocument } from './contract-cli.js';
import { interruptWork, work } from './work-cli.js';

const failed = (code: string, message: string, hint: string) => ({ ok: false, error: { code, message, hint } });
const none = failed('NOT_FOUND', 'There is none.', 'Name another');
const interrupted = failed('INTERRUPTED', 'The run ended in the middle of it', 'Check how far it got');

describe('REQ-C-009: several things', () => {
  test('each is told, the bad ones with their error, and the exit code says that it was not all', async () => {
    const { code, envelope, stderr } = await work(['batch', 'a', 'missing', 'bcd', 'broken', 'ef']);
    const unexpected = failed(
      'EXECUTION_ERROR',
      'It ended with an unexpected error',
      'This is a bug in the command: its author can find the details in the log',
    );
    expect([code, envelope.error.code, envelope.error.retryable]).toEqual([3, 'PARTIAL_FAILURE', false]);
    expect(envelope.data).toEqual({
      summary: { total: 5, succeeded: 3, failed: 2, skipped: 0 },
      items: [
        { index: 0, item: 'a', ok: true, data: { length: 1 } },
        { index: 1, item: 'missing', ...none },
        { index: 2, item: 'bcd', ok: true, data: { length: 3 } },
        { index: 3, item: 'broken', ...unexpected },
        { index: 4, item: 'ef', ok: true, data: { length: 2 } },
      ],
      partial: true,
    });
    expect(stderr).toContain('The inside of it.');
  });

  test('where all of them succeed it is an answer', async () => {
    const { code, envelope } = await work(['batch', 'a', 'b']);
    expect([code, envelope.data.effect, envelope.data.summary]).toEqual([
      ...[0, 'updated'],
      { total: 2, succeeded: 2, failed: 0, skipped: 0 },
    ]);
  });

  test('where none does, the code is theirs', async () => {
    const { code, envelope } = await work(['batch', 'missing', 'missing']);
    expect([code, envelope.error.code, envelope.data.summary]).toEqual([
      ...[5, 'NOT_FOUND'],
      { total: 2, succeeded: 0, failed: 2, skipped: 0 },
    ]);
  });

  test('thousands of them are told, too', async () => {
    const { envelope } = await work(['batch', 'a', 'missing', '--times', '2000']);
    expect(envelope.data.items).toHaveLength(4_000);
  });

  test('a secret stays one', async () => {
    const { stdout, stderr } = await work(['batch', 'a', '--token', 'a-very-secret-thing']);
    expect(stdout + stderr).not.toContain('a-very-secret-thing');
  });

  const soFar = {
    summary: { total: 4, succeeded: 1, failed: 1, skipped: 2 },
    items: [
      { index: 0, item: 'a', ok: true, data: { length: 1 } },
      { index: 1, item: 'wait', ...interrupted },
      { index: 2, item: 'b', ok: false, skipped: true },
      { index: 3, item: 'c', ok: false, skipped: true },
    ],
    partial: true,
  };

  test('SIGTERM stops it, and what was skipped is told', async () => {
    const { code, stdout } = await interruptWork(['batch', 'a', 'wait', 'b', 'c'], 'SIGTERM');
    expect([code, readDocument(stdout).data]).toEqual([143, soFar]);
  });

  test('so does its time', async () => {
    const { code, envelope } = await work(['batch', 'a', 'wait', 'b', 'c', '--timeout', '2s']);
    expect([code, envelope.data]).toEqual([10, soFar]);
  });
});

describe('REQ-C-008: steps', () => {
  const steps = { completed_steps: ['fetch'], failed_step: 'build', skipped_steps: ['publish'] };

  test('stand in the schema', async () => {
    expect((await work(['steps', '--schema'])).envelope.data.steps).toEqual(['fetch', 'build', 'publish']);
  });

  test('are told where one fails', async () => {
    const { code, envelope } = await work(['steps', '--fail']);
    expect([code, envelope.error, envelope.data]).toMatchObject([3, steps, { partial: true }]);
  });

  test('are told where time is up', async () => {
    const { code, envelope } = await work(['steps', '--timeout', '2s']);
    expect([code, envelope.error, envelope.data]).toMatchObject([10, steps, { partial: true }]);
  });

  test('are told after SIGTERM', async () => {
    const { code, stdout } = await interruptWork(['steps'], 'SIGTERM');
    const { error, data } = readDocument(stdout);
    expect([code, error, data]).toMatchObject([143, steps, { partial: true }]);
  });
});

describe('REQ-C-022: jobs', () => {
  test('the answer names the job and lines that can be run as they stand', async () => {
    const cwd = makeDirectory();
    const { code, envelope } = await work(['deploy', 'start'], { cwd });
    const { status_command: status, cancel_command: cancel, ...rest } = envelope.data;
    expect([code, rest]).toEqual([0, { effect: 'created', job_id: 'job 7', status: 'running', poll_after_ms: 50 }]);
    const statusOf = async (line: string) => readDocument((await inShell(line, { cwd })).stdout).data.status;
    expect([await statusOf(status), await statusOf(status)]).toEqual(['running', 'done']);
    expect([await statusOf(cancel), await statusOf(status)]).toEqual(['canceled', 'canceled']);
  });

  test('an id that looks like an option stays an id', async () => {
    const cwd = makeDirectory();
    const { envelope } = await work(['deploy', 'start', '--name=--help'], { cwd });
    const { stdout } = await inShell(envelope.data.status_command, { cwd });
    expect(readDocument(stdout).data).toEqual({ job_id: '--help', status: 'running' });
  });

  test('a plan gets the lines as a plan runs them', async () => {
    const { stdout } = await work(['exec'], { input: '{"_cmd":"deploy.start"}\n' });
    expect(readDocument(stdout).data.status_command).toBe("deploy status 'job 7'");
  });

  test('a dry run starts none', async () => {
    const cwd = makeDirectory();
    const { envelope } = await work(['deploy', 'start', '--dry-run'], { cwd });
    expect([envelope.data, existsSync(join(cwd, 'jobs.json'))]).toEqual([{ effect: 'would_create' }, false]);
  });

  test('an answer without an id is a mistake of its author, and may have started one', async () => {
    const { code, envelope } = await work(['deploy', 'nameless']);
    expect([code, envelope.error.code, envelope.error.retryable]).toEqual([1, 'JOB_ID_MISSING', false]);
  });

  test('the manifest and the schema show it', async () => {
    const job = { status_command: 'deploy status', cancel_command: 'deploy cancel' };
    const { data } = (await work(['manifest'])).envelope;
    expect(data.commands['deploy.start']).toMatchObject({ job, output_schema: { required: expect.any(Array) } });
    expect((await work(['deploy', 'start', '--schema'])).envelope.data.job).toEqual(job);
  });

  test('the commands that look after it have to be there, and take its id', async () => {
    const { code, envelope } = await work(['go'], { environment: { APP: 'job-without-status' } });
    expect(code).not.toBe(0);
    const text = JSON.stringify(envelope.error);
    expect(text).toContain('its job.status names \\"look\\", which is not a command.');
    expect(text).toContain('its job.cancel names \\"end\\", which takes no id.');
  });
});
