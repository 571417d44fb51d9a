// Where everything of one ledger lies: what the gates write, and what proves that they wrote it.

import { join } from 'node:path';
import { isInside } from '../machine/paths/is-inside.js';
import { logDirectory, outputDirectory } from './ledger.js';
import { readLedgerKey } from './log/ledger-key.js';
import type { VerifyOptions } from './log/verify-ledger.js';
import { isInReachOfAgents, ownDirectory, stateDirectory, usualStateDirectory } from './own-directory.js';

export interface LedgerPlaces {
  /** With the part of the instance, where there is one. */
  readonly directory: string;
  readonly log: string;
  readonly output: string;
  /** Where the ends of its chains are kept once more. */
  readonly witness: string;
  /** Where an earlier version kept them. */
  readonly earlierWitness: string | undefined;
  /** What its entries are sealed with: one for all ledgers of a user, out of reach of whoever can write a ledger. */
  readonly keyFile: string;
}

/** `workspace` is a real path, `directory` the part of the instance. */
export function ledgerPlaces(directory: string, workspace: string, instance?: string): LedgerPlaces {
  const own = ownDirectory(workspace, instance);
  // A command line is called in any directory, also above its ledger: that has one key and one witness from all of them.
  const isAround = isInReachOfAgents(directory, workspace);
  const state = isAround ? usualStateDirectory() : stateDirectory(workspace);
  const ofWorkspace = join(own, 'witness');
  // Several workspaces can share a ledger that lies elsewhere, and each has to know the chains of the others.
  const isOfWorkspace = !isAround && (isInside(directory, own) || isInside(directory, workspace));
  return {
    directory,
    log: logDirectory(directory),
    output: outputDirectory(directory, workspace, instance),
    witness: isOfWorkspace ? ofWorkspace : join(state, 'witness'),
    earlierWitness: isOfWorkspace ? undefined : ofWorkspace,
    keyFile: join(state, 'ledger.key'),
  };
}

/** What it takes to verify it. Throws a GateError where others could know the key. */
export function proofOf({
  witness,
  earlierWitness,
  keyFile,
}: Pick<LedgerPlaces, 'witness' | 'earlierWitness' | 'keyFile'>): Pick<
  VerifyOptions,
  'witness' | 'earlierWitness' | 'key'
> {
  return { witness, earlierWitness, key: readLedgerKey(keyFile) ?? null };
}
