// Checks the whole log: that each entry is as it was written, that none is missing, also none of the newest, and that
// none was added. Reads while gates write, and keeps little in memory, however long the log is.

import { lstatSync } from 'node:fs';
import { listLeases } from '../../machine/claims/lease.js';
import { chainState } from './chain-state.js';
import type { ChainEnd } from './entry.js';
import { type Finding, isAcceptable, type Report, severityOf } from './finding.js';
import { LedgerDirectory } from './ledger-directory.js';
import type { LedgerKey } from './ledger-key.js';
import { type ChainQuestion, type VerifiedChain, verifyChain } from './verify-chain.js';
import { Witness } from './witness.js';

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

export interface VerifyOptions {
  /** Where the ends of the chains are kept once more. */
  readonly witness?: string | undefined;
  /** Where an earlier version kept them. */
  readonly earlierWitness?: string | undefined;
  /** By which the entries should be sealed; null where this user has none yet, undefined where that is not looked at. */
  readonly key?: LedgerKey | null | undefined;
  /** Is called with everything that is found, in the order of the chains. */
  readonly report?: (finding: Finding) => void;
  /** Is called again and again with how much was read, of about how much. */
  readonly onProgress?: (readBytes: number, totalBytes: number) => void;
  readonly signal?: AbortSignal;
  /** Only the newest segment of each chain: what stands before it is taken for granted. */
  readonly newestOnly?: boolean;
}

export async function verifyLedger(directory: string, options: VerifyOptions = {}): Promise<Verification> {
  const { witness: witnessDirectory, earlierWitness, key, report = () => {}, onProgress = () => {} } = options;
  const { signal, newestOnly = false } = options;
  const counts = { problem: 0, notice: 0 };
  let firstProblem: Finding | undefined;
  let accepted: ReadonlySet<string> = new Set();
  const tell =
    (gate?: string): Report =>
    (found) => {
      const isAccepted = gate !== undefined && accepted.has(gate) && isAcceptable(found.kind);
      const severity = isAccepted ? 'notice' : severityOf(found.kind);
      const finding: Finding = {
        ...found,
        ...(gate !== undefined && { gate }),
        ...(isAccepted && { accepted: true }),
        severity,
      };
      counts[finding.severity]++;
      if (finding.severity === 'problem') firstProblem ??= finding;
      report(finding);
    };
  const places = new LedgerDirectory(directory);
  const isTrusted = lookAt(places, tell());
  const witness = witnessDirectory === undefined ? undefined : new Witness(witnessDirectory, directory, earlierWitness);
  const told = witness && isTrusted ? findWhoTells(witness, tell()) : undefined;
  if (told) accepted = told.accepted();
  const total = isTrusted ? measure(places) : 0;
  const gates: (ChainEnd & { gate: string })[] = [];
  let entries = 0;
  let readBytes = 0;
  const onRead = (bytes: number) => {
    signal?.throwIfAborted();
    readBytes += bytes;
    onProgress(readBytes, Math.max(total, readBytes));
  };
  for (const gate of isTrusted ? listGates(places, told) : []) {
    const readState = () => chainState(places, gate);
    const question = { directory: places, gate, witness: told, readState, report: tell(gate), onRead, newestOnly, key };
    const end = await verifyTrusted(question, signal);
    if (!end) continue;
    entries += end.entries;
    gates.push({ gate, seq: end.seq, hash: end.hash });
  }
  const { problem: problems, notice: notices } = counts;
  return { sound: problems === 0, entries, problems, notices, firstProblem, gates };
}

/** Whether what lies there can be believed. */
function lookAt(places: LedgerDirectory, report: Report): boolean {
  try {
    places.isThere();
    return true;
  } catch (error) {
    report({ kind: 'untrusted', file: places.path, message: (error as Error).message });
    return false;
  }
}

/** Undefined where it cannot be trusted. One that is missing knows no chain. */
function findWhoTells(witness: Witness, report: Report): Witness | undefined {
  try {
    witness.isThere();
    return witness;
  } catch (error) {
    report({ kind: 'untrusted', file: witness.directory, message: (error as Error).message });
    return undefined;
  }
}

/** Every gate of which there is a trace. */
function listGates(places: LedgerDirectory, witness: Witness | undefined): readonly string[] {
  const leased = listLeases(places.leases).map(({ gate }) => gate);
  const witnessed = witness?.listChains() ?? [];
  return [...new Set([...places.listChains(), ...places.listHeads(), ...leased, ...witnessed])].sort();
}

function measure(places: LedgerDirectory): number {
  let bytes = 0;
  for (const gate of places.listChains()) {
    try {
      const files = places.listSegments(gate).map((segment) => places.segment(gate, segment));
      for (const file of files) bytes += lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
    } catch {
      // What cannot be read is told when it is its turn.
    }
  }
  return bytes;
}

async function verifyTrusted(
  question: ChainQuestion,
  signal: AbortSignal | undefined,
): Promise<VerifiedChain | undefined> {
  try {
    return await verifyChain(question);
  } catch (error) {
    signal?.throwIfAborted();
    question.report({ kind: 'untrusted', message: `The chain cannot be read: ${(error as Error).message}` });
    return undefined;
  }
}
