// What a gate is opened with.

import type { Sandbox } from '../execution/sandbox/sandbox.js';
import type { RunLog } from '../ledger/run-log.js';
import type { GateFacts } from '../registry/describe-help.js';
import type { Command, CommandSet } from '../vocabulary/command.js';
import type { Introduction } from '../vocabulary/introduction.js';
import type { ApprovalOptions } from './approving/approvals.js';
import type { Judge } from './judging/judge.js';
import type { Limits } from './limits.js';
import type { SandboxChoices } from './opening/sandbox-choices.js';
import type { Confirmation } from './options/confirm-destructive.js';
import type { PolicyHost } from './own-commands/policy-commands.js';
import type { RunHistory } from './runs/run-history.js';
import type { SnapshotMode } from './snapshots/snapshots.js';
import type { TrustWatch } from './trust/trust-watch.js';

export interface GateOptions extends Partial<GateFacts>, Introduction {
  readonly commands: CommandSet;
  /** The trusted directory, as a real path. */
  readonly workspace: string;
  /** Patterns of the commands that may run, such as `orders *`; everything unless given. */
  readonly allow?: 'everything' | readonly string[];
  /** Patterns of commands that never run. Stronger than `allow`; none unless given. */
  readonly deny?: readonly string[];
  /** Timeouts, sizes and numbers, as under `limits` in a configuration, with the same defaults. */
  readonly limits?: Partial<Limits>;
  readonly audit?: RunLog | undefined;
  /** Where earlier runs and those of other gates are found. */
  readonly history?: RunHistory | undefined;
  /** Whether everything that this process starts belongs to the gate, or only what its runs start. */
  readonly owns?: 'process' | 'runs';
  /** What the owner should know about the commands. */
  readonly warnings?: readonly string[];
  /** Without one, what the owner defined runs, and what is destructive asks. */
  readonly judge?: Judge | undefined;
  /** The command that runs any program, where the owner lets it. */
  readonly shell?: Command | undefined;
  /** How the policy can be asked about; loaded with it. */
  readonly policyCommands?: ((host: PolicyHost) => CommandSet) | undefined;
  readonly approvals?: ApprovalOptions | undefined;
  /** Who confirms what is destructive, where there is no judge; a person unless given. */
  readonly confirmation?: Confirmation | undefined;
  /** After this time a door that cannot wait for ever is told how far a program is. */
  readonly yieldMs?: number | undefined;
  /** The variables of the environment that the program around it reads: by name, what for. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Where the answers to requests with an idempotency key are kept; in the user's own directory unless given. */
  readonly keyDirectory?: string | undefined;
  /** Whether commands find the settings that were written before; they do unless it is `false`. */
  readonly readsSettings?: boolean | undefined;
  /** Compares what git and the gate obey before and after each program; without one nothing is compared. */
  readonly trust?: TrustWatch | undefined;
  /** Whether the workspace is kept as it was before each program that may change it; it is not unless given. */
  readonly snapshots?: SnapshotMode | undefined;
  /** What keeps programs inside their scope; without one, only their arguments are looked at. */
  readonly sandbox?: Sandbox | undefined;
  /** What is said about the sandbox of some commands. */
  readonly sandboxChoices?: SandboxChoices | undefined;
  /** The version of the commands, which `version` tells; that of the program unless given. */
  readonly ownVersion?: string | undefined;
  /** The processes in which handlers run; they end with the gate. */
  readonly hosts?: { readonly whenReady: Promise<unknown>; close(): Promise<void>; retire(): void } | undefined;
}
