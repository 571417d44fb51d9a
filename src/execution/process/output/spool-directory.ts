import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FewAtOnce } from './few-at-once.js';

const mostReaders = 32;

/** Where output that is too long for memory is kept. Nobody else can look into it, and it exists only when needed. */
export class SpoolDirectory {
  /** How much is kept in all its files. */
  usedBytes = 0;
  /** However many ask for output, the descriptors are there for programs too. */
  readonly readers = new FewAtOnce(mostReaders);
  readonly #onCreated: (path: string) => void;
  #path: Promise<string> | undefined;

  constructor(onCreated: (path: string) => void = () => undefined) {
    this.#onCreated = onCreated;
  }

  /** Rejects when it cannot be made; the next call tries again. */
  path(): Promise<string> {
    this.#path ??= this.#create();
    return this.#path;
  }

  async #create(): Promise<string> {
    try {
      const path = await mkdtemp(join(tmpdir(), 'cmdgate-output-'));
      this.#onCreated(path);
      return path;
    } catch (error) {
      this.#path = undefined;
      throw error;
    }
  }

  /** Output that is still written afterwards gets a new directory. */
  async remove(): Promise<void> {
    const path = await this.#path?.catch(() => undefined);
    this.#path = undefined;
    if (path !== undefined) await rm(path, { recursive: true, force: true });
  }
}
