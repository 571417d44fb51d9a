// Tells when files may have changed: one watch of the system for each of their directories, and nothing that polls.

import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

export interface WatchedPlaces {
  readonly files: readonly string[];
  /** Any file of these that a source could be counts. */
  readonly folders: readonly string[];
}

/** Whoever has more of them reloads by a signal. */
const mostDirectories = 256;

/** An editor writes a file in several steps, and whoever saves one often saves another. */
const quietMs = 200;

const ofSources = new Set(['.ts', '.js', '.mjs', '.cjs', '.mts', '.cts', '.json', '.yaml', '.yml']);

export class FileWatch {
  readonly #onChange: () => void;
  readonly #onProblem: (problem: string) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #files: ReadonlySet<string> = new Set();
  #folders: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;
  #hasTold = false;

  constructor(onChange: () => void, onProblem: (problem: string) => void) {
    this.#onChange = onChange;
    this.#onProblem = onProblem;
  }

  /** These from now on, and no others. */
  follow({ files, folders }: WatchedPlaces): void {
    this.#files = new Set(files);
    this.#folders = new Set(folders);
    const directories = new Set([...files.map((file) => dirname(file)), ...folders]);
    for (const [directory, watcher] of this.#watchers) {
      if (directories.has(directory)) continue;
      watcher.close();
      this.#watchers.delete(directory);
    }
    for (const directory of directories) if (!this.#watchers.has(directory)) this.#open(directory);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #open(directory: string): void {
    if (this.#watchers.size >= mostDirectories) {
      this.#tell(`more than ${mostDirectories} directories would have to be watched`);
      return;
    }
    try {
      const watcher = watch(directory, { persistent: false }, (_event, name) => this.#hear(directory, name));
      watcher.on('error', () => this.#lose(directory));
      this.#watchers.set(directory, watcher);
    } catch (error) {
      // A directory that is missing has nothing in it that was read.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#tell((error as Error).message);
    }
  }

  #lose(directory: string): void {
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
  }

  #hear(directory: string, name: string | null): void {
    if (name !== null && !this.#isMeant(directory, name)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onChange, quietMs).unref();
  }

  #isMeant(directory: string, name: string): boolean {
    if (this.#files.has(join(directory, name))) return true;
    return this.#folders.has(directory) && ofSources.has(extname(name)) && !basename(name).startsWith('.');
  }

  #tell(problem: string): void {
    if (!this.#hasTold) this.#onProblem(problem);
    this.#hasTold = true;
  }
}
