// The objects of git repositories in the workspace. A file there never changes, and its name says what is in it: so it
// gets a second name here, which outlives `rm -rf .git`, and nothing has to be read. Where the system cannot do that, it
// is copied.

import { createHash } from 'node:crypto';
import { constants, copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnText } from '../../machine/files/read-plain-file.js';
import { replaceWhole } from '../../machine/files/whole-file.js';

const looseFolder = /^[0-9a-f]{2}$/;
const looseName = /^[0-9a-f]{38}(?:[0-9a-f]{24})?$/;
const packName =
  /^(?:pack-[0-9a-f]{40}(?:[0-9a-f]{24})?\.(?:pack|idx|rev|bitmap|keep|promisor|mtimes)|multi-pack-index)$/;

/** What is copied at once, where it has to be. */
const mostCopiedBytes = 512 * 1024 * 1024;

export class GitObjects {
  readonly #directory: string;
  /** By directory of the workspace, when it was last changed: then nothing new is there. */
  readonly #looked = new Map<string, number>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** `store` is relative to the workspace. Never throws: what is missing here is only missing after the worst. */
  keep(workspace: string, store: string): void {
    const kept = this.#place(store);
    let copied = 0;
    for (const folder of foldersIn(join(workspace, store))) {
      const from = join(workspace, store, folder);
      const changedMs = lstatSync(from, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (this.#looked.get(from) === changedMs) continue;
      const known = new Set(namesIn(join(kept, folder)));
      const added = objectsIn(from, folder).filter((name) => !known.has(name));
      if (added.length > 0) mkdirSync(join(kept, folder), { recursive: true, mode: 0o700 });
      for (const name of added) {
        if (copied <= mostCopiedBytes) copied += giveName(join(from, name), join(kept, folder, name));
      }
      if (Date.now() - changedMs > settledMs && copied <= mostCopiedBytes) this.#looked.set(from, changedMs);
    }
  }

  /** The objects that are kept and missing in the workspace, as paths relative to the store. */
  findMissing(workspace: string, store: string): readonly { readonly path: string; readonly file: string }[] {
    const kept = this.#place(store);
    return foldersIn(kept).flatMap((folder) => {
      const there = new Set(namesIn(join(workspace, store, folder)));
      return objectsIn(join(kept, folder), folder)
        .filter((name) => !there.has(name))
        .map((name) => ({ path: `${folder}/${name}`, file: join(kept, folder, name) }));
    });
  }

  /** Removes what has been missing in the workspace for longer than `keepMs`: git itself has packed or pruned it. */
  forgetOld(workspace: string, stores: readonly string[], keepMs: number, now: number): void {
    for (const store of stores) {
      const file = join(this.#place(store), 'missing.json');
      const since = readMissing(file);
      const missing = this.findMissing(workspace, store);
      const still: Record<string, number> = {};
      for (const { path, file: kept } of missing) {
        const firstMs = since[path] ?? now;
        if (now - firstMs > keepMs) rmSync(kept, { force: true });
        else still[path] = firstMs;
      }
      if (missing.length > 0 || Object.keys(since).length > 0) replaceWhole(file, JSON.stringify(still));
    }
    const there = new Set(stores.map((store) => this.#place(store)));
    for (const name of namesIn(this.#directory)) {
      const place = join(this.#directory, name);
      this.#forgetStore(place, there.has(place), keepMs, now);
    }
  }

  /** A whole repository is gone: that is what this is for, so the time counts from when it was missed first. */
  #forgetStore(place: string, isThere: boolean, keepMs: number, now: number): void {
    const file = join(place, 'gone.json');
    if (isThere) {
      rmSync(file, { force: true });
      return;
    }
    const { since } = readMissing(file);
    if (since === undefined) replaceWhole(file, JSON.stringify({ since: now }));
    else if (now - since > keepMs) rmSync(place, { recursive: true, force: true });
  }

  #place(store: string): string {
    return join(this.#directory, createHash('sha256').update(store).digest('hex').slice(0, 32));
  }
}

/** A directory that changed just now may change again within the same step of the clock. */
const settledMs = 20;

/** How many bytes had to be copied. */
function giveName(from: string, to: string): number {
  const stat = lstatSync(from, { throwIfNoEntry: false });
  if (!stat?.isFile()) return 0;
  try {
    linkSync(from, to);
    return 0;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS'].includes(code)) return 0;
  }
  try {
    copyFileSync(from, `${to}.part`, constants.COPYFILE_FICLONE);
    linkSync(`${to}.part`, to);
    rmSync(`${to}.part`, { force: true });
    return stat.size;
  } catch {
    rmSync(`${to}.part`, { force: true });
    return 0;
  }
}

function readMissing(file: string): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readOwnText(file) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function foldersIn(store: string): readonly string[] {
  return namesIn(store).filter((name) => name === 'pack' || looseFolder.test(name));
}

function objectsIn(directory: string, folder: string): readonly string[] {
  const pattern = folder === 'pack' ? packName : looseName;
  return namesIn(directory).filter((name) => pattern.test(name));
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
