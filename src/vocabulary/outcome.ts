import type { DangerLevel } from './command.js';
import type { GateError } from './gate-error.js';

export interface Warning {
  readonly code: string;
  readonly message: string;
}

/** What every answer tells about its run. */
export interface RunFacts {
  readonly runId: string;
  /** The request as it may be shown and recorded: secrets are gone. */
  readonly command: string;
  /** The words of the command that was found; empty when none was. */
  readonly path: readonly string[];
  readonly danger: DangerLevel | undefined;
  readonly durationMs: number;
  readonly dryRun: boolean;
  readonly warnings: readonly Warning[];
}

/** What was left out of an answer that was too large. */
export interface Truncation {
  readonly limitBytes: number;
  readonly totalBytes: number;
}

export interface Completed {
  readonly status: 'completed';
  /** `data` as JSON text, made once: it is what makes sure that every door can send it. */
  readonly json: string;
  readonly data: unknown;
  readonly message: string | undefined;
  readonly truncated: Truncation | undefined;
  readonly run: RunFacts;
}

export interface Failed {
  readonly status: 'failed';
  readonly error: GateError;
  readonly run: RunFacts;
}

/** The one answer that every request gets. Renderings turn it into each protocol's shape. */
export type Outcome = Completed | Failed;
