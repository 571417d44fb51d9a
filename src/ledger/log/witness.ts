// Each head once more, outside of the workspace. Whoever can write a ledger, or bring back an old one, can do so with
// its heads as well; what is kept here still tells how far the log once was.

import { hash } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isGateId } from '../../machine/claims/lease.js';
import { namesIfThere } from '../../machine/files/names-in.js';
import { isMissing } from '../../machine/files/open-file.js';
import { readOwnText } from '../../machine/files/read-plain-file.js';
import { isTrustedDirectory, makeTrustedDirectory } from '../../machine/files/trusted-directory.js';
import { replaceWhole } from '../../machine/files/whole-file.js';
import { pathWithin } from '../../machine/paths/is-inside.js';
import { realPathSoFar } from '../../machine/paths/real-path.js';
import { type Head, HeadFile, type HeadReading, readHead } from './head-file.js';

const kept = 'What witnesses the ledger';

export class Witness {
  readonly #own: string;
  readonly #parent: string;
  readonly #earlier: string | undefined;

  /** `earlier`: where an earlier version kept it. */
  constructor(directory: string, ledger: string, earlier?: string) {
    this.#parent = directory;
    this.#own = join(directory, nameOf(ledger, dirname(directory)));
    this.#earlier =
      earlier === undefined ? undefined : join(earlier, hash('sha256', realPathSoFar(ledger)).slice(0, 16));
  }

  /** For this ledger alone: a copy of it elsewhere has chains of the same names. */
  get directory(): string {
    const isEarlier = this.#earlier !== undefined && !existsSync(this.#own) && existsSync(this.#earlier);
    return isEarlier ? (this.#earlier as string) : this.#own;
  }

  file(gate: string): string {
    return join(this.directory, `${gate}.json`);
  }

  /** Throws a GateError when it is in other hands. */
  isThere(): boolean {
    const { directory } = this;
    return isTrustedDirectory(dirname(directory), kept) && isTrustedDirectory(directory, kept);
  }

  listChains(): readonly string[] {
    const names = namesIfThere(this.directory).filter((name) => name.endsWith('.json'));
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
    const before = this.directory;
    makeTrustedDirectory(this.#parent, kept);
    if (before !== this.#own && this.isThere()) moveTo(before, this.#own);
    makeTrustedDirectory(this.#own, kept);
  }

  /** Chains that the owner believes although nothing here knows them. */
  accepted(): ReadonlySet<string> {
    const names = this.isThere() ? readOwnText(join(this.directory, acceptedName)) : undefined;
    return new Set(names?.split('\n').filter(isGateId));
  }

  accept(gates: readonly string[]): void {
    const all = new Set([...this.accepted(), ...gates]);
    this.make();
    replaceWhole(join(this.#own, acceptedName), [...all].map((gate) => `${gate}\n`).join(''));
  }
}

/** No chain can be called so. */
const acceptedName = 'accepted-gates';

/** What lies beside its witness moves together with it; anything else is known by its place. */
function nameOf(ledger: string, parent: string): string {
  const place = realPathSoFar(ledger);
  const way = pathWithin(place, realPathSoFar(parent));
  return hash('sha256', way ? `beside\n${way}` : place).slice(0, 16);
}

function moveTo(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    // Another gate was faster.
    if (!isMissing(error) && !existsSync(to)) throw error;
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
