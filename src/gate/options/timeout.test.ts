import { expect, test } from 'vitest';
import type { GateOptions } from '../gate-options.js';
import { openGate, told } from './test-helpers.js';

/** It ends when it is told to, and otherwise after a short while. */
const open = (options: Partial<GateOptions> = {}, timeoutMs?: number) =>
  openGate(
    {
      wait: {
        description: 'x',
        danger: 'safe',
        ...(timeoutMs !== undefined && { timeoutMs }),
        handler: () => new Promise((resolve) => setTimeout(resolve, 150, 'done')),
      },
    },
    {},
    options,
  );

const lowered = { warnings: ['TIMEOUT_LOWERED'] };
const timedOut = { code: 'TIMEOUT', exitCode: 10, details: [] };

test('whoever starts the process may wait longer than usual, and for ever', async () => {
  const { run } = open();
  expect(told(await run('wait --timeout 5m', { door: 'cli' }))).toEqual({ data: 'done' });
  expect(told(await run('wait --timeout 0', { door: 'cli' }))).toEqual({ data: 'done' });
  expect(told(await run('wait --timeout 20', { door: 'cli' }))).toEqual(timedOut);
});

test('what the owner or the author allows is not exceeded', async () => {
  const limited = open({ limits: { timeoutMs: 20 } });
  expect(told(await limited.run('wait --timeout 0', { door: 'cli' }))).toEqual({ ...timedOut, ...lowered });
  const declared = open({}, 20);
  expect(told(await declared.run('wait --timeout 5m', { door: 'cli' }))).toEqual({ ...timedOut, ...lowered });
});

test('behind other doors the usual time is the longest', async () => {
  expect(told(await open().run('wait --timeout 5m', { door: 'mcp-http' }))).toEqual({ data: 'done', ...lowered });
});
