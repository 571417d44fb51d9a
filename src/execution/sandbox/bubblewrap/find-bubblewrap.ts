// Whether programs can be run in a sandbox here: found out by running one.

import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callFilterFile } from '../system-calls/filter-file.js';
import { systemView } from '../system-view.js';
import type { FoundTier } from '../tier.js';
import { Bubblewrap } from './bubblewrap.js';
import { bubblewrapArguments } from './bubblewrap-arguments.js';

/** Not looked up along the search path: whoever could put another one there would decide what holds. */
const places = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap'];

const longestTryMs = 10_000;

let found: FoundTier | undefined;

/** Tried once in a process. */
export function findBubblewrap(): FoundTier {
  found ??= tryBubblewrap();
  return found;
}

export function tryBubblewrap(candidates: readonly string[] = places): FoundTier {
  if (process.platform !== 'linux') {
    return { ok: false, reason: 'bubblewrap works only on Linux.', remedy: 'Run the gate on Linux' };
  }
  const program = candidates.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  if (program === undefined) return { ok: false, reason: 'bubblewrap is not installed.', remedy: howToInstall() };
  const { status, stderr, error } = withCallFilter((filter) => runIn(program, filter));
  if (status === 0) return { ok: true, tier: new Bubblewrap(program) };
  const said = error?.message ?? stderr.trim().split('\n')[0] ?? '';
  return { ok: false, reason: `bubblewrap does not work: ${said}.`, remedy: howToMend() };
}

/** With all that programs are started with. */
function runIn(program: string, filter: number | undefined) {
  const filtersCalls = filter !== undefined;
  const view = { mounts: systemView(false), network: false, directory: '/', variables: {}, filtersCalls };
  return spawnSync(program, bubblewrapArguments(view, '/bin/sh', ['-c', ':']), {
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', filter ?? 'ignore'],
    encoding: 'utf8',
    timeout: longestTryMs,
  });
}

function withCallFilter<T>(work: (descriptor: number | undefined) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-sandbox-'));
  const file = callFilterFile(directory);
  const descriptor = file === undefined ? undefined : openSync(file, 'r');
  try {
    return work(descriptor);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
    rmSync(directory, { recursive: true, force: true });
  }
}

const installers: readonly (readonly [string, string])[] = [
  ['/usr/bin/apt-get', 'sudo apt-get install bubblewrap'],
  ['/usr/bin/dnf', 'sudo dnf install bubblewrap'],
  ['/sbin/apk', 'sudo apk add bubblewrap'],
  ['/usr/bin/pacman', 'sudo pacman -S bubblewrap'],
  ['/usr/bin/zypper', 'sudo zypper install bubblewrap'],
];

function howToInstall(): string {
  const command = installers.find(([program]) => existsSync(program))?.[1];
  return command ?? "Install the package bubblewrap with the system's own installer";
}

/** Mostly the system keeps users from making namespaces. */
function howToMend(): string {
  const settings = ['kernel.apparmor_restrict_unprivileged_userns=0', 'kernel.unprivileged_userns_clone=1'];
  const known = settings.find((setting) => existsSync(`/proc/sys/${setting.split('=')[0]?.replaceAll('.', '/')}`));
  return known === undefined ? 'Allow this user to create user namespaces' : `sudo sysctl -w ${known}`;
}
