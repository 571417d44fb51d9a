// What only the built package can show: that its keeper is where it is looked for, and that nothing of an answer is lost.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { cmdgate, makeDirectory, startCmdgate } from '../cli/process.js';
import { isAlive } from '../fixtures/is-alive.js';
import { handle } from './workspace.js';

const workspaceWith = (...handles: object[]) =>
  makeDirectory({
    'cmdgate.config.json': JSON.stringify({ handles: ['handles.json'], sandbox: 'off' }),
    'handles.json': JSON.stringify(handles),
  });

test('a gate that is killed leaves nothing of what it started', async () => {
  const cwd = workspaceWith(handle('long', 'sh', ['-c', 'echo $$; exec sleep 600']));
  const gate = startCmdgate(['run', 'long', '--format', 'text'], { cwd });
  const pid = await new Promise<number>((resolve) => gate.stdout.once('data', (text) => resolve(Number(text))));
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  expect(isAlive(pid)).toBe(true);

  gate.kill('SIGKILL');

  for (let tries = 0; tries < 250 && isAlive(pid); tries++) await delay(20);
  expect(isAlive(pid)).toBe(false);
});

test('a command line shows all that a program printed', async () => {
  const cwd = workspaceWith(handle('much', 'seq', ['100000']));
  const { stdout } = await cmdgate(['run', 'much'], { cwd });
  const { data, warnings } = JSON.parse(stdout);
  expect([data.stdout.length, data.truncated, warnings]).toEqual([588_895, false, []]);
});
