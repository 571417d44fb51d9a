// One run that somebody asks about, wherever it is: in this gate, in another one, or only in the ledger any more.

import type { ReadableOutput } from '../../execution/process/output/readable-output.js';
import type { RunState } from '../../vocabulary/program.js';
import type { CancelResult } from '../../vocabulary/request.js';
import type { InputResult } from '../run/run-book.js';

export interface FoundRun {
  readonly runId: string;
  readonly state: RunState;
  readonly ended: boolean;
  /** What it printed; undefined where it is no program. */
  readonly output: ReadableOutput | undefined;
  /** As lists show it. */
  summary(): Record<string, unknown>;
  /** What there is to tell beside that: how it ended, or how to go on. */
  details(): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Resolves to the run as it is when it has ended, when the time is over, or when nobody waits any more. */
  waitForEnd(waitMs: number, signal: AbortSignal): Promise<FoundRun>;
  /** `unreachable`: it goes on somewhere, and nobody there answers. Rejects with a GateError where that went wrong. */
  cancel(signal: AbortSignal): Promise<CancelResult | 'unreachable'>;
  write(bytes: Buffer, isLast: boolean, signal: AbortSignal): Promise<WriteResult>;
}

/** What became of something that was to be written to a program. */
export type WriteResult = InputResult | 'unreachable';

export function waitFor({ runId }: Pick<FoundRun, 'runId'>): string {
  return `runs wait ${runId}`;
}
