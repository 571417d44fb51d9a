// Makes the index tell what the log tells.

import { GateError } from '../../vocabulary/gate-error.js';
import type { LedgerDirectory } from '../log/ledger-directory.js';
import { listChainRows } from './chain-row.js';
import { DamagedIndex, IndexWasLost } from './database.js';
import { type Following, followChain } from './follow-chain.js';
import { forgetChain } from './forget-chain.js';
import type { Followed } from './ledger-index.js';

export async function followLog(following: Following): Promise<Followed> {
  const { database, statements, log, signal } = following;
  const gates = log.isThere() ? log.listChains().filter((gate) => isChain(log, gate)) : [];
  let entries = 0;
  let problem: string | undefined;
  for (const gate of gates) {
    signal?.throwIfAborted();
    try {
      entries += await followChain(following, gate);
    } catch (error) {
      if (signal?.aborted || isOfDatabase(error)) throw error;
      // Something else lies where a segment was: the other chains tell what they tell.
      problem ??= `The log of ${gate} cannot be read: ${(error as Error).message}`;
    }
  }
  for (const chain of await listChainRows(database, statements)) {
    // A chain that was begun meanwhile is there by now.
    if (!gates.includes(chain.gate) && !isChain(log, chain.gate)) await forgetChain(following, chain);
  }
  return { entries, ...(problem !== undefined && { problem }) };
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof DamagedIndex || error instanceof IndexWasLost || error instanceof GateError;
}

/** Something else under the name of a chain is none. */
function isChain(log: LedgerDirectory, gate: string): boolean {
  try {
    return log.hasChain(gate);
  } catch {
    return false;
  }
}

/** Throws away what is known of this ledger. Where others have theirs in the database, chain by chain. */
export async function forgetLog(following: Following): Promise<void> {
  const { database, statements } = following;
  if (await database.startOver()) return;
  for (const chain of await listChainRows(database, statements)) await forgetChain(following, chain);
}
