// What is remembered of one run, in the form in which it is kept and shown.

import type { RunState, TextEncoding } from './program.js';
import type { Door } from './request.js';

export interface RunRecord {
  readonly run: string;
  /** The machine it ran on, where several share one index. */
  readonly host?: string;
  /** The request as it may be shown: secrets are gone. */
  readonly command: string;
  /** The words of the command that was found; empty when none was. */
  readonly parsed_command: string;
  readonly caller: string;
  readonly role: string;
  readonly session: string;
  readonly chat: string | null;
  readonly door: Door;
  /** The program that the caller used, as that program said. */
  readonly client?: string;
  readonly dry_run: boolean;
  readonly background: boolean;
  /** A command of the gate itself, such as `help`. */
  readonly own: boolean;
  readonly state: RunState;
  /** ISO 8601. */
  readonly created_at: string;
  /** Missing where it never began. */
  readonly started_at?: string;
  readonly ended_at?: string;
  readonly duration_ms?: number;
  readonly error?: { readonly code: string; readonly message?: string; readonly hint?: string };
  readonly exit_code?: number | null;
  readonly signal?: string | null;
  /** What the policy said, with its evidence. */
  readonly decision?: Readonly<Record<string, unknown>>;
  /** What a person was asked, and said. */
  readonly approval?: Readonly<Record<string, unknown>>;
  readonly output?: RecordedOutput;
  /** The state of the workspace before it, where that was kept. */
  readonly snapshot?: string;
  /** Why it was not kept, where it should have been. */
  readonly not_kept?: string;
}

export interface RecordedOutput {
  readonly stdout?: RecordedStream;
  readonly stderr?: RecordedStream;
  /** What a function gave back, as JSON. */
  readonly data?: RecordedStream;
  /** How the bytes of stdout and stderr become text; missing where it is UTF-8. */
  readonly encoding?: TextEncoding;
}

export interface RecordedStream {
  /** How much there was. */
  readonly bytes: number;
  /** How much of its beginning is kept. */
  readonly kept: number;
  /** How much of its end is kept beside that, where there is a gap between them. */
  readonly tail?: number;
  /** Of what is kept, the end after the beginning, as hexadecimal digits. */
  readonly sha256?: string;
}
