// Whether what a configuration says may be obeyed. Where agents can write, a file that nobody knows may be theirs: it is
// neither run nor read as rules because somebody happens to stand beside it.

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findDistrust, TrustStore } from '../../ledger/trust/trust-store.js';
import { namesIn, readHeld } from '../../machine/files/file-digest.js';
import { findImports } from '../../sources/typescript/find-imports.js';
import type { ConfigurationProblem } from '../configuration-error.js';
import { configurationNames } from '../configuration-names.js';
import { UntrustedConfiguration } from './untrusted-configuration.js';

/** `found`: nobody named it; it lies in the current directory or above. */
export type Origin = 'named' | 'found';

/** Throws an UntrustedConfiguration that names every file. With the local files that it imports, where it is a program. */
export function requireTrust(file: string, origin: Origin): void {
  refuse(file, findUntrusted(file, findImports([file]), origin));
}

const isProgram = (file: string) => /\.[cm]?[jt]s$/.test(file);

/** The same for what it loads and runs: modules with what they import, handles, manuals, the policy. */
export function requireTrustIn(file: string, loaded: readonly string[], origin: Origin): void {
  const around = new StoresAround();
  const strange = origin === 'found' ? whyStrange(realPlace(file), around) : undefined;
  refuse(
    file,
    findImports(loaded).flatMap((path) => judge(realPlace(path), strange?.why, around) ?? []),
  );
}

/** Whether nothing speaks against it. */
export function isTrusted(file: string): boolean {
  return findUntrusted(file, findImports([file]), 'found').length === 0;
}

export interface Untrusted {
  readonly path: string;
  readonly digest: string;
  readonly why: string;
}

function findUntrusted(file: string, paths: readonly string[], origin: Origin): readonly Untrusted[] {
  const around = new StoresAround();
  const strange = origin === 'found' ? whyStrange(realPlace(file), around) : undefined;
  const why = strange?.isFor === 'programs' && !isProgram(file) ? undefined : strange?.why;
  return paths.flatMap((path) => judge(realPlace(path), why, around) ?? []);
}

function judge(path: string, strange: string | undefined, around: StoresAround): Untrusted | undefined {
  const stores = around.of(path);
  if (stores.length === 0 && strange === undefined) return undefined;
  const { digest, bytes } = readHeld(path);
  // Of a file that is missing nothing is obeyed. A package.json alone, above everything, is no reason to ask.
  if (bytes === undefined || isConfirmed(path, digest)) return undefined;
  const lost = stores.map((store) => findDistrust(store, path, digest)).find((distrust) => distrust !== undefined);
  const agreed = stores.some((store) => store.readVerdict(path)?.digest === digest);
  const names = namesIn(digest);
  const linked =
    names > 1 && !agreed ? `It has ${names} names (hard links), and can be written through any of them.` : undefined;
  const why = lost?.why ?? linked ?? (basename(path) === 'package.json' ? undefined : strange);
  return why === undefined ? undefined : { path, digest, why };
}

interface Strange {
  readonly why: string;
  /** Where no program of an agent ran yet, as far as is known, data is read, and nothing is run. */
  readonly isFor: 'everything' | 'programs';
}

/** Why nobody can tell whose configuration this is; undefined where it is known, or where no agent writes. */
function whyStrange(file: string, around: StoresAround): Strange | undefined {
  const stores = around.of(file);
  const isUnknown = stores.some((store) => !store.readSnapshot().has(file));
  const why = 'It is in a workspace where agents run programs, and may have been written by one.';
  if (isUnknown) return { why, isFor: 'everything' };
  const outer = stores.length > 0 ? undefined : outerConfiguration(dirname(dirname(file)));
  if (outer === undefined) return undefined;
  return {
    why: `It is below ${outer}, where agents may run programs, and may have been written by one.`,
    isFor: 'programs',
  };
}

function outerConfiguration(directory: string): string | undefined {
  const found = configurationNames.map((name) => join(directory, name)).find((path) => existsSync(path));
  const parent = dirname(directory);
  return found ?? (parent === directory ? undefined : outerConfiguration(parent));
}

/** Of every directory above in which gates have run programs. */
export function storesAround(path: string): readonly TrustStore[] {
  return new StoresAround().of(path);
}

/** The files of one configuration lie beside each other: each directory is looked at once. */
class StoresAround {
  readonly #known = new Map<string, readonly TrustStore[]>();

  of(path: string): readonly TrustStore[] {
    const directory = dirname(path);
    if (directory === path) return [];
    const known = this.#known.get(directory) ?? this.#find(directory);
    this.#known.set(directory, known);
    return known;
  }

  #find(directory: string): readonly TrustStore[] {
    const store = new TrustStore(directory);
    const outer = this.of(directory);
    if (!store.isUsed) return outer;
    attempt(() => store.settle());
    return [store, ...outer];
  }
}

function isConfirmed(path: string, digest: string): boolean {
  return new TrustStore(dirname(path)).readConfirmed().get(path) === digest;
}

/** What a person agreed to: for these gates, and for whoever finds the files by their place. */
export function confirm(files: ReadonlyMap<string, string>): void {
  for (const [path, digest] of files) {
    new TrustStore(dirname(path)).confirm(new Map([[path, digest]]));
    for (const store of storesAround(path)) {
      store.writeVerdict({ path, state: 'agreed', digest, why: 'A person approved it.' });
      store.writeSnapshot(new Map([[path, digest]]));
    }
  }
}

/** A file that is a link is meant itself; its directory is not. */
export function realPlace(path: string): string {
  try {
    return join(realpathSync.native(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

/** Whether a person has looked at exactly this content and agreed to it. */
export function isAgreed(path: string, digest: string): boolean {
  if (isConfirmed(path, digest)) return true;
  return storesAround(path).some((store) => {
    const verdict = store.readVerdict(path);
    return verdict?.state === 'agreed' && verdict.digest === digest;
  });
}

/** Throws an UntrustedConfiguration where there are any. */
export function refuse(file: string, untrusted: readonly Untrusted[]): void {
  if (untrusted.length === 0) return;
  const fix = `Review it. If it is yours, run: cmdgate trust ${quoted(file)}`;
  const problems: ConfigurationProblem[] = untrusted.map(({ path, why }) => ({
    ...{ file: path, key: '', fix },
    message: `This file is not trusted, and none of it was run. ${why}`,
  }));
  throw new UntrustedConfiguration(problems, new Map(untrusted.map(({ path, digest }) => [path, digest])));
}

function quoted(path: string): string {
  return /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** Where nothing can be written, what was there before still counts. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Told by whoever cannot go on without it.
  }
}
