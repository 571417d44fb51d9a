import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { lookFirst } from '../../src/vocabulary/half-done.js';
import { isAlive } from '../fixtures/is-alive.js';
import { fixture, handle, openWorkspace } from './workspace.js';

async function endsSoon(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 250 && isAlive(pid); tries++) await delay(20);
  return !isAlive(pid);
}

const python = (name: string, more: object = {}) => handle('child', fixture(name), ['0'], more);

describe('a program that takes too long', () => {
  test('is ended although it ignores SIGTERM, and what it printed is in the answer', async () => {
    const { failed } = await openWorkspace([python('ignore-sigterm.py')], { limits: { timeoutMs: 800, graceMs: 200 } });
    const { error } = await failed('child');
    expect([error.code, error.message]).toEqual(['TIMEOUT', 'Command timed out after 800ms']);
    expect(error.result).toMatchObject({ exit_code: null, signal: 'SIGKILL' });
    const pid = Number(error.result?.stdout);
    expect(pid).toBeGreaterThan(0);
    expect(isAlive(pid)).toBe(false);
    expect(error.hint).toContain(`Last output: ${pid}`);
  });

  test('has the time of its handle, which the owner caps', async () => {
    const slow = handle('slow', 'sleep', ['60'], { io: { timeout: 100 } });
    const slower = handle('slower', 'sleep', ['60'], { io: { timeout: 60_000 } });
    const { failed } = await openWorkspace([slow, slower], { limits: { timeoutMs: 300 } });
    expect((await failed('slow')).error.message).toBe('Command timed out after 100ms');
    expect((await failed('slower')).error.message).toBe('Command timed out after 300ms');
    expect((await failed('slower --timeout 50ms')).error.message).toBe('Command timed out after 50ms');
  });

  test('is given advice that helps: more time only where there is more', async () => {
    const handles = [handle('slow', 'sleep', ['60'], { danger: 'safe' }), handle('changes', 'sleep', ['60'])];
    const { failed } = await openWorkspace(handles, { limits: { timeoutMs: 300 } });
    const noMore = 'Do less per call: the owner allows no more time, not even in the background';
    expect((await failed('slow')).error.hint).toBe(noMore);
    expect((await failed('slow --timeout 60s')).error.hint).toBe(noMore);
    expect((await failed('slow --timeout 50ms')).error.hint).toBe('Allow more time with --timeout');
    expect((await failed('changes')).error.hint).toBe(`${lookFirst}. ${noMore}`);
  });
});

test('a program whose caller goes away is ended', async () => {
  const { gate } = await openWorkspace([python('ignore-sigterm.py')], { limits: { graceMs: 100 } });
  const controller = new AbortController();
  let pid = 0;
  const outcome = await gate.run('child', {
    signal: controller.signal,
    onEvent: (event) => {
      if (event.type !== 'output-delta') return;
      pid = Number(event.text);
      controller.abort();
    },
  });
  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'CANCELED' } });
  expect(isAlive(pid)).toBe(false);
});

test('what left the group and keeps the pipe open does not hold the answer, and is found', async () => {
  const { completed } = await openWorkspace([python('leave-group.py')]);
  const { stdout } = await completed('child');
  const [pid = '0', words] = String(stdout).split('\n');
  expect(words).toBe('the last words');
  expect(await endsSoon(Number(pid))).toBe(true);
});

test('what stays in the group is gone when the answer comes', async () => {
  const { failed } = await openWorkspace([python('leave-in-group.py')]);
  const { error } = await failed('child');
  expect(isAlive(Number(error.result?.stdout))).toBe(false);
});

test('closing the gate ends what still runs', async () => {
  const { gate, completed } = await openWorkspace([handle('long', 'sleep', ['600'])]);
  const started = await completed('long --background');
  let pid: unknown;
  for (let tries = 0; tries < 100 && pid === undefined; tries++) {
    ({ pid } = await completed(`runs show ${started.run}`));
    await delay(10);
  }
  expect(isAlive(Number(pid))).toBe(true);
  await gate.close();
  expect(isAlive(Number(pid))).toBe(false);
});

test('callers take turns: one that asks for much does not keep another waiting', async () => {
  const { gate } = await openWorkspace([handle('short', 'sleep', ['0.05'])], { limits: { processes: 1 } });
  const order: string[] = [];
  const ask = async (name: string) => {
    await gate.run('short', { caller: { name, may: 'everything' } });
    order.push(name);
  };
  await Promise.all([...Array.from({ length: 12 }, () => ask('many')), ask('few')]);
  expect(order.indexOf('few')).toBeLessThan(4);
});

describe('limits of one program', () => {
  test('hold: processor time, file size, open files', async () => {
    const { failed } = await openWorkspace(
      [
        handle('compute', 'python3', ['-c', 'while True: pass'], { environment: {} }),
        handle('open', 'python3', ['-c', "files = [open('/dev/null') for _ in range(100)]"]),
        handle('grow', 'dd', ['if=/dev/zero', 'of=large', 'bs=1000', 'count=100']),
      ],
      { limits: { program: { cpuSeconds: 1, fileBytes: 10_000, openFiles: 32 } } },
    );
    const { error } = await failed('compute');
    expect(error.result).toMatchObject({ signal: 'SIGXCPU' });
    expect(error.hint).toContain('processor time the owner allows');
    expect((await failed('open')).error.result).toMatchObject({
      stderr: expect.stringContaining('Too many open files'),
    });
    expect((await failed('grow')).error.result).toMatchObject({ signal: 'SIGXFSZ' });
  });
});

describe('credentials', () => {
  const key = 'k3y-$(a|b)*-value';
  const secured = handle('show', 'printenv', ['API_KEY'], {
    security: { scheme: 'x-env', environment: { API_KEY: 'deploy' } },
  });

  test('reach the program and are shown nowhere', async () => {
    process.env.CMDGATE_TEST_KEY = key;
    const { gate, completed } = await openWorkspace([secured], { credentials: { deploy: 'env:CMDGATE_TEST_KEY' } });
    delete process.env.CMDGATE_TEST_KEY;
    const events: unknown[] = [];
    const outcome = await gate.run('show', { onEvent: (event) => events.push(event) });
    expect(outcome).toMatchObject({ status: 'completed', data: { exit_code: 0, stdout: '[REDACTED]\n' } });
    const { would_run } = await completed('show --dry-run');
    expect(would_run).toMatchObject({ environment: ['API_KEY'] });
    const read = await completed(`runs output ${outcome.run.runId}`);
    const all = JSON.stringify([
      outcome,
      events,
      would_run,
      read,
      await completed('help show'),
      await completed('schema show'),
    ]);
    expect(all).not.toContain('k3y');
  });

  test('that cannot be fetched stop the command, not the gate', async () => {
    const { gate, failed, completed } = await openWorkspace([secured, handle('other', 'true')], {
      credentials: { deploy: 'env:CMDGATE_NOT_SET' },
    });
    expect(gate.warnings).toEqual([expect.stringContaining('The credential "deploy" is missing')]);
    expect((await failed('show')).error).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await completed('other')).toMatchObject({ exit_code: 0 });
  });
});
