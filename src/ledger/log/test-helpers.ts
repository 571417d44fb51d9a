import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { LedgerEntry } from './entry.js';
import type { Finding } from './finding.js';
import { readLedgerKey } from './ledger-key.js';
import { type LedgerLog, type LedgerLogOptions, openLedgerLog } from './ledger-log.js';
import { readLedger } from './read-ledger.js';
import { type Verification, verifyLedger } from './verify-ledger.js';

/** A ledger of its own for each test. */
export class TestLedger {
  #directory = '';
  #logs: LedgerLog[] = [];
  time = Date.parse('2026-03-01T10:00:00.000Z');

  readonly #isWitnessed: boolean;
  readonly #isKeyed: boolean;

  constructor({ isWitnessed = false, isKeyed = false }: { readonly isWitnessed?: boolean; isKeyed?: boolean } = {}) {
    this.#isWitnessed = isWitnessed;
    this.#isKeyed = isKeyed;
    beforeEach(() => {
      this.#directory = mkdtempSync(join(tmpdir(), 'cmdgate-ledger-'));
    });
    afterEach(() => {
      for (const log of this.#logs.splice(0)) log.close();
      rmSync(this.#directory, { recursive: true, force: true });
    });
  }

  get directory(): string {
    return join(this.#directory, 'ledger');
  }

  get witness(): string | undefined {
    return this.#isWitnessed ? join(this.#directory, 'witness') : undefined;
  }

  get keyFile(): string | undefined {
    return this.#isKeyed ? join(this.#directory, 'own', 'ledger.key') : undefined;
  }

  /** Its clock goes on by one second with every look. */
  open(options: Partial<LedgerLogOptions> = {}): LedgerLog {
    const now = () => {
      this.time += 1_000;
      return this.time;
    };
    const { directory, witness, keyFile } = this;
    const log = openLedgerLog({ directory, witness, keyFile, sync: 'process', now, ...options });
    this.#logs.push(log);
    return log;
  }

  /** A closed chain with so many entries of the caller. */
  fill(count: number, options: Partial<LedgerLogOptions> = {}): string {
    const log = this.open(options);
    for (let number = 1; number <= count; number++) log.append('refused', { number });
    const { gateId } = log;
    log.close();
    return gateId;
  }

  async read(): Promise<readonly LedgerEntry[]> {
    const entries: LedgerEntry[] = [];
    for await (const { entry } of readLedger(this.directory)) entries.push(entry);
    return entries;
  }

  async types(): Promise<readonly string[]> {
    return (await this.read()).map(({ type }) => type);
  }

  async verify(): Promise<Verification & { readonly findings: readonly Finding[] }> {
    const findings: Finding[] = [];
    const report = (finding: Finding) => findings.push(finding);
    const key = this.keyFile === undefined ? undefined : (readLedgerKey(this.keyFile) ?? null);
    return { ...(await verifyLedger(this.directory, { witness: this.witness, key, report })), findings };
  }

  async findings(): Promise<readonly (readonly [string, number | undefined])[]> {
    return (await this.verify()).findings.map(({ kind, seq }) => [kind, seq] as const);
  }

  /** Without the sockets, which come when a process has been there for a moment. */
  leases(): readonly string[] {
    const names = readdirSync(join(this.directory, 'leases')).filter((name) => !/\.(?:alive|starting)$/.test(name));
    return names.sort();
  }

  /** As if the process that holds the chain had ended: the number is none that a process can have. */
  letDie(gate: string): void {
    const leases = join(this.directory, 'leases');
    const name = this.leases().find((one) => one.startsWith(`${gate}.`) && one.endsWith('.lease')) ?? '';
    renameSync(join(leases, name), join(leases, name.replace(`.${process.pid}.`, '.99999999.')));
  }

  segment(gate: string, number = 1): string {
    return join(this.directory, 'gates', gate, `${String(number).padStart(6, '0')}.jsonl`);
  }

  head(gate: string): string {
    return join(this.directory, 'heads', `${gate}.json`);
  }

  lines(gate: string, number = 1): readonly string[] {
    return readFileSync(this.segment(gate, number), 'utf8').trimEnd().split('\n');
  }
}
