import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { logDirectory } from '../../ledger/ledger.js';
import { type LedgerLog, openLedgerLog } from '../../ledger/log/ledger-log.js';
import type { Check } from './check.js';
import type { Subject } from './subject.js';

/** A workspace of its own for each test, without a configuration. */
export class Patient {
  directory = '';
  now = Date.parse('2026-03-01T10:00:00.000Z');
  readonly #logs: LedgerLog[] = [];

  constructor() {
    beforeEach(() => {
      this.directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-doctor-')));
      this.now = Date.parse('2026-03-01T10:00:00.000Z');
    });
    afterEach(() => {
      for (const log of this.#logs.splice(0)) log.close();
      rmSync(this.directory, { recursive: true, force: true });
    });
  }

  subject(changes: Partial<Subject> = {}): Subject {
    return {
      file: undefined,
      configuration: undefined,
      problem: undefined,
      exposures: [],
      workspace: this.directory,
      ledger: join(this.directory, '.cmdgate'),
      approvals: join(this.directory, 'own'),
      witness: join(this.directory, 'own', 'witness'),
      earlierWitness: undefined,
      keyFile: join(this.directory, 'own', 'ledger.key'),
      environment: { PATH: join(this.directory, 'bin') },
      now: this.now,
      ...changes,
    };
  }

  openLog(now: () => number = () => this.now): LedgerLog {
    const { ledger, witness, keyFile } = this.subject();
    const log = openLedgerLog({ directory: logDirectory(ledger), witness, keyFile, sync: 'process', now });
    this.#logs.push(log);
    return log;
  }
}

export const statesOf = (checks: readonly Check[]) => checks.map(({ status, message }) => `${status}: ${message}`);
