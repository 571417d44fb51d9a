// The sandbox is made by what the system has. Whoever makes it, what a program may see and do is the same.

import type { GateError } from '../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { RepositoryAccess } from '../../vocabulary/sandbox.js';
import type { Mount } from './mounts.js';
import type { OpenNetwork } from './network/networks.js';
import type { NetworkSpace } from './session-network/network-space.js';
import type { JoinedNetwork } from './session-network/session-networks.js';

export interface Place {
  readonly workspace: string;
  /** The gate's own directory for temporary files: nobody else can write there. */
  readonly temporary: string;
  /** In it, the links by which programs get their names. */
  readonly names: string;
  /** In it too, what belongs to this run alone. */
  readonly ofRun: string | undefined;
  /** The way out that was opened for the program. */
  readonly network?: OpenNetwork | undefined;
  /** The network that it shares with other runs of its session. */
  readonly joined?: JoinedNetwork | undefined;
  /** What the program may do to the repository of the workspace; reading it unless given. */
  readonly repository?: RepositoryAccess | undefined;
  /** Whether git may go on with settings that the program changed. Without it, none may change. */
  readonly maySet?: ((before: string | undefined, after: string | undefined) => boolean) | undefined;
  /** Settings for git as a file of the system has them: those of a repository win. */
  readonly gitSettings?: string | undefined;
  /** Told what became of things that the program must not have made. */
  readonly onFinding?: ((message: string) => void) | undefined;
}

/** What one program may see and do beside what belongs to the system. Absolute real paths. */
export interface Scope {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** What in them can be neither written nor moved away, or is not seen. */
  readonly kept: readonly Mount[];
  /** What is seen nowhere, whether it is there or not. */
  readonly hidden: readonly string[];
  readonly network: boolean;
  /** Whether the program may use Unix sockets. */
  readonly sockets: boolean;
}

/** A program that is ready to be started, and what to do when it has ended. */
export interface Sandboxed {
  readonly plan: ProgramPlan;
  release(): void;
}

/** What makes a sandbox. */
export interface Tier {
  readonly name: 'bubblewrap' | 'landlock';
  /** Where programs can work beside what their scope has. */
  readonly ownPlaces: readonly string[];
  /** `limited` is what is really started for the plan, inside. Throws when the gate cannot write its own files. */
  enclose(plan: ProgramPlan, limited: ProgramPlan, scope: Scope, place: Place): Sandboxed | GateError;
  /** A network that several sandboxes can be made in, where there can be one; or why there is none. */
  openNetwork?(): Promise<NetworkSpace | string>;
}

/** `remedy` is what the owner can do, as a command where there is one. */
export type NotFound = { readonly ok: false; readonly reason: string; readonly remedy: string };

export type FoundTier = { readonly ok: true; readonly tier: Tier } | NotFound;
