// What processes that died have left, and nobody needs.

import { lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logDirectory } from '../../ledger/ledger.js';
import { LedgerDirectory } from '../../ledger/log/ledger-directory.js';
import { listLeases } from '../../machine/claims/lease.js';
import { namesIfThere } from '../../machine/files/names-in.js';
import { type Check, Checks } from './check.js';
import type { Subject } from './subject.js';

/** A living gate touches its directory at least as often. */
const oldMs = 24 * 60 * 60 * 1_000;

export function checkLeftovers({ ledger, now }: Subject): readonly Check[] {
  const checks = new Checks('leftovers');
  const spools = findOldSpools(now);
  if (spools.length > 0) {
    const what = `Output directories left by gates that died: ${spools.length}`;
    checks.warn(what, `If no gate is running, remove them: rm -r ${spools.slice(0, 5).join(' ')}`);
  }
  const sockets = findStaleSockets(new LedgerDirectory(logDirectory(ledger)).leases);
  if (sockets.length > 0) {
    const what = `Sockets left by gates that died: ${sockets.length} (harmless)`;
    checks.warn(what, `Remove them: rm ${sockets.slice(0, 5).join(' ')}`);
  }
  if (checks.list.length === 0) checks.ok('Nothing was left behind');
  return checks.list;
}

function findOldSpools(now: number): readonly string[] {
  const directory = tmpdir();
  return namesIfThere(directory)
    .filter((name) => name.startsWith('cmdgate-output-'))
    .map((name) => join(directory, name))
    .filter((path) => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats?.isDirectory() && stats.uid === process.getuid?.() && now - stats.mtimeMs > oldMs;
    });
}

/** Those of a process that holds no lease. */
function findStaleSockets(leases: string): readonly string[] {
  const held = new Set(listLeases(leases).map(({ state }) => (typeof state === 'string' ? '' : state.id)));
  return namesIfThere(leases)
    .filter((name) => /\.(?:alive|starting)$/.test(name) && !held.has(name.slice(0, name.lastIndexOf('.'))))
    .map((name) => join(leases, name));
}
