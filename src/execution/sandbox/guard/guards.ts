// The guards of the programs that run now, and what they share.

import { dirname, join } from 'node:path';
import { DirectoryWatch } from './directory-watch.js';
import { Quarantine } from './quarantine.js';
import { type Guarded, RunGuard } from './run-guard.js';
import { RunningPrograms } from './running-programs.js';
import { type FoundInWalk, WorkspaceWalk } from './workspace-walk.js';

type Tell = (message: string) => void;

export class Guards {
  readonly #quarantine: Quarantine;
  readonly #watch = new DirectoryWatch();
  readonly #walk = new WorkspaceWalk();
  readonly #running: RunningPrograms;
  readonly #open = new Map<RunGuard, Tell>();

  constructor(quarantine: string) {
    this.#quarantine = new Quarantine(quarantine);
    this.#running = new RunningPrograms(join(dirname(quarantine), 'running'));
  }

  /** What is protected by its name in these directories, and sockets. */
  look(roots: readonly string[]): FoundInWalk {
    return this.#walk.find(roots);
  }

  /** What programs that still run have made since they began goes now: it cannot be mounted, for they could replace it. */
  tidy(root: string, found: FoundInWalk): FoundInWalk {
    const own = [...this.#open.keys()].filter((guard) => guard.root === root);
    // Of another gate's programs it only knows since when they run: what is new is left to whoever ends first.
    const ofOthers = this.#running.madeSince([...found.traps]);
    if (own.length === 0 && ofOthers.size === 0) return found;
    const left = [...found.traps].filter((path) => !own.some((guard) => guard.takeIfNew(path)) && !ofOthers.has(path));
    return { ...found, traps: new Set(left) };
  }

  /** Called before anything is looked at for a program. Gives what to call when it has ended, or was not started. */
  begin(): () => void {
    return this.#running.begin();
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
