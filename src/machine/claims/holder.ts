// Who writes a chain, in a form that fits into the name of a file: a rename then changes hands in one step, and nobody
// can see a lease without seeing whose it is.

import { hash } from 'node:crypto';
import { readFileSync, statfsSync } from 'node:fs';
import { hostname } from 'node:os';
import { newId } from '../../vocabulary/new-id.js';
import { hasEnded, ownIdentity, type ProcessIdentity } from '../processes/process-identity.js';

export interface Holder extends ProcessIdentity {
  /** Changes with every start of the system; null where the system does not tell. */
  readonly boot: string | null;
  /** A short hash of the host's name. */
  readonly host: string;
  /** Tells what one process holds for one log from what it holds for another. */
  readonly id: string;
}

export function newHolder(): Holder {
  return { ...ownIdentity(), boot: ownBoot(), host: ownHost(), id: newId() };
}

export function nameHolder({ pid, started, namespace, boot, host, id }: Holder): string {
  const number = namespace === null ? null : namespace.replace(/\D/g, '');
  return [pid, started ?? '-', number ?? '-', boot ?? '-', host, id].join('.');
}

/** Undefined where it is no such name. */
export function readHolder(name: string): Holder | undefined {
  const match = /^(\d+)\.(\d+|-)\.(\d+|-)\.([0-9a-f]+|-)\.([0-9a-f]+)\.([0-9a-z]+)$/.exec(name);
  if (!match) return undefined;
  const [, pid, started = '-', namespace = '-', boot = '-', host = '', id = ''] = match;
  return {
    pid: Number(pid),
    started: started === '-' ? null : started,
    namespace: namespace === '-' ? null : `pid:[${namespace}]`,
    boot: boot === '-' ? null : boot,
    host,
    id,
  };
}

/**
 * `unseen`: it is a process of this system that cannot be seen from here, and can be asked. `unknown`: it is on another
 * host, or nothing tells.
 */
export type Verdict = 'alive' | 'dead' | 'unseen' | 'unknown';

/** `directory` is where its lease lies. A verdict of `dead` is certain. */
export function judgeHolder(holder: Holder, directory: string): Verdict {
  const isSameHost = holder.host === ownHost();
  if (holder.boot !== ownBoot()) {
    const isTold = holder.boot !== null && ownBoot() !== null;
    return isTold && (isSameHost || isLocal(directory)) ? 'dead' : 'unknown';
  }
  if (holder.boot === null && !isSameHost) return 'unknown';
  if (holder.namespace !== ownIdentity().namespace) return 'unseen';
  if (hasEnded(holder)) return 'dead';
  // Where the system does not tell its start, it may be another process with the same number.
  return holder.started === null && holder.pid !== process.pid ? 'unseen' : 'alive';
}

let boot: string | null | undefined;

function ownBoot(): string | null {
  if (boot === undefined) boot = readBoot();
  return boot;
}

function readBoot(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').replace(/[^0-9a-f]/g, '') || null;
  } catch {
    return null;
  }
}

let host: string | undefined;

function ownHost(): string {
  host ??= hash('sha256', hostname()).slice(0, 8);
  return host;
}

/** ext, xfs, btrfs, tmpfs, overlayfs, zfs, f2fs: only one running system can have one of these mounted. */
const localTypes = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010]);

function isLocal(directory: string): boolean {
  try {
    return localTypes.has(statfsSync(directory).type);
  } catch {
    return false;
  }
}
