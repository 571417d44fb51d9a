import { setImmediate } from 'node:timers/promises';
import { type ChainRow, ifUnchanged } from './chain-row.js';
import type { Following } from './follow-chain.js';

/** Few enough that nobody has to wait for them. */
export const runsAtOnce = 200;

/**
 * Throws away what is known of a chain. Where that is not finished, whoever comes next goes on with it. Does nothing
 * where somebody else has changed the chain meanwhile.
 */
export async function forgetChain({ database, statements, signal }: Following, chain: ChainRow): Promise<void> {
  const { id } = chain;
  if (!chain.isLeaving && !(await database.change([ifUnchanged(statements.leaveChain, chain)]))) return;
  const tables = database.dialect.findsRequests
    ? (['removeSome', 'removeSomeRequests'] as const)
    : (['removeSome'] as const);
  for (const some of tables) {
    while (await database.change([{ sql: statements[some], values: [id, runsAtOnce], must: true }])) {
      await setImmediate();
      signal?.throwIfAborted();
    }
  }
  await database.change([{ sql: statements.removeChain, values: [id] }]);
}
