// A gate as doors see it, and as whoever has its configuration.

import type { GateFacts } from '../registry/describe-help.js';
import type { Registry } from '../registry/registry.js';
import type { Command } from '../vocabulary/command.js';
import type { GateError } from '../vocabulary/gate-error.js';
import type { Introduction } from '../vocabulary/introduction.js';
import type { Outcome } from '../vocabulary/outcome.js';
import type { Caller, CancelResult, CancelTarget, Request } from '../vocabulary/request.js';
import type { Approvals } from './approving/approvals.js';
import type { ApprovalNotice } from './approving/notice.js';
import type { GateOptions } from './gate-options.js';
import type { Plans } from './plans/plans.js';
import type { Activity } from './reloading/activity.js';
import type { KnownRun } from './run/run-book.js';

export interface Gate extends GateFacts {
  readonly registry: Registry;
  readonly workspace: string;
  /** What the owner should know about the set-up, such as patterns that mean no command. */
  readonly warnings: readonly string[];
  /** No run may take longer. */
  readonly longestTimeoutMs: number;
  readonly yieldMs: number;
  readonly readsSettings: boolean;
  /** The version of the commands, where they have one of their own. */
  readonly ownVersion: string;
  readonly introduction: Introduction;
  mayRun(caller: Caller, command: Command): boolean;
  /** Never rejects: whatever is wrong is an outcome. */
  run(request: Request): Promise<Outcome>;
  /** Records and answers what a door could not even read as a request. */
  refuse(request: Request, error: GateError): Promise<Outcome>;
  /** Stops runs: one, those of a chat, or those of a session. */
  cancel(target: CancelTarget): CancelResult;
  /** A run of this caller, while it goes on and as long as this process remembers it. */
  find(caller: Caller, runId: string): KnownRun | undefined;
  /** What waits for a person, and how it is answered. */
  approvals(): Promise<Approvals>;
  /** Requests that are looked at, and approved, together before any of them runs. */
  plans(): Promise<Plans>;
  /** Tells from now on what runs are given in confidence: whatever they print to the streams of this process may be it. */
  tellSecrets(conceal: (secrets: readonly string[]) => void): void;
  /** Tells from now on when a question waits for a person. */
  tellAsked(listener: (notice: ApprovalNotice) => void): void;
  /** Tells from now on when the commands are others than before, until what it gives is called. */
  tellRenewed(listener: () => void): () => void;
  /** Resolves when a call need not wait any more until its command is loaded. */
  whenReady(): Promise<void>;
  close(): Promise<void>;
}

/** What a gate that is open can have replaced: what it offers, and to whom. Everything else is for its whole life. */
export type Renewal = Pick<
  GateOptions,
  | 'version'
  | 'ownVersion'
  | 'description'
  | 'commands'
  | 'allow'
  | 'deny'
  | 'shell'
  | 'yieldMs'
  | 'warnings'
  | 'hosts'
  | keyof Introduction
>;

export interface RenewableGate extends Gate {
  /** When runs were going on. */
  readonly activity: Activity;
  /**
   * Takes effect with the next request; what runs goes on as it began. Throws as `createGate` does, and then nothing has
   * changed. `adopt` is called between the last thing that can fail and the change.
   */
  renew(renewal: Renewal, adopt: () => void): void;
}
