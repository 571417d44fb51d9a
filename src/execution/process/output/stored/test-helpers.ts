import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { RecordedStream } from '../../../../vocabulary/run-record.js';
import { CapturedStream } from '../captured-stream.js';
import { StoredSpool, type StoredSpoolOptions } from './stored-spool.js';

export const prefix = 'mh5x0abc12';

/** A ledger of its own for each test. */
export class TestStore {
  #place = '';
  #spools: StoredSpool[] = [];
  #runs = 0;

  constructor() {
    beforeEach(() => {
      this.#place = mkdtempSync(join(tmpdir(), 'cmdgate-stored-'));
      this.#runs = 0;
    });
    afterEach(async () => {
      for (const spool of this.#spools.splice(0)) await spool.close();
      rmSync(this.#place, { recursive: true, force: true });
    });
  }

  /** Outside of the ledger. */
  get outside(): string {
    return this.#place;
  }

  get ledger(): string {
    return join(this.#place, '.cmdgate');
  }

  get directory(): string {
    return join(this.ledger, 'output');
  }

  /** Of the gate whose prefix the runs have. */
  get gate(): string {
    return join(this.directory, prefix);
  }

  file(name: string): string {
    return join(this.gate, name);
  }

  open(options: Partial<StoredSpoolOptions> = {}): StoredSpool {
    const spool = new StoredSpool({ directory: this.directory, ...options });
    this.#spools.push(spool);
    return spool;
  }

  /** A run whose stdout can be printed to. */
  stream(spool: StoredSpool, mostBytes = 1_000_000): { readonly runId: string; readonly stream: CapturedStream } {
    const runId = `run_${prefix}_${(++this.#runs).toString(36)}`;
    return { runId, stream: new CapturedStream({ directory: spool, fileName: `${runId}.stdout`, mostBytes }) };
  }

  /** A run that has ended. */
  async keep(spool: StoredSpool, ...chunks: (string | Buffer)[]): Promise<{ runId: string; stdout: RecordedStream }> {
    const { runId, stream } = this.stream(spool);
    for (const chunk of chunks) stream.add(Buffer.from(chunk));
    return { runId, stdout: await stream.end() };
  }

  /** Names and modes of what the gate has. */
  list(): readonly string[] {
    const mode = (name: string) => (lstatSync(this.file(name)).mode & 0o777).toString(8);
    return readdirSync(this.gate)
      .sort()
      .map((name) => `${name} ${mode(name)}`);
  }
}
