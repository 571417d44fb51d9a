// What the gates of one user tell each other about the files that a workspace's gates and git obey. It lies outside of
// the workspace, where no program of an agent writes.
//
//   snapshot.json     what the files held when no program was running, or when a person last agreed to them
//   verdicts/         one file for each that changed meanwhile: a person agreed to it, or nobody did
//   busy/             one name for each gate that has a program running
//   confirmed.json    configurations, and what they load, that a person has looked at

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Marks } from '../../machine/claims/marks.js';
import { missing, readHeld } from '../../machine/files/file-digest.js';
import { namesIn } from '../../machine/files/names-in.js';
import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { makeTrustedDirectory } from '../../machine/files/trusted-directory.js';
import { replaceWhole } from '../../machine/files/whole-file.js';
import { ownDirectory } from '../own-directory.js';

export interface Verdict {
  readonly path: string;
  readonly state: 'agreed' | 'distrusted';
  /** Of what the file held then: it says nothing about anything else. */
  readonly digest: string;
  /** A sentence for a person. */
  readonly why: string;
  readonly at: string;
}

export type Digests = ReadonlyMap<string, string>;

const mostBytes = 4 * 1024 * 1024;

export class TrustStore {
  readonly #directory: string;
  readonly #busy: Marks;
  #leave: (() => void) | undefined;

  /** `workspace` is a real path. */
  constructor(workspace: string) {
    this.#directory = join(ownDirectory(workspace), 'trust');
    this.#busy = new Marks(join(this.#directory, 'busy'));
  }

  /** Whether gates have run programs in this workspace. */
  get isUsed(): boolean {
    return existsSync(this.#snapshotFile);
  }

  get #snapshotFile(): string {
    return join(this.#directory, 'snapshot.json');
  }

  readSnapshot(): Digests {
    return readDigests(this.#snapshotFile);
  }

  /** What other gates wrote about other files stays. */
  writeSnapshot(digests: Digests): void {
    const earlier = this.readSnapshot();
    if (this.isUsed && [...digests].every(([path, digest]) => earlier.get(path) === digest)) return;
    this.#write(this.#snapshotFile, Object.fromEntries([...earlier, ...digests]));
  }

  readVerdict(path: string): Verdict | undefined {
    const { path: of, state, digest, why, at } = (readJson(this.verdictFile(path)) ?? {}) as Partial<Verdict>;
    if (of !== path || (state !== 'agreed' && state !== 'distrusted') || typeof digest !== 'string') return undefined;
    return { path, state, digest, why: String(why), at: String(at) };
  }

  writeVerdict(verdict: Omit<Verdict, 'at'>): void {
    this.#write(this.verdictFile(verdict.path), { ...verdict, at: new Date().toISOString() });
  }

  /** Those that are still true. */
  listDistrusted(): readonly Verdict[] {
    return namesIn(join(this.#directory, 'verdicts')).flatMap((name) => {
      const { path } = (readJson(join(this.#directory, 'verdicts', name)) ?? {}) as Partial<Verdict>;
      const verdict = typeof path === 'string' ? this.readVerdict(path) : undefined;
      return verdict?.state === 'distrusted' && readHeld(verdict.path).digest === verdict.digest ? verdict : [];
    });
  }

  readConfirmed(): Digests {
    return readDigests(join(this.#directory, 'confirmed.json'));
  }

  confirm(digests: Digests): void {
    this.#write(join(this.#directory, 'confirmed.json'), Object.fromEntries([...this.readConfirmed(), ...digests]));
  }

  enterBusy(): void {
    makeTrustedDirectory(this.#directory, 'What is trusted');
    this.#leave = this.#busy.put();
  }

  leaveBusy(): void {
    this.#leave?.();
  }

  /** Whether a program of another gate runs here. */
  isBusyElsewhere(): boolean {
    return this.#busy.ofOthers().some(({ isDead }) => !isDead);
  }

  /**
   * A gate that died while a program ran could not compare any more. Whoever comes next does, before anything else: the
   * keeper has ended its programs.
   */
  settle(): void {
    const dead = this.#busy.ofOthers().filter(({ isDead }) => isDead);
    if (dead.length === 0) return;
    for (const [path, digest] of this.readSnapshot()) {
      const { digest: present } = readHeld(path);
      if (present === digest || this.readVerdict(path)?.digest === present) continue;
      const why = 'It changed while a program was running, and the gate that ran the program was killed.';
      this.writeVerdict({ path, state: 'distrusted', digest: present, why });
    }
    for (const { path } of dead) rmSync(path, { force: true });
  }

  /** Where it is written what a person said about a file. */
  verdictFile(path: string): string {
    const name = createHash('sha256').update(path).digest('hex').slice(0, 32);
    return join(this.#directory, 'verdicts', `${name}.json`);
  }

  #write(file: string, value: unknown): void {
    makeTrustedDirectory(this.#directory, 'What is trusted');
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    replaceWhole(file, JSON.stringify(value));
  }
}

/** Undefined where nothing stands against it: what a person last agreed to, or what changed while nothing ran. */
export function findDistrust(store: TrustStore, path: string, digest: string): Pick<Verdict, 'why'> | undefined {
  const verdict = store.readVerdict(path);
  if (verdict?.digest === digest) return verdict.state === 'distrusted' ? verdict : undefined;
  const before = store.readSnapshot().get(path);
  if (before === undefined || before === digest || !store.isBusyElsewhere()) return undefined;
  return {
    why: before === missing ? 'It appeared while a program was running.' : 'It changed while a program was running.',
  };
}

function readDigests(file: string): Digests {
  const value = readJson(file);
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function readJson(file: string): unknown {
  try {
    const bytes = readPlainFile(file, mostBytes);
    return bytes && JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
