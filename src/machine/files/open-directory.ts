// A directory that is looked at once, and then meant whatever is put in its place: between a look at a path and its use
// somebody could swap what it leads to.

import { closeSync, constants, existsSync, fstatSync, openSync } from 'node:fs';
import { refuseUntrusted } from './trusted-directory.js';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Where the system shows open directories as paths. Elsewhere the path itself has to do. */
let showsOpen: boolean | undefined;

export class OpenDirectory {
  readonly #descriptor: number;
  readonly #path: string;
  #isOpen = true;

  /** Throws a GateError when it is in other hands, and the system's error when it is missing or no directory. */
  constructor(path: string, kept: string) {
    this.#descriptor = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK);
    try {
      refuseUntrusted(fstatSync(this.#descriptor), path, kept);
    } catch (error) {
      closeSync(this.#descriptor);
      throw error;
    }
    showsOpen ??= existsSync('/proc/self/fd');
    this.#path = showsOpen ? `/proc/self/fd/${this.#descriptor}` : path;
  }

  /** The path of an entry, or of itself. It leads elsewhere as soon as this is closed: use it before. */
  pathTo(entry = ''): string {
    if (!this.#isOpen) throw new Error('The directory is closed');
    return `${this.#path}/${entry}`;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#descriptor);
  }
}
