import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findBubblewrap } from '../bubblewrap/find-bubblewrap.js';
import { openNetworkSpace } from './network-space.js';

const bubblewrap = '/usr/bin/bwrap';
const isThere = findBubblewrap().ok;

function openNamespaces(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${name}`);
      return target.startsWith('net:') || target.startsWith('user:') ? [target] : [];
    } catch {
      return [];
    }
  });
}

/** A program that does what the lines say. */
function program(lines: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-space-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'program');
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
  return file;
}

test.runIf(isThere)(
  'programs that enter it are in one network, where there is a loopback and nothing else',
  async () => {
    const space = await openNetworkSpace(bubblewrap);
    if (typeof space === 'string') throw new Error(space);
    const [nsenter, ...words] = space.enter;
    const look = () =>
      spawnSync(nsenter, [...words, '/bin/sh', '-c', 'readlink /proc/self/ns/net; cat /proc/net/dev'], {
        encoding: 'utf8',
      });
    const lines = look().stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^net:/);
    expect(lines[0]).not.toBe(readlinkSync('/proc/self/ns/net'));
    expect(lines.slice(3).map((line) => line.trim().split(':')[0])).toEqual(['lo']);
    expect(look().stdout.split('\n')[0]).toBe(lines[0]);
    expect(openNamespaces()).toHaveLength(2);
    space.close();
    space.close();
    expect(openNamespaces()).toEqual([]);
    // No process has to stay there for that, and none does.
    expect(look().status).toBe(1);
  },
);

test.runIf(isThere)('where it cannot be made or entered, it is told why, and nothing stays open', async () => {
  expect(await openNetworkSpace(bubblewrap, ['/nowhere/nsenter'])).toBe(
    'nsenter is not installed (package util-linux)',
  );
  expect(await openNetworkSpace(program('echo "no namespaces here" >&2; exit 1'))).toBe('no namespaces here');
  expect(await openNetworkSpace('/nowhere/bwrap')).toBe('the system did not allow the gate to create one');
  const refusing = program('echo "not permitted" >&2; exit 1');
  expect(await openNetworkSpace(bubblewrap, [refusing])).toBe('not permitted');
  expect(openNamespaces()).toEqual([]);
});

test.runIf(isThere && process.getuid?.() === 0)('a user without any rights can make one as well', () => {
  const module = fileURLToPath(new URL('./network-space.ts', import.meta.url));
  const look = `require('jiti').createJiti('/').import('${module}').then(async ({ openNetworkSpace }) => {
    const space = await openNetworkSpace('${bubblewrap}');
    console.log(typeof space === 'string' ? space : 'made');
  })`;
  const words = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, '-e', look];
  const { stdout, stderr } = spawnSync('setpriv', words, { encoding: 'utf8', env: { JITI_FS_CACHE: 'false' } });
  expect([stdout, stderr]).toEqual(['made\n', '']);
});
