// Looks at the whole workspace, directory by directory, those near to its root first: where there is more than a
// snapshot can hold, it is what lies deepest that is missing.

import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { cacheMark, neverKept, type SnapshotBounds } from './bounds.js';
import type { ContentPlace, Entry, FileEntry, WorkspaceState } from './entry.js';
import { IgnoreRules } from './ignore-rules.js';
import { readSeenFile } from './read-file.js';

export interface ScanOptions {
  /** A real path. */
  readonly workspace: string;
  readonly bounds: SnapshotBounds;
  /** What was there before: a file that looks the same is not read again, and what was kept is kept again. */
  readonly base: WorkspaceState | undefined;
  /** Keeps content that is new; undefined where there is no room for it. Without this, files are only looked at. */
  readonly keep?: ((bytes: Buffer, hash: string) => ContentPlace | undefined) | undefined;
}

export function scanWorkspace(options: ScanOptions): WorkspaceState {
  return new Scan(options).run();
}

interface Folder {
  readonly path: string;
  readonly rules: IgnoreRules | undefined;
  /** Inside of the directory of a repository, where nothing is ignored. */
  readonly isOfGit: boolean;
}

/** The times of files are those of a clock that moves in steps: a file may change again within one of them. */
const clockStepMs = 20;
const mostRuleBytes = 256 * 1024;

class Scan {
  readonly #options: ScanOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #objectStores: string[] = [];
  readonly #folders: Folder[] = [{ path: '', rules: undefined, isOfGit: false }];
  readonly #settledMs = Date.now() - clockStepMs;
  #isPartial = false;

  constructor(options: ScanOptions) {
    this.#options = options;
  }

  run(): WorkspaceState {
    // The list grows while it is worked off.
    for (const folder of this.#folders) {
      if (this.#entries.size >= this.#options.bounds.entries) this.#isPartial = true;
      if (this.#isPartial) break;
      this.#readFolder(folder);
    }
    return { entries: this.#entries, isPartial: this.#isPartial, objectStores: this.#objectStores };
  }

  #readFolder({ path, rules: outer, isOfGit }: Folder): void {
    const names = this.#namesIn(path);
    if (names.includes(cacheMark) && path !== '') {
      this.#entries.set(path, { kind: 'left-out', size: 0, mtimeMs: 0 });
      return;
    }
    const isRepository = names.includes('objects') && this.#isRepository(path, names);
    const inGit = isOfGit || isRepository;
    const rules = inGit ? undefined : this.#rulesOf(path, names, outer);
    for (const name of names) {
      const inside = path === '' ? name : `${path}/${name}`;
      // What git puts there while it works has no meaning later.
      if (inGit && name.endsWith('.lock')) continue;
      if (isRepository && name === 'objects') this.#readObjects(inside);
      else this.#read(inside, name, rules, inGit);
    }
  }

  /** Also what is left of one: its objects are no new files because HEAD was removed. */
  #isRepository(path: string, names: readonly string[]): boolean {
    if (names.includes('HEAD') && names.includes('refs')) return true;
    return this.#options.base?.objectStores.includes(`${path}/objects`) === true;
  }

  /** Nothing where it cannot be read: it may be gone by now. */
  #namesIn(path: string): readonly string[] {
    try {
      return readdirSync(join(this.#options.workspace, path));
    } catch {
      if (path !== '') this.#entries.set(path, { kind: 'left-out', size: 0, mtimeMs: 0 });
      return [];
    }
  }

  #rulesOf(path: string, names: readonly string[], outer: IgnoreRules | undefined): IgnoreRules | undefined {
    const exclude = path === '' && names.includes('.git') ? this.#textOf('.git/info/exclude') : undefined;
    const around = exclude === undefined ? outer : new IgnoreRules(exclude, '');
    if (!names.includes('.gitignore')) return around;
    const text = this.#textOf(path === '' ? '.gitignore' : `${path}/.gitignore`);
    return text === undefined ? around : new IgnoreRules(text, path, around);
  }

  #textOf(path: string): string | undefined {
    try {
      return readPlainFile(join(this.#options.workspace, path), mostRuleBytes)?.toString('utf8');
    } catch {
      return undefined;
    }
  }

  #readObjects(path: string): void {
    const stat = lstatSync(join(this.#options.workspace, path), { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return;
    this.#objectStores.push(path);
    this.#entries.set(path, { kind: 'directory', mode: stat.mode & 0o777 });
    const names = this.#namesIn(path);
    // The files there are no objects.
    if (names.includes('info')) this.#read(`${path}/info`, 'info', undefined, true);
  }

  #read(path: string, name: string, rules: IgnoreRules | undefined, isOfGit: boolean): void {
    // Nothing in it has to be made plain, and there are thousands.
    const place = `${this.#options.workspace}/${path}`;
    const stat = lstatSync(place, { throwIfNoEntry: false });
    // A name that is no UTF-8 is not found either.
    if (!stat) this.#entries.set(path, { kind: 'left-out', size: 0, mtimeMs: 0 });
    else if (stat.isDirectory()) this.#enter(path, name, stat, rules, isOfGit);
    else if (stat.isSymbolicLink()) this.#entries.set(path, readLink(place) ?? leftOut(stat));
    else if (stat.isFile()) this.#entries.set(path, this.#readFile(path, place, stat, rules) ?? leftOut(stat));
  }

  #enter(path: string, name: string, stat: Stats, rules: IgnoreRules | undefined, isOfGit: boolean): void {
    if (neverKept.has(name) && !isOfGit) return;
    const isIgnored = rules?.ignores(path, true) === true;
    if (isIgnored && this.#isLeftOut(path)) {
      this.#entries.set(path, { kind: 'left-out', size: 0, mtimeMs: 0 });
      return;
    }
    this.#entries.set(path, { kind: 'directory', mode: stat.mode & 0o777 });
    this.#folders.push({ path, rules, isOfGit });
  }

  /** What was kept once is kept on: otherwise a line in .gitignore would hide what a program does there. */
  #isLeftOut(path: string): boolean {
    const known = this.#options.base?.entries.get(path)?.kind;
    if (known === 'directory' || known === 'left-out') return known === 'left-out';
    return countUpTo(join(this.#options.workspace, path), this.#options.bounds.ignoredEntries) === 'more';
  }

  #readFile(path: string, place: string, stat: Stats, rules: IgnoreRules | undefined): Entry | undefined {
    const { base, bounds, keep } = this.#options;
    const known = base?.entries.get(path);
    if (known?.kind === 'file' && looksSame(known, stat) && (known.content || !keep)) return known;
    if (stat.size > bounds.fileBytes) return undefined;
    const wasKept = known?.kind === 'file';
    if (!wasKept && stat.size > bounds.ignoredFileBytes && rules?.ignores(path, false)) return undefined;
    const bytes = attempt(() => readSeenFile(place, stat));
    if (!bytes) return undefined;
    const hash = createHash('sha256').update(bytes).digest('base64url');
    const isSame = known?.kind === 'file' && known.hash === hash && known.size === bytes.length;
    const content = isSame && known.content ? known.content : keep?.(bytes, hash);
    if (keep && !content) return undefined;
    const { mtimeMs, ctimeMs, ino: inode } = stat;
    const isSettled = ctimeMs < this.#settledMs && bytes.length === stat.size;
    const glance = isSettled ? { mtimeMs, ctimeMs, inode } : undefined;
    return { kind: 'file', mode: stat.mode & 0o777, size: bytes.length, hash, content, glance };
  }
}

function looksSame({ glance, size, mode }: FileEntry, stat: Stats): boolean {
  return (
    glance?.ctimeMs === stat.ctimeMs &&
    glance.mtimeMs === stat.mtimeMs &&
    glance.inode === stat.ino &&
    size === stat.size &&
    mode === (stat.mode & 0o777)
  );
}

function leftOut({ size, mtimeMs }: Stats): Entry {
  return { kind: 'left-out', size, mtimeMs };
}

function readLink(place: string): Entry | undefined {
  const target = attempt(() => readlinkSync(place));
  return target === undefined ? undefined : { kind: 'link', target };
}

function countUpTo(directory: string, most: number): 'more' | 'fits' {
  let count = 0;
  const waiting = [directory];
  for (const one of waiting) {
    for (const entry of attempt(() => readdirSync(one, { withFileTypes: true })) ?? []) {
      if (++count > most) return 'more';
      if (entry.isDirectory()) waiting.push(join(one, entry.name));
    }
  }
  return 'fits';
}

/** What is gone or closed to this user is no reason to give up all the rest. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
