// Whether macOS holds programs to a profile: found out by one that lists what it may not.

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import type { FoundTier } from '../tier.js';
import { Seatbelt } from './seatbelt.js';

const place = '/usr/bin/sandbox-exec';

const longestTryMs = 10_000;

let found: FoundTier | undefined;

/** Tried once in a process. */
export function findSeatbelt(): FoundTier {
  found ??= trySeatbelt();
  return found;
}

function trySeatbelt(): FoundTier {
  const remedy = 'Run the gate on Linux';
  if (!statSync(place, { throwIfNoEntry: false })?.isFile()) {
    return { ok: false, reason: 'sandbox-exec is not there.', remedy };
  }
  const tier = new Seatbelt(place);
  const scope = { readable: [], writable: [], kept: [], hidden: [], sockets: false, network: false };
  const args = tier.launch(scope, ['/bin/sh', '-c', 'ls /Users && exit 1; exit 7']);
  const { status } = spawnSync(place, args, { env: {}, stdio: 'ignore', timeout: longestTryMs });
  return status === 7 ? { ok: true, tier } : { ok: false, reason: 'sandbox-exec does not hold programs.', remedy };
}
