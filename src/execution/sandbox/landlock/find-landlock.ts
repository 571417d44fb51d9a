// Whether Landlock can hold programs here: found out by a program that tries what it may not do.

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { statusDescriptor } from '../bubblewrap/bubblewrap-arguments.js';
import type { FoundTier } from '../tier.js';
import { Landlock } from './landlock.js';
import { landlockRules } from './landlock-rules.js';

/** Not looked up along the search path: it decides what holds. */
const places = ['/usr/bin/perl', '/bin/perl', '/usr/local/bin/perl', '/run/current-system/sw/bin/perl'];

const longestTryMs = 10_000;

/** Each must be refused. The mode is one of a file that is not there, should it be tried in earnest. */
const attempts = `
  exit 1 if opendir my $root, '/';
  exit 2 if socket my $socket, 2, 1, 0;
  exit 3 if chmod(0600, '/nowhere/file') || $! != 1;
  exit 4 if kill 0, getppid;
  exit 7;
`;
const asItShould = 7;

let found: FoundTier | undefined;

/** Tried once in a process. */
export function findLandlock(): FoundTier {
  found ??= tryLandlock();
  return found;
}

export function tryLandlock(candidates: readonly string[] = places): FoundTier {
  const { arch, platform } = process;
  if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64')) {
    return missing(`Landlock is not used on ${platform} with ${arch}.`, 'Run the gate on Linux');
  }
  const perl = candidates.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  if (perl === undefined) return missing('Landlock needs Perl, which is not installed.', 'Install the package perl');
  const tier = new Landlock(perl, arch);
  const scope = { readable: [perl], writable: [], kept: [], hidden: [], sockets: false, network: false };
  const args = tier.launch(landlockRules(scope), false, [perl, 'perl', '-e', attempts]);
  const { status, stderr, error } = spawnSync(perl, args, {
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', ...Array<'pipe'>(statusDescriptor - 2).fill('pipe')],
    encoding: 'utf8',
    timeout: longestTryMs,
  });
  if (status === asItShould) return { ok: true, tier };
  const said = error?.message ?? stderr.trim().split('\n')[0] ?? '';
  return missing(`Landlock does not work: ${said || 'it restricts nothing'}.`, 'Use Linux 6.12 or later with Landlock');
}

function missing(reason: string, remedy: string): FoundTier {
  return { ok: false, reason, remedy };
}
