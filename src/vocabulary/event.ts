import type { Approval } from './approval.js';
import type { LogLevel } from './context.js';
import type { RunState, StreamName } from './program.js';

/** What happens while a run goes on. `sequence` counts the events of one run from 1. */
export type RunEvent = { readonly runId: string; readonly sequence: number } & RunEventBody;

export type RunEventBody =
  /** `prints`: what the program prints is its answer, so that a person can be shown it as it comes. */
  | { readonly type: 'run-start'; readonly command: string; readonly prints?: boolean }
  | {
      readonly type: 'progress';
      readonly done: number;
      readonly total: number | undefined;
      readonly message: string | undefined;
    }
  | { readonly type: 'log'; readonly level: LogLevel; readonly message: string }
  /** Of a program: where it is on its way. `at` is milliseconds since the epoch. */
  | { readonly type: 'run-state'; readonly state: RunState; readonly at: number }
  /** What a program printed, as it comes; never half a character. */
  | { readonly type: 'output-delta'; readonly stream: StreamName; readonly text: string }
  /** It waits for a person. */
  | { readonly type: 'approval-request'; readonly approval: Approval }
  | { readonly type: 'approval-answer'; readonly id: string; readonly answer: 'approve' | 'deny'; readonly by: string }
  /** What a program that is itself an assistant has to say, cleaned. */
  | { readonly type: 'assistant-output'; readonly text: string }
  /** One value of a handler that streams. */
  | { readonly type: 'output'; readonly value: unknown }
  | { readonly type: 'run-end'; readonly status: 'completed' | 'failed' };
