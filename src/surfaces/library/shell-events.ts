// What happens in a run, in the words of shell_cmd.

import type { Approval } from '../../vocabulary/approval.js';
import type { RunEvent } from '../../vocabulary/event.js';
import type { RunState, StreamName } from '../../vocabulary/program.js';

interface OfRun {
  /** Counts the events of one run from 1. */
  readonly seq: number;
  readonly run_id: string;
  readonly session_id: string;
  readonly chat_id: string | null;
}

export type ShellEvent = OfRun &
  (
    | { readonly type: 'tool-stream'; readonly stream: StreamName; readonly content: string }
    /** `at` is milliseconds since the epoch. */
    | { readonly type: 'run-state'; readonly state: RunState; readonly at: number }
    | { readonly type: 'assistant-output'; readonly content: string }
    | { readonly type: 'approval-request'; readonly approval: Approval }
    | {
        readonly type: 'approval-answer';
        readonly id: string;
        readonly answer: 'approve' | 'deny';
        readonly by: string;
      }
  );

/** Tells the events of one run in these words; `undefined` for what only other kinds of commands have. */
export function shellEvents(session: string, chat: string | undefined): (event: RunEvent) => ShellEvent | undefined {
  let seq = 0;
  return (event) => {
    const told = toShellEvent(event, { seq: seq + 1, run_id: event.runId, session_id: session, chat_id: chat ?? null });
    if (told) seq++;
    return told;
  };
}

function toShellEvent(event: RunEvent, about: OfRun): ShellEvent | undefined {
  switch (event.type) {
    case 'output-delta':
      return { type: 'tool-stream', stream: event.stream, content: event.text, ...about };
    case 'run-state':
      return { type: 'run-state', state: event.state, at: event.at, ...about };
    case 'assistant-output':
      return { type: 'assistant-output', content: event.text, ...about };
    case 'approval-request':
      return { type: 'approval-request', approval: event.approval, ...about };
    case 'approval-answer':
      return { type: 'approval-answer', id: event.id, answer: event.answer, by: event.by, ...about };
    default:
      return undefined;
  }
}
