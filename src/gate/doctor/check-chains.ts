// The log itself: how many gates wrote it, which of them are alive, and whether its newest part is sound.

import { logDirectory } from '../../ledger/ledger.js';
import { proofOf } from '../../ledger/ledger-places.js';
import { chainState } from '../../ledger/log/chain-state.js';
import { LedgerDirectory } from '../../ledger/log/ledger-directory.js';
import { verifyLedger } from '../../ledger/log/verify-ledger.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { type Check, Checks } from './check.js';
import type { Subject } from './subject.js';

export async function checkChains(subject: Subject): Promise<readonly Check[]> {
  const checks = new Checks('store');
  const directory = logDirectory(subject.ledger);
  const proof = findProof(subject, checks);
  if (!proof) return checks.list;
  const places = new LedgerDirectory(directory);
  const states = places.listChains().map((gate) => chainState(places, gate));
  const { sound, entries, firstProblem, notices } = await verifyLedger(directory, { ...proof, newestOnly: true });
  if (!sound) {
    checks.fail(`The log was changed or is damaged: ${firstProblem?.message}`, "Run 'cmdgate audit verify'");
  } else if (states.length === 0) {
    checks.ok('Nothing has been recorded yet');
  } else {
    const held = states.filter((state) => state === 'held').length;
    const seen = notices === 0 ? '' : ", with notices (see 'cmdgate audit verify')";
    const writers = `${states.length} ${states.length === 1 ? 'gate has' : 'gates have'} written the log, ${held} still ${held === 1 ? 'runs' : 'run'}`;
    checks.ok(`${writers}; the newest entries (${entries}) are intact${seen}`);
  }
  const dead = states.filter((state) => state === 'dead').length;
  if (dead > 0) {
    checks.warn(
      `Gates that died and whose runs are not yet marked as lost: ${dead}`,
      "The next gate that reads the log marks them: run 'cmdgate runs list'",
    );
  }
  return checks.list;
}

/** Undefined where the key cannot be used: then no gate can write either. */
function findProof(subject: Subject, checks: Checks): ReturnType<typeof proofOf> | undefined {
  try {
    return proofOf(subject);
  } catch (error) {
    checks.fail((error as Error).message, error instanceof GateError ? error.hint : `Look at ${subject.keyFile}`);
    return undefined;
  }
}
