import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFile } from '../../../machine/files/open-file.js';
import { FewAtOnce } from './few-at-once.js';
import type { Spool } from './spool.js';

const mostReaders = 32;

/** For output that goes with the gate. Nobody else can look into it, and it exists only when needed. */
export class SpoolDirectory implements Spool {
  readonly outlivesGate = false;
  readonly readers = new FewAtOnce(mostReaders);
  /** How much is kept in all its files. */
  usedBytes = 0;
  readonly #onCreated: (path: string) => void;
  #path: string | undefined;

  constructor(onCreated: (path: string) => void = () => undefined) {
    this.#onCreated = onCreated;
  }

  /** Rejects when it cannot be made; the next call tries again. */
  async path(): Promise<string> {
    return this.#make();
  }

  create(fileName: string, mode: number): number {
    return createFile(join(this.#make(), fileName), mode);
  }

  at<T>(fileName: string, use: (path: string) => T): T {
    return use(join(this.#make(), fileName));
  }

  count(bytes: number): void {
    this.usedBytes += bytes;
  }

  beginDigest(): undefined {
    return undefined;
  }

  /** Output that is still written afterwards gets a new directory. */
  async remove(): Promise<void> {
    const path = this.#path;
    this.#path = undefined;
    if (path !== undefined) await rm(path, { recursive: true, force: true });
  }

  #make(): string {
    if (this.#path === undefined) {
      this.#path = mkdtempSync(join(tmpdir(), 'cmdgate-output-'));
      this.#onCreated(this.#path);
    }
    return this.#path;
  }
}
