import { judgeHolder } from '../../machine/claims/holder.js';
import { listLeases } from '../../machine/claims/lease.js';
import type { LedgerDirectory } from './ledger-directory.js';

/** `held`: a gate may be writing it right now. `closed`: in order, with no run that goes on. `dead`: neither. */
export type ChainState = 'held' | 'closed' | 'dead';

export function chainState(places: LedgerDirectory, gate: string): ChainState {
  const lease = listLeases(places.leases).find((one) => one.gate === gate);
  if (lease?.state === 'free') return 'closed';
  if (lease === undefined || lease.state === 'abandoned') return 'dead';
  return judgeHolder(lease.state, places.leases) === 'dead' ? 'dead' : 'held';
}
