// Rules are made of what people answered. So only entries count that this user's gates have sealed, in chains that
// verify: what somebody wrote into the files, or copied there, says nothing about what a person wants.

import { type LedgerPlaces, proofOf } from '../../ledger/ledger-places.js';
import { judgeSeal } from '../../ledger/log/entry.js';
import type { LedgerRecord } from '../../ledger/log/merge-by-time.js';
import { verifyLedger } from '../../ledger/log/verify-ledger.js';

/** Which entries are believed. Reports what is left out. */
export async function findBelieved(
  places: LedgerPlaces,
  warn: (warning: string) => void,
): Promise<(record: LedgerRecord) => boolean> {
  const proof = proofOf(places);
  const broken = new Set<string>();
  const unsealed = new Set<string>();
  let isBelieved = true;
  await verifyLedger(places.log, {
    ...proof,
    report: ({ gate, kind, severity }) => {
      if (kind === 'unkeyed' || kind === 'foreign_key') unsealed.add(gate ?? '');
      if (severity !== 'problem') return;
      if (gate === undefined) isBelieved = false;
      else broken.add(gate);
    },
  });
  if (!isBelieved) warn("Nothing in the ledger counts: it cannot be trusted. Run 'cmdgate audit verify'");
  else if (broken.size > 0) {
    warn(`Not counted, because they do not verify: ${[...broken].join(', ')}. Run 'cmdgate audit verify'`);
  }
  const others = [...unsealed].filter((gate) => !broken.has(gate));
  if (others.length > 0) {
    warn(`Not counted, because this user's gates did not seal them: entries of ${others.join(', ')}`);
  }
  const key = proof.key ?? undefined;
  return ({ entry, line }) => isBelieved && !broken.has(entry.gate) && judgeSeal(entry, line, key) === 'own';
}
