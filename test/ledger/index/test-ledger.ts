// A ledger in a directory of its own, whose log is written by hand, and the indexes that follow it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldEntry } from '../../../src/ledger/index/fold-entry.js';
import type { LedgerIndex, RunQuery } from '../../../src/ledger/index/ledger-index.js';
import { openLedgerIndex } from '../../../src/ledger/index/open-ledger-index.js';
import { type LedgerLog, type LedgerLogOptions, openLedgerLog } from '../../../src/ledger/log/ledger-log.js';
import { readLedger } from '../../../src/ledger/log/read-ledger.js';
import type { RunRecord } from '../../../src/vocabulary/run-record.js';

export class TestLedger {
  readonly home = mkdtempSync(join(tmpdir(), 'cmdgate-index-'));
  readonly directory = join(this.home, 'ledger');
  readonly log = join(this.directory, 'log');
  time = Date.parse('2026-03-01T10:00:00.000Z');
  readonly #url: string | undefined;
  readonly #logs: LedgerLog[] = [];
  readonly #indexes: LedgerIndex[] = [];

  constructor(url: string | undefined) {
    this.#url = url;
  }

  /** Its clock goes on by one second with every look. */
  openLog(options: Partial<LedgerLogOptions> = {}): LedgerLog {
    const now = () => {
      this.time += 1_000;
      return this.time;
    };
    const log = openLedgerLog({ directory: this.log, sync: 'process', now, ...options });
    this.#logs.push(log);
    return log;
  }

  async openIndex(directory = this.directory): Promise<LedgerIndex> {
    const index = await openLedgerIndex({ directory, url: this.#url });
    this.#indexes.push(index);
    return index;
  }

  /** What the log tells, without any database. */
  async foldLog(): Promise<readonly RunRecord[]> {
    const records = new Map<string, RunRecord>();
    for await (const { entry } of readLedger(this.log)) {
      const key = `${entry.run} ${entry.gate}`;
      const record = typeof entry.run === 'string' ? foldEntry(records.get(key), entry) : undefined;
      if (record) records.set(key, record);
    }
    return inOrder([...records.values()]);
  }

  segment(gate: string, number = 1): string {
    return join(this.log, 'gates', gate, `${String(number).padStart(6, '0')}.jsonl`);
  }

  async remove(): Promise<void> {
    for (const index of this.#indexes.splice(0)) await index.close();
    for (const log of this.#logs.splice(0)) log.close();
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** All that the index tells, by pages. Without the host, which the log does not tell. */
export async function listAll(index: LedgerIndex, query: Partial<RunQuery> = {}): Promise<readonly RunRecord[]> {
  const runs: RunRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await index.list({ own: true, refused: true, limit: 7, ...query, ...(cursor && { cursor }) });
    runs.push(...page.runs);
    cursor = page.next;
  } while (cursor !== undefined);
  return runs.map(({ host: _host, ...record }) => record);
}

export async function listNames(index: LedgerIndex, query: Partial<RunQuery> = {}): Promise<readonly string[]> {
  const { runs } = await index.list({ limit: 100, ...query });
  return runs.map(({ run }) => run);
}

function inOrder(records: readonly RunRecord[]): readonly RunRecord[] {
  return records.toSorted((left, right) => {
    const byTime = Date.parse(right.created_at) - Date.parse(left.created_at);
    return byTime || Buffer.compare(Buffer.from(right.run), Buffer.from(left.run));
  });
}

/** The fields of an entry, as a gate writes them. */
export function request(run: string, more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const { caller = 'ann', session = 'session-1', chat = null, door = 'cli', at, ...rest } = more;
  const timestamp = at ?? '2026-03-01T10:00:00.000Z';
  return {
    run,
    timestamp,
    created_at: timestamp,
    command: 'notes add --title "hello"',
    parsed_command: 'notes add',
    user_context: { caller, role: 'owner', session_id: session, chat_id: chat, door, run_id: run, dry_run: false },
    ...rest,
  };
}

export const ended = { success: true, state: 'completed', duration_ms: 12, started_at: '2026-03-01T10:00:00.000Z' };
