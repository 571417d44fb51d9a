import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { judgeHolder, readHolder } from '../../../machine/claims/holder.js';

const lease = /^[^.]+\.(.+)\.lease$/;

/**
 * Whether the directory is the ledger of a gate that is open: another one in the same workspace may have made it while a
 * program of this one ran. A program knows of no process outside that it could name.
 */
export function isHeldByGate(directory: string): boolean {
  const leases = join(directory, 'leases');
  return namesIn(leases).some((name) => {
    const holder = readHolder(lease.exec(name)?.[1] ?? '');
    return holder !== undefined && judgeHolder(holder, leases) === 'alive';
  });
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
