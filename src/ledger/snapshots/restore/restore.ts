// Puts paths of the workspace back as they were in a state.

import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  lstatSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { posix } from 'node:path';
import { newId } from '../../../vocabulary/new-id.js';
import type { Change } from '../compare.js';
import { readContent } from '../content.js';
import type { DirectoryEntry, FileEntry, LinkEntry } from '../entry.js';
import type { SnapshotStore } from '../snapshot-store.js';
import { inFolder } from './open-folder.js';

export interface Restored {
  /** The paths that are as they were. */
  readonly done: readonly string[];
  /** Those that are not, and why. */
  readonly failed: readonly { readonly path: string; readonly why: string }[];
}

/**
 * Each change is undone: what is in `before` comes back, and what is only in `after` goes. Objects of repositories come
 * back first, so that no reference leads nowhere. Never throws.
 */
export function restore(store: SnapshotStore, changes: readonly Change[], objectStores: readonly string[]): Restored {
  const work = new Restoring(store);
  const back = changes.filter(({ before }) => before !== undefined);
  const gone = changes.filter(isInTheWay);
  // What lies in a directory goes before the directory, and comes after it.
  for (const change of gone.toReversed()) work.remove(change);
  for (const objects of objectStores) work.putObjects(objects);
  const directories = back.filter(({ before }) => before?.kind === 'directory');
  for (const change of directories) work.putDirectory(change);
  for (const change of back) work.put(change);
  // A directory may have been closed to writing.
  for (const change of directories.toReversed()) work.setMode(change.path, change.before as DirectoryEntry);
  return work.result;
}

/** A file takes the place of another by itself. What cannot come back must not go. */
function isInTheWay({ before, after }: Change): boolean {
  if (!before) return true;
  return after !== undefined && before.kind !== after.kind && before.kind !== 'left-out' && after.kind !== 'left-out';
}

class Restoring {
  readonly #store: SnapshotStore;
  readonly #done = new Set<string>();
  readonly #failed = new Map<string, string>();

  constructor(store: SnapshotStore) {
    this.#store = store;
  }

  get result(): Restored {
    const failed = [...this.#failed].map(([path, why]) => ({ path, why }));
    return { done: [...this.#done].filter((path) => !this.#failed.has(path)), failed };
  }

  remove({ path, before }: Change): void {
    this.#attempt(path, () =>
      this.#at(path, 'find', (place) => {
        const stat = lstatSync(place, { throwIfNoEntry: false });
        if (stat?.isDirectory()) rmdirSync(place);
        else if (stat) unlinkSync(place);
        if (!before) this.#done.add(path);
      }),
    );
  }

  putDirectory({ path }: Change): void {
    this.#attempt(path, () => {
      inFolder(this.#store.workspace, path, 'make', () => undefined);
      this.#done.add(path);
    });
  }

  put({ path, before }: Change): void {
    if (before?.kind === 'left-out') this.#failed.set(path, 'Its content was not kept.');
    else if (before?.kind === 'file') this.#attempt(path, () => this.#putFile(path, before));
    else if (before?.kind === 'link') this.#attempt(path, () => this.#putLink(path, before));
  }

  setMode(path: string, { mode }: DirectoryEntry): void {
    this.#attempt(path, () => inFolder(this.#store.workspace, path, 'find', (folder) => chmodSync(folder, mode)));
  }

  putObjects(objects: string): void {
    const { workspace } = this.#store;
    for (const { path, file } of this.#store.objects.findMissing(workspace, objects)) {
      const full = `${objects}/${path}`;
      this.#attempt(full, () =>
        this.#at(full, 'make', (place) =>
          copyFileSync(file, place, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE),
        ),
      );
    }
  }

  #putFile(path: string, { content, size, hash, mode }: FileEntry): void {
    if (!content) throw new Error('Its content was not kept');
    const bytes = readContent(this.#store.places.packs, content, size);
    if (createHash('sha256').update(bytes).digest('base64url') !== hash) throw new Error('Its content was damaged');
    this.#replace(path, (next) => {
      const descriptor = openSync(next, 'wx', 0o600);
      try {
        writeFileSync(descriptor, bytes);
        fchmodSync(descriptor, mode);
      } finally {
        closeSync(descriptor);
      }
    });
  }

  #putLink(path: string, { target }: LinkEntry): void {
    this.#replace(path, (next) => symlinkSync(target, next));
  }

  /** A link in its place is replaced, never followed. */
  #replace(path: string, make: (next: string) => void): void {
    this.#at(path, 'make', (place) => {
      const next = `${posix.dirname(place)}/.cmdgate-${newId()}.part`;
      try {
        make(next);
        renameSync(next, place);
      } catch (error) {
        rmSync(next, { force: true });
        throw error;
      }
      this.#done.add(path);
    });
  }

  #at<T>(path: string, make: 'make' | 'find', work: (place: string) => T): T {
    const folder = posix.dirname(path);
    const name = posix.basename(path);
    if (name === '.' || name === '..') throw new Error(`${path} is not a path`);
    return inFolder(this.#store.workspace, folder === '.' ? '' : folder, make, (open) => work(`${open}/${name}`));
  }

  #attempt(path: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (!this.#failed.has(path)) this.#failed.set(path, reasons[code ?? ''] ?? message);
    }
  }
}

const reasons: Readonly<Record<string, string>> = {
  ELOOP: 'There is a link in place of a directory.',
  ENOTDIR: 'There is a link or a file in place of a directory.',
  EISDIR: 'There is a directory in its place.',
  ENOTEMPTY: 'It contains files that are in no snapshot.',
  EACCES: 'You do not have permission to write there.',
  EPERM: 'You do not have permission to write there.',
  ENOSPC: 'The disk is full.',
};
