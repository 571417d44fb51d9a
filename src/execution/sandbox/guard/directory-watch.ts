// Tells of changes in directories, as long as somebody wants to know. One watch serves all; it stays a little longer,
// because the next program mostly needs the same.

import { type FSWatcher, statSync, watch } from 'node:fs';

type Listener = (name: string) => void;

interface Watched {
  /** Another directory may be at the same path by now. */
  readonly inode: number;
  readonly watcher: FSWatcher;
  readonly listeners: Set<Listener>;
  ending: NodeJS.Timeout | undefined;
}

const lingerMs = 2_000;

export class DirectoryWatch {
  readonly #watched = new Map<string, Watched>();

  /** Gives what ends it. Where a directory cannot be watched, nothing is told of it: nobody may rely on it alone. */
  listen(directory: string, listener: Listener): () => void {
    const inode = statSync(directory, { throwIfNoEntry: false })?.ino;
    if (inode === undefined) return () => undefined;
    const known = this.#watched.get(directory);
    const watched = known?.inode === inode ? known : this.#open(directory, inode);
    if (!watched) return () => undefined;
    clearTimeout(watched.ending);
    watched.ending = undefined;
    watched.listeners.add(listener);
    return () => this.#leave(directory, watched, listener);
  }

  #open(directory: string, inode: number): Watched | undefined {
    try {
      const watcher = watch(directory, { persistent: false });
      const watched: Watched = { inode, watcher, listeners: new Set(), ending: undefined };
      watcher.on('change', (_, name) => {
        for (const listener of watched.listeners) listener(String(name ?? ''));
      });
      watcher.on('error', () => this.#close(directory, watched));
      this.#watched.set(directory, watched);
      return watched;
    } catch {
      return undefined;
    }
  }

  #leave(directory: string, watched: Watched, listener: Listener): void {
    watched.listeners.delete(listener);
    if (watched.listeners.size > 0) return;
    watched.ending ??= setTimeout(() => this.#close(directory, watched), lingerMs).unref();
  }

  #close(directory: string, watched: Watched): void {
    if (this.#watched.get(directory) === watched) this.#watched.delete(directory);
    watched.watcher.close();
  }
}
