import type { Readable } from 'node:stream';
import type { Gate } from '../../gate/gate.js';
import type { TerminalOutput } from '../../terminal/terminal-output.js';
import type { Format } from '../../vocabulary/outcome.js';
import type { Caller, Session } from '../../vocabulary/request.js';

export interface ReplOptions {
  readonly gate: Gate;
  readonly caller: Caller;
  readonly session: Session;
  readonly input: Readable;
  /** Answers, and on a terminal the prompt. */
  readonly output: TerminalOutput;
  /** Errors, warnings, logs and progress. */
  readonly errorOutput: TerminalOutput;
  /** Whether a person sits at input and output. */
  readonly terminal: boolean;
  /** Whether that person may approve what needs it: not where a gate has started this process. */
  readonly mayApprove?: boolean | undefined;
  /** Lines come through a pipe: no prompt, one answer a line. */
  readonly stdinMode: boolean;
  readonly historyFile?: string | undefined;
  readonly format: Format;
  readonly color: boolean;
  /** Ends the session, and the command that runs in it. */
  readonly signal?: AbortSignal | undefined;
}

/** Pipes and terminals carry whatever they are given; this only keeps a stream without end out of memory. */
export const replResponseBytes = 64 * 1024 * 1024;
