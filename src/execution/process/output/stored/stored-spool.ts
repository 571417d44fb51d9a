// Output that outlives the gate: in the ledger's own directory, where other gates and later ones read it.

import { createHash, type Hash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { hideFromGit } from '../../../../machine/files/hide-from-git.js';
import type { OpenDirectory } from '../../../../machine/files/open-directory.js';
import { createFile } from '../../../../machine/files/open-file.js';
import { makeTrustedDirectory } from '../../../../machine/files/trusted-directory.js';
import { FewAtOnce } from '../few-at-once.js';
import type { Spool } from '../spool.js';
import { type Retention, usualRetention } from './retention/retention.js';
import { Sweeper } from './retention/sweeper.js';
import { kept, openGateDirectory, placeOf, type StoredPlace } from './stored-place.js';

export interface StoredSpoolOptions extends Partial<Retention> {
  /** `output` in the directory of the ledger. */
  readonly directory: string;
}

const mostReaders = 32;

const mostAttempts = 3;

export class StoredSpool implements Spool {
  readonly outlivesGate = true;
  readonly readers = new FewAtOnce(mostReaders);
  readonly #directory: string;
  readonly #sweeper: Sweeper;
  /** Of the gate that writes here. */
  #gate: { readonly prefix: string; readonly directory: OpenDirectory } | undefined;

  constructor({ directory, ...retention }: StoredSpoolOptions) {
    this.#directory = directory;
    this.#sweeper = new Sweeper(directory, { ...usualRetention, ...retention });
  }

  create(fileName: string, mode: number): number {
    const place = readPlace(fileName);
    for (let left = mostAttempts; ; left--) {
      try {
        return this.#create(place, mode);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || left === 1) throw error;
        // Another gate has removed the directory because it was empty.
        this.#close();
      }
    }
  }

  at<T>(fileName: string, use: (path: string) => T): T {
    const place = readPlace(fileName);
    return use(this.#open(place.prefix).pathTo(place.fileName));
  }

  count(bytes: number): void {
    this.#sweeper.countBytes(bytes);
  }

  beginDigest(): Hash {
    return createHash('sha256');
  }

  /** What is written afterwards is kept too, but nothing old is removed any more. */
  async close(): Promise<void> {
    await this.#sweeper.close();
    this.#close();
  }

  #create({ prefix, fileName }: StoredPlace, mode: number): number {
    const descriptor = createFile(this.#open(prefix).pathTo(fileName), mode);
    this.#sweeper.countFile();
    return descriptor;
  }

  #open(prefix: string): OpenDirectory {
    if (this.#gate?.prefix === prefix) return this.#gate.directory;
    this.#close();
    this.#make(prefix);
    const directory = openGateDirectory(this.#directory, prefix);
    this.#gate = { prefix, directory };
    this.#sweeper.begin();
    return directory;
  }

  #make(prefix: string): void {
    const ledger = dirname(this.#directory);
    makeTrustedDirectory(ledger, kept);
    if (basename(ledger) === '.cmdgate') hideFromGit(ledger);
    makeTrustedDirectory(this.#directory, kept);
    makeTrustedDirectory(join(this.#directory, prefix), kept);
  }

  #close(): void {
    this.#gate?.directory.close();
    this.#gate = undefined;
  }
}

function readPlace(fileName: string): StoredPlace {
  const place = placeOf(fileName);
  if (!place) throw new Error('It is not a file of a run');
  return place;
}
