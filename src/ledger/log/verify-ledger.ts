// Checks the whole log: that each entry is as it was written, that none is missing, also none of the newest, and that
// none was added. Reads while gates write, and keeps little in memory, however long the log is.

import type { ChainEnd } from './entry.js';
import { type Finding, type Report, severityOf } from './finding.js';
import { judgeHolder } from './holder.js';
import { listLeases } from './lease.js';
import { LedgerDirectory } from './ledger-directory.js';
import { type ChainState, type VerifiedChain, verifyChain } from './verify-chain.js';

export interface Verification {
  /** No problems. There may be notices. */
  readonly sound: boolean;
  readonly entries: number;
  readonly problems: number;
  readonly notices: number;
  readonly firstProblem: Finding | undefined;
  /** Where each chain ends. Kept elsewhere, they show later whether this log is still the same one. */
  readonly gates: readonly (ChainEnd & { readonly gate: string })[];
}

/** `report` is called with everything that is found, in the order of the chains. */
export async function verifyLedger(
  directory: string,
  report: (finding: Finding) => void = () => {},
): Promise<Verification> {
  const counts = { problem: 0, notice: 0 };
  let firstProblem: Finding | undefined;
  const tell =
    (gate: string): Report =>
    (found) => {
      const finding: Finding = { ...found, gate, severity: severityOf(found.kind) };
      counts[finding.severity]++;
      if (finding.severity === 'problem') firstProblem ??= finding;
      report(finding);
    };
  const places = new LedgerDirectory(directory);
  const gates: (ChainEnd & { gate: string })[] = [];
  let entries = 0;
  if (places.isThere()) {
    for (const gate of listGates(places)) {
      const end = await verifyTrusted(places, gate, tell(gate));
      if (!end) continue;
      entries += end.entries;
      gates.push({ gate, seq: end.seq, hash: end.hash });
    }
  }
  const { problem: problems, notice: notices } = counts;
  return { sound: problems === 0, entries, problems, notices, firstProblem, gates };
}

/** Every gate of which there is a trace. */
function listGates(places: LedgerDirectory): readonly string[] {
  const leased = listLeases(places.leases).map(({ gate }) => gate);
  return [...new Set([...places.listChains(), ...places.listHeads(), ...leased])].sort();
}

async function verifyTrusted(
  places: LedgerDirectory,
  gate: string,
  report: Report,
): Promise<VerifiedChain | undefined> {
  try {
    return await verifyChain(places, gate, () => readState(places, gate), report);
  } catch (error) {
    report({ kind: 'untrusted', message: `The chain cannot be read: ${(error as Error).message}` });
    return undefined;
  }
}

function readState(places: LedgerDirectory, gate: string): ChainState {
  const lease = listLeases(places.leases).find((one) => one.gate === gate);
  if (lease?.state === 'free') return 'closed';
  if (lease === undefined || lease.state === 'abandoned') return 'dead';
  return judgeHolder(lease.state, places.leases) === 'dead' ? 'dead' : 'held';
}
