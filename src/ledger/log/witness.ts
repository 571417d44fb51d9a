// Each head once more, outside of the workspace. Whoever can write a ledger, or bring back an old one, can do so with
// its heads as well; what is kept here still tells how far the log once was.

import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isTrustedDirectory, makeTrustedDirectory } from '../../own-files/trusted-directory.js';
import { realPath } from '../own-directory.js';
import { type Head, HeadFile, type HeadReading, readHead } from './head-file.js';
import { isGateId, listNames } from './ledger-directory.js';

const kept = 'What witnesses the ledger';

export class Witness {
  /** For this ledger alone: a copy of it elsewhere has chains of the same names. */
  readonly directory: string;
  readonly #parent: string;

  constructor(directory: string, ledger: string) {
    this.#parent = directory;
    this.directory = join(directory, hash('sha256', realPath(ledger)).slice(0, 16));
  }

  file(gate: string): string {
    return join(this.directory, `${gate}.json`);
  }

  /** Throws a GateError when it is in other hands. */
  isThere(): boolean {
    return isTrustedDirectory(this.#parent, kept) && isTrustedDirectory(this.directory, kept);
  }

  listChains(): readonly string[] {
    const names = listNames(this.directory).filter((name) => name.endsWith('.json'));
    return names.map((name) => basename(name, '.json')).filter(isGateId);
  }

  /** Undefined where nothing can be known of the chain. */
  read(gate: string): HeadReading | undefined {
    try {
      return this.isThere() ? readHead(this.file(gate)) : undefined;
    } catch {
      return undefined;
    }
  }

  make(): void {
    for (const path of [this.#parent, this.directory]) makeTrustedDirectory(path, kept);
  }
}

/** The head of one chain, as its witness keeps it. Never throws: a gate does not stop because nobody witnesses it. */
export class WitnessFile {
  readonly #witness: Witness;
  readonly #gate: string;
  readonly #reading: HeadReading | undefined;
  #head: HeadFile | undefined;
  #trouble: Error | undefined;

  constructor(witness: Witness, gate: string, reading: HeadReading | undefined) {
    this.#witness = witness;
    this.#gate = gate;
    this.#reading = reading;
  }

  /** Why the newest head could not be written. Each write tries again. */
  get trouble(): Error | undefined {
    return this.#trouble;
  }

  write(head: Head): void {
    try {
      this.#head ??= this.#open();
      this.#head.write(head);
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = error as Error;
    }
  }

  close(): void {
    this.#head?.close();
  }

  /** For a chain that was not begun after all. */
  remove(): void {
    this.close();
    rmSync(this.#witness.file(this.#gate), { force: true });
  }

  #open(): HeadFile {
    this.#witness.make();
    return new HeadFile(this.#witness.file(this.#gate), this.#reading);
  }
}
