// Makes the index tell what the log tells.

import { listChainRows } from './chain-row.js';
import { type Following, followChain } from './follow-chain.js';
import { forgetChain } from './forget-chain.js';
import type { Followed } from './ledger-index.js';

export async function followLog(following: Following): Promise<Followed> {
  const { database, statements, log, signal } = following;
  const gates = log.isThere() ? log.listChains().filter((gate) => log.hasChain(gate)) : [];
  let entries = 0;
  for (const gate of gates) {
    signal?.throwIfAborted();
    entries += await followChain(following, gate);
  }
  for (const chain of await listChainRows(database, statements)) {
    // A chain that was begun meanwhile is there by now.
    if (!gates.includes(chain.gate) && !log.hasChain(chain.gate)) await forgetChain(following, chain);
  }
  return { entries };
}

/** Throws away what is known of this ledger. Where others have theirs in the database, chain by chain. */
export async function forgetLog(following: Following): Promise<void> {
  const { database, statements } = following;
  if (await database.startOver()) return;
  for (const chain of await listChainRows(database, statements)) await forgetChain(following, chain);
}
