import { join } from 'node:path';
import { judgeHolder } from '../../../machine/claims/holder.js';
import { readLease } from '../../../machine/claims/lease.js';
import { namesIn } from '../../../machine/files/names-in.js';

/**
 * Whether the directory is the ledger of a gate that is open: another one in the same workspace may have made it while a
 * program of this one ran. A program knows of no process outside that it could name.
 */
export function isHeldByGate(directory: string): boolean {
  const leases = join(directory, 'leases');
  return namesIn(leases).some((name) => {
    const state = readLease(name)?.state;
    return typeof state === 'object' && judgeHolder(state, leases) === 'alive';
  });
}
