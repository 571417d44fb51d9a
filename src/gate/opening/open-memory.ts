// Where a gate remembers what it did: the ledger, and everything that is read from it.

import { join } from 'node:path';
import { rememberWorkspace } from '../../ledger/adopt-renamed.js';
import { Ledger, outputDirectory } from '../../ledger/ledger.js';
import { ledgerPlaces } from '../../ledger/ledger-places.js';
import { ownDirectory } from '../../ledger/own-directory.js';
import type { GateOptions } from '../gate-options.js';
import { RunHistory } from '../runs/run-history.js';

export interface LogOptions {
  /** Outside of the workspace, or `.cmdgate` in it: agents must not reach it. */
  readonly directory: string;
  /** What an entry survives: the death of the process, unless given, or with `full` that of the machine too. */
  readonly sync?: 'process' | 'full' | undefined;
  /** How long entries are kept; for ever unless given. */
  readonly keepLogDays?: number | undefined;
  /** Whose memory it is, where several are kept apart; the directory is this one's own. */
  readonly instance?: string | undefined;
  /** A plain copy of every answer, for other tools. */
  readonly auditFile?: string | undefined;
}

export interface MemoryOptions extends LogOptions {
  /** How long output is kept, and how much of it. */
  readonly keepDays?: number | undefined;
  readonly keepBytes?: number | undefined;
  /** Gives the address of a PostgreSQL database for the index. */
  readonly url?: (() => string) | undefined;
}

/** What a gate is given to remember with. */
export type Memory = Pick<GateOptions, 'audit' | 'history' | 'keyDirectory'>;

export function openMemory(options: MemoryOptions, workspace: string): Memory {
  const { directory, keepDays, keepBytes, url, instance } = options;
  const ledger = openLedger(options, workspace, () => rememberWorkspace(ownDirectory(workspace), workspace));
  const places = {
    mailDirectory: join(ownDirectory(workspace, instance), 'mail'),
    outputDirectory: outputDirectory(directory, workspace, instance),
  };
  return {
    audit: ledger,
    history: new RunHistory({ ledger, ...places, keepBytes, keepDays, url }),
    keyDirectory: join(directory, 'keys'),
  };
}

/** The log alone: no output is kept, and nothing is found in it by those who ask the gate. */
export function openLedger(options: LogOptions, workspace: string, onFirstWrite?: () => void): Ledger {
  const { directory, sync = 'process', instance } = options;
  const { witness, earlierWitness, keyFile } = ledgerPlaces(directory, workspace, instance);
  return new Ledger({ ...options, sync, witness, earlierWitness, keyFile, onFirstWrite });
}
