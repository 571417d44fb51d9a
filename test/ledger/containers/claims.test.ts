// What a process in a container had when it was killed: its number there means nothing here.

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { KeyStore } from '../../../src/ledger/idempotency/key-store.js';
import { acquireLock } from '../../../src/ledger/locks/named-lock.js';
import { buildPrograms } from '../../fixtures/build-program.js';

const { claimant } = await buildPrograms({ claimant: new URL('./fixtures/claimant.ts', import.meta.url) });

/** A process namespace of its own, as a container has it. */
const inNamespace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

interface Started {
  readonly directory: string;
  readonly child: ChildProcessByStdio<null, Readable, null>;
}

/** Resolves when it has what it wants. */
async function startThere(before: readonly string[]): Promise<Started> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-container-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const name of ['locks', 'keys']) mkdirSync(join(directory, name), { mode: 0o700 });
  const [program = '', ...args] = [...before, process.execPath, claimant, directory];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  expect(line).toBe('taken taken');
  return { directory, child };
}

async function claimHere(directory: string): Promise<readonly unknown[]> {
  const store = new KeyStore(join(directory, 'keys'));
  const lock = await acquireLock(join(directory, 'locks'), 'deploy', 'run_here');
  const key = await store.claim({ tool: 'office', caller: 'agent', key: 'k1', request: 'add a', run: 'run_here' });
  if (lock.state === 'taken') lock.free();
  store.close();
  return [lock.state, key];
}

describe.each([
  ['in the same namespace', []],
  ...(canUnshare ? [['in a namespace of its own', inNamespace] as const] : []),
] as readonly (readonly [string, readonly string[]])[])('a process %s', (_, before) => {
  test('keeps its lock and its key while it lives, and loses them when it is killed', async () => {
    const { directory, child } = await startThere(before);
    expect(await claimHere(directory)).toEqual(['held', { state: 'running', run: 'run_there' }]);

    child.kill('SIGKILL');
    await once(child, 'exit');

    await expect
      .poll(() => claimHere(directory), { timeout: 10_000 })
      .toEqual(['taken', { state: 'lost', run: 'run_there' }]);
    // What it left is gone, too.
    await expect.poll(() => readdirSync(join(directory, 'locks'))).toEqual([]);
    expect(readdirSync(join(directory, 'keys')).filter((name) => name.endsWith('.alive'))).toEqual([]);
  });
});
