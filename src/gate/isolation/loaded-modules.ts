import { readHeld } from '../../machine/files/file-digest.js';
import { findImports } from '../../sources/typescript/find-imports.js';

/**
 * What the gate has loaded, and every process for handlers loads again. A program of an agent may have written to it
 * meanwhile: what is another file by then is not loaded.
 */
export class LoadedModules {
  readonly #files: readonly string[];
  readonly #digests: ReadonlyMap<string, string>;

  constructor(files: readonly string[]) {
    this.#files = files;
    this.#digests = digestsOf(files);
  }

  /** The file that is not what it was. */
  findChange(): string | undefined {
    const now = digestsOf(this.#files);
    for (const [file, digest] of this.#digests) if (now.get(file) !== digest) return file;
    for (const file of now.keys()) if (!this.#digests.has(file)) return file;
    return undefined;
  }
}

function digestsOf(files: readonly string[]): ReadonlyMap<string, string> {
  return new Map([...findImports(files)].map((file) => [file, readHeld(file).digest]));
}
