import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isSilent, removeDead, showAlive, showAliveNow } from './alive-socket.js';
import { askSocket } from './sockets.js';

let parent: string;
let directory: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'cmdgate-sockets-'));
  // Longer than the way to a socket may be.
  directory = join(parent, 'x'.repeat(150));
  mkdirSync(directory, { mode: 0o700 });
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** What a process leaves that is killed while it listens. */
async function leaveDead(name: string): Promise<void> {
  const code = `require('net').createServer().listen('${name}', () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', code], { cwd: directory, stdio: 'ignore' }), 'exit');
  expect(readdirSync(directory)).toContain(name);
}

test('whoever shows itself is not silent, until it stops', async () => {
  const { isShown, stop } = await showAliveNow(directory, 'one');
  expect([isShown, await isSilent(directory, 'one'), readdirSync(directory)]).toEqual([true, false, ['one.alive']]);
  expect(statSync(join(directory, 'one.alive')).mode & 0o777).toBe(0o600);
  stop();
  expect([readdirSync(directory), await isSilent(directory, 'one'), await isSilent(directory, 'one', true)]).toEqual([
    [],
    false,
    true,
  ]);
});

test('whoever stops before it was shown never is', async () => {
  showAlive(directory, 'one')();
  const stop = showAlive(directory, 'two');
  await expect.poll(() => readdirSync(directory)).toEqual(['two.alive']);
  stop();
  expect(readdirSync(directory)).toEqual([]);
});

test('the dead are silent, and what they left is removed; the living stay', async () => {
  await leaveDead('dead.alive');
  const { stop } = await showAliveNow(directory, 'living');
  writeFileSync(join(directory, 'notes'), '');
  expect(await isSilent(directory, 'dead')).toBe(true);
  await removeDead(directory);
  expect(readdirSync(directory)).toEqual(['living.alive', 'notes']);
  stop();
});

test('in a directory where others can write nobody is shown, and nobody is called dead', async () => {
  await leaveDead('dead.alive');
  chmodSync(directory, 0o777);
  expect((await showAliveNow(directory, 'one')).isShown).toBe(false);
  expect(await isSilent(directory, 'dead')).toBe(false);
});

test('a path that is too long for a socket says nothing', async () => {
  await leaveDead('dead.alive');
  expect(await askSocket(join(directory, 'dead.alive'))).toBe('unknown');
});
