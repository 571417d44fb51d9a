// Marks this process, so that everything it starts can be recognised wherever it goes. The limit of file locks has had
// no effect since Linux 2.4; it is inherited, survives a new session, an empty environment and closed descriptors, and
// can be read from outside. The hard limit, the same for all gates, is what nobody takes off again; the soft one below it
// is the token of this gate.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { readLimits } from '../../../machine/processes/process-limits.js';
import { rememberWhoStartedThis } from './is-started-by-gate.js';

/** Above every token, and below "unlimited". */
const hardLimit = (1n << 62n) - 1n;

/** Mark and labels belong to the whole process, so only one of its threads can use them. */
export function canBeMarked(): boolean {
  return isMainThread && findPrlimit() !== undefined && existsSync('/proc/self/coredump_filter');
}

/**
 * The token that this process carries from now on. Always a new one: a gate inside a run inherits the token of the
 * gate outside, and an earlier keeper of this process may still be at work.
 */
export async function markProcess(): Promise<string | undefined> {
  const prlimit = findPrlimit();
  if (prlimit === undefined || !canBeMarked()) return undefined;
  rememberWhoStartedThis();
  const token = newToken();
  await setLimit(prlimit, token);
  return readLimit() === token ? token : undefined;
}

function findPrlimit(): string | undefined {
  return ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path));
}

/** Between 2^61 and 2^62: below the hard limit, and no limit that somebody would set on purpose. */
function newToken(): string {
  return String((1n << 61n) | (randomBytes(8).readBigUInt64LE() >> 3n));
}

function readLimit(): string | undefined {
  return /^Max file locks +(\d+)/m.exec(readLimits('self'))?.[1];
}

async function setLimit(prlimit: string, token: string): Promise<void> {
  // Where somebody has lowered the hard limit, that is a mark as well, and the token has to do without it.
  for (const limits of [`${token}:${hardLimit}`, `${token}:`]) {
    await callPrlimit(prlimit, ['--pid', String(process.pid), `--locks=${limits}`]);
    if (readLimit() === token) return;
  }
}

function callPrlimit(prlimit: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    // What went wrong shows in the limit itself.
    execFile(prlimit, args, { env: {}, timeout: 5_000 }, () => resolve());
  });
}
