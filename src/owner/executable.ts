// A command line over a gate: cmdgate's own, and any that is made with runCli.

import type { Configuration, ConfiguredCaller } from '../configuration/configuration.js';
import type { Gate } from '../gate/gate.js';
import type { Reloader } from '../gate/reloading/reloader.js';
import type { Io } from '../terminal/io.js';
import type { GateError } from '../vocabulary/gate-error.js';
import type { Caller } from '../vocabulary/request.js';
import type { Choice } from './choice.js';
import type { Setting } from './setting.js';
import type { Store } from './store.js';

/** A gate, and what the doors have to know beside it. */
export interface Workspace {
  readonly gate: Gate;
  readonly callers: readonly ConfiguredCaller[];
  readonly http: Configuration['http'] | undefined;
  /** The configuration it came from, where there is one. */
  readonly configFile: string | undefined;
  /** The directory of the project, where one is declared. */
  readonly projectRoot?: string | undefined;
  /** What reads the configuration again, for servers. */
  readonly openReloader?: (() => Promise<Reloader>) | undefined;
  /** Why it is not the one that was chosen. */
  readonly refusal?: GateError | undefined;
}

export interface Program {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** How it is started from a shell, for lines that can be pasted. */
  readonly invocation: readonly string[];
  /** Whether its commands are its own words; otherwise they follow the word `run`. */
  readonly direct: boolean;
  /** Whether it has a command of its own by that name. */
  hasOwn?(name: string): boolean;
  /** A gate that is only looked at: nothing is opened for it. Throws where its commands are defined wrongly. */
  lookAt?(): Gate;
  open(choice: Choice, io: Io): Promise<Workspace>;
  /** Where a user's own executable records; cmdgate looks into its configuration. */
  findStore?(choice: Choice): Promise<Store>;
  /** What is in force, and where each of it comes from. */
  listSettings(choice: Choice, io: Io): Promise<readonly Setting[]>;
}

/** One use of a program. */
export interface Invocation {
  readonly program: Program;
  readonly workspace: Workspace;
  readonly caller: Caller;
  readonly choice: Choice;
  readonly io: Io;
}
