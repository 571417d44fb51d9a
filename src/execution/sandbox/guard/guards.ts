// The guards of the programs that run now, and what they share.

import { DirectoryWatch } from './directory-watch.js';
import { Quarantine } from './quarantine.js';
import { type Guarded, RunGuard } from './run-guard.js';
import { type FoundInWalk, WorkspaceWalk } from './workspace-walk.js';

type Tell = (message: string) => void;

export class Guards {
  readonly #quarantine: Quarantine;
  readonly #watch = new DirectoryWatch();
  readonly #walk = new WorkspaceWalk();
  readonly #open = new Map<RunGuard, Tell>();

  constructor(quarantine: string) {
    this.#quarantine = new Quarantine(quarantine);
  }

  /** What is protected by its name in these directories, and sockets. */
  look(roots: readonly string[]): FoundInWalk {
    return this.#walk.find(roots);
  }

  get quarantine(): Quarantine {
    return this.#quarantine;
  }

  /** Gives the guard, and what ends it. */
  open(guarded: Guarded, tell: Tell): { readonly guard: RunGuard; close(): void } {
    const guard = new RunGuard(guarded, { quarantine: this.#quarantine, watch: this.#watch, tellAll: this.#tellAll });
    this.#open.set(guard, tell);
    return { guard, close: () => void this.#open.delete(guard) };
  }

  /** Which of the programs in a directory made something there nobody can tell: whoever asked for one of them hears of it. */
  readonly #tellAll = (root: string, message: string): void => {
    for (const [guard, tell] of this.#open) if (guard.root === root) tell(message);
  };
}
