// Closes the chains of gates that died: each run that one had accepted or started, and not ended, gets an entry `lost`,
// in the same chain. Whoever takes the lease does it; so it is done once, however many gates open at the same moment,
// and is finished by another one where the gate that does it dies over it.

import { removeAlive } from '../../machine/claims/alive-socket.js';
import { hasHolderEnded } from '../../machine/claims/claimant.js';
import type { Holder } from '../../machine/claims/holder.js';
import { type HeldLease, type Lease, listLeases, takeLease } from '../../machine/claims/lease.js';
import { type ChainOptions, ChainWriter } from './chain-writer.js';
import { type Item, type LedgerEntry, type LedgerFields, makeItem } from './entry.js';
import type { OpenStart } from './open-starts.js';
import { openedItem } from './opened-item.js';
import { readEntryAt } from './read-ledger.js';
import { resumeChain } from './resume-chain.js';

export interface LostRun {
  readonly run: string;
  /** Its entry `start`, or `accepted` where it never started. Undefined where it cannot be read any more. */
  readonly start: LedgerEntry | undefined;
}

export interface RecoveredGate {
  readonly gate: string;
  readonly lost: readonly LostRun[];
  /** Why its chain could not be closed. The next gate tries again. */
  readonly problem?: Error;
}

/** What is written about a lost run, beside its id. */
export type DescribeLost = (lost: LostRun) => LedgerFields;

export async function recoverDeadGates(
  options: ChainOptions,
  holder: Holder,
  describe: DescribeLost,
): Promise<readonly RecoveredGate[]> {
  const { directory } = options;
  if (!directory.isThere()) return [];
  const recovered: RecoveredGate[] = [];
  for (const lease of listLeases(directory.leases)) {
    if (!(await isDead(lease, directory.leases))) continue;
    const held = takeLease(directory.leases, lease, holder);
    if (!held) continue;
    recovered.push(await recover(options, held, holder, describe));
    if (typeof lease.state !== 'string') removeAlive(directory.leases, lease.state.id);
  }
  return recovered;
}

async function isDead({ state }: Lease, leases: string): Promise<boolean> {
  if (typeof state === 'string') return state === 'abandoned';
  return await hasHolderEnded(state, leases);
}

async function recover(
  options: ChainOptions,
  lease: HeldLease,
  holder: Holder,
  describe: DescribeLost,
): Promise<RecoveredGate> {
  const { gate } = lease;
  try {
    const lost = await closeChain(options, gate, holder, describe);
    lease.release('free');
    return { gate, lost };
  } catch (error) {
    lease.release('abandoned');
    return { gate, lost: [], problem: error as Error };
  }
}

async function closeChain(
  options: ChainOptions,
  gate: string,
  holder: Holder,
  describe: DescribeLost,
): Promise<readonly LostRun[]> {
  options.directory.make();
  options.directory.makeChain(gate);
  const position = await resumeChain(options, gate);
  const lost: LostRun[] = [];
  for (const start of position.starts.list()) lost.push(await readLost(options, gate, start));
  const at = new Date(options.now()).toISOString();
  const items: Item[] = [
    openedItem(holder, at),
    ...lost.map((run) => makeItem('lost', { ...describe(run), run: run.run }, at)),
    makeItem('closed', {}, at),
  ];
  const writer = new ChainWriter(options, position);
  try {
    writer.write(items);
  } finally {
    writer.close();
  }
  return lost;
}

async function readLost({ directory, key }: ChainOptions, gate: string, start: OpenStart): Promise<LostRun> {
  const entry = await readEntryAt(directory.path, gate, start, key());
  return { run: start.run, start: entry?.run === start.run ? entry : undefined };
}
