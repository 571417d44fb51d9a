// Looks after what one program must not touch: what is mounted for that has to stay mounted, and what is missing has to
// stay missing. A mount on a path is gone as soon as anybody outside renames something over that path, and what is missing
// cannot be mounted at all: so the gate watches while the program runs, and looks once more when it has ended.

import { lstatSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GateError } from '../../../vocabulary/gate-error.js';
import type { ProgramGuard } from '../../../vocabulary/program.js';
import type { Identity } from '../mounts.js';
import type { DirectoryWatch } from './directory-watch.js';
import { appeared, putAside, replaced, wasReplaced } from './guard-messages.js';
import type { PutAside, Quarantine } from './quarantine.js';

export interface Guarded {
  /** Which programs cannot rename: what lies in it is found through it. */
  readonly root: string;
  /** What the gate and git obey at once, and is missing. */
  readonly absent: readonly string[];
  /** The same of what gates make themselves: another one may be about to. */
  readonly absentOfGates: readonly string[];
  /** What is mounted so that it cannot be written. */
  readonly mounted: ReadonlyMap<string, Identity>;
  /** What waits for a person and is there; with where a link leads. */
  readonly traps: ReadonlySet<string>;
  readonly links: ReadonlyMap<string, string>;
  /** What of that is there now. */
  findTraps(): ReadonlySet<string>;
  /** Whether it may be there although it was missing: it belongs to a gate that is open, or the owner allows it. */
  mayAppear(path: string): boolean;
  /** What else has to be looked at when the program has ended. Gives what was put aside. */
  conclude?(): readonly string[];
}

/** What the guards of one gate share. */
export interface GuardTools {
  readonly quarantine: Quarantine;
  readonly watch: DirectoryWatch;
  /** Tells everybody whose program may have made it. */
  tellAll(root: string, message: string): void;
}

const lookMs = 200;

export class RunGuard implements ProgramGuard {
  readonly #guarded: Guarded;
  readonly #tools: GuardTools;
  /** Of what waits for a person, what is gone since: nothing is mounted there any more, and nothing may come. */
  readonly #gone = new Set<string>();
  #taken: GateError | undefined;

  constructor(guarded: Guarded, tools: GuardTools) {
    this.#guarded = guarded;
    this.#tools = tools;
  }

  get root(): string {
    return this.#guarded.root;
  }

  watch(_wrapper: number, onBroken: (error: GateError) => void): () => void {
    const { absent, mounted } = this.#guarded;
    const watched = new Set([...absent, ...mounted.keys()]);
    let isOver = false;
    const look = () => {
      const error = isOver ? undefined : this.#findBroken();
      if (!error) return;
      stop();
      onBroken(error);
    };
    const directories = new Map<string, Set<string>>();
    for (const path of watched) {
      const directory = dirname(path);
      directories.set(directory, (directories.get(directory) ?? new Set()).add(path.slice(directory.length + 1)));
    }
    const endings = [...directories].map(([directory, names]) =>
      this.#tools.watch.listen(directory, (name) => {
        if (names.has(name) || name === '') look();
      }),
    );
    // Not every file system tells of changes, and a system has only so many watches.
    const timer = setInterval(look, lookMs).unref();
    const stop = () => {
      isOver = true;
      clearInterval(timer);
      for (const end of endings) end();
    };
    return stop;
  }

  conclude(): GateError | undefined {
    const { absent, absentOfGates, mounted, links } = this.#guarded;
    const taken = absent.filter((path) => this.#isThere(path)).map((path) => this.#take(path));
    for (const path of absentOfGates) if (this.#isThere(path)) this.#put(path, 'writable');
    for (const path of this.#guarded.findTraps()) this.#takeTrap(path);
    for (const [path, target] of links) this.#takeReplacedLink(path, target);
    for (const [path, identity] of mounted) if (this.#isLost(path, identity)) this.#tell(wasReplaced(path));
    for (const message of this.#guarded.conclude?.() ?? []) this.#tell(message);
    return taken[0];
  }

  #findBroken(): GateError | undefined {
    const { absent, mounted } = this.#guarded;
    const made = absent.find((path) => this.#isThere(path));
    // At once, and not when the program has ended: somebody could use git meanwhile.
    if (made !== undefined) return this.#take(made);
    const lost = [...mounted].find(([path, identity]) => this.#isLost(path, identity));
    return lost && replaced(lost[0]);
  }

  hasChanged(): boolean {
    return [...this.#guarded.mounted].some(([path, identity]) => stateOf(path, identity) !== 'same');
  }

  /** Takes it now where it was made since this program began. Says whether it did. */
  takeIfNew(path: string): boolean {
    return this.#takeTrap(path);
  }

  #isLost(path: string, identity: Identity): boolean {
    const state = stateOf(path, identity);
    if (state !== 'gone' || !this.#guarded.traps.has(path)) return state !== 'same';
    // Somebody removed it, or another gate put it aside. Whatever is there at the end has come since.
    this.#gone.add(path);
    return false;
  }

  #isThere(path: string): boolean {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined && !this.#guarded.mayAppear(path);
  }

  /** Each of them is put aside; the first is the reason that is told. */
  #take(path: string): GateError {
    const to = this.#put(path, 'writable');
    this.#taken ??= appeared(path, to);
    return this.#taken;
  }

  #takeTrap(path: string): boolean {
    const { traps, links, mayAppear } = this.#guarded;
    if ((traps.has(path) && !this.#gone.has(path)) || links.has(path) || mayAppear(path)) return false;
    this.#put(path, 'unprotected');
    return true;
  }

  /** A link cannot be mounted, so something else may be in its place now. */
  #takeReplacedLink(path: string, target: string): void {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (!entry || (entry.isSymbolicLink() && readLinkQuietly(path) === target)) return;
    this.#put(path, 'unprotected');
  }

  #put(path: string, key: 'writable' | 'unprotected'): PutAside {
    const to = this.#tools.quarantine.take(path, this.#guarded.root);
    if (to !== undefined) this.#tell(putAside(path, to, key));
    return to;
  }

  #tell(message: string): void {
    this.#tools.tellAll(this.#guarded.root, message);
  }
}

function stateOf(path: string, { device, inode }: Identity): 'same' | 'other' | 'gone' {
  const entry = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!entry) return 'gone';
  return entry.dev === device && entry.ino === inode ? 'same' : 'other';
}

function readLinkQuietly(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
