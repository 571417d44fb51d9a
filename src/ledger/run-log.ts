// What the gate tells about its requests, and whoever remembers them has to promise.

import type { RunState } from '../vocabulary/program.js';
import type { RecordedOutput } from '../vocabulary/run-record.js';

/** A request, as far as it is known before it begins. The names are those of the ACLI specification, section 8.3. */
export interface RequestEntry {
  readonly timestamp: string;
  readonly command: string;
  readonly parsed_command: string;
  readonly user_context: UserContext;
  /** What the policy said, with its evidence. */
  readonly decision?: Readonly<Record<string, unknown>>;
}

export interface UserContext {
  readonly caller: string;
  readonly role: string;
  readonly session_id: string;
  readonly chat_id: string | null;
  readonly door: string;
  readonly run_id: string;
  readonly dry_run: boolean;
  /** What the caller calls it and everything else that belongs to it. */
  readonly trace_id?: string;
  /** The program that the caller uses, as that program says. */
  readonly client?: string;
}

/** How it was answered: section 8.3. */
export interface AuditEntry extends RequestEntry {
  readonly success: boolean;
  readonly error_code?: string;
  readonly duration_ms: number;
}

/** What there is to tell beside that. */
export interface RunDetails {
  readonly created_at: string;
  /** A command of the gate itself. */
  readonly own?: true;
  readonly background?: true;
  /** What the policy looked at, so that another policy can be asked about it later. */
  readonly subject?: unknown;
  readonly state?: RunState;
  readonly started_at?: string;
  readonly error_message?: string;
  readonly error_hint?: string;
  readonly exit_code?: number | null;
  readonly signal?: string | null;
  readonly output?: RecordedOutput;
  /** The state of the workspace before it, where that was kept. */
  readonly snapshot?: string;
  /** Why it was not kept, where it should have been. */
  readonly not_kept?: string;
}

export type NoteType = 'asked' | 'answered' | 'distrusted' | 'trusted' | 'reported';

/**
 * What stands in it has survived the sudden death of the gate. Where something cannot be written, it throws or rejects,
 * and nothing may be run.
 */
export interface RunLog {
  /** A file to which answers are copied, as a real path: no path argument may lead there. */
  readonly file: string | undefined;
  /** The directory that it has for itself, as a real path: none may lead there either. */
  readonly realDirectory?: string | undefined;
  /** A request is known by its id and has not begun: it waits for a person, or was sent to the background. */
  accept(entry: RequestEntry, details: RunDetails): undefined | Promise<undefined>;
  /** Before it begins. */
  begin(entry: RequestEntry, details: RunDetails): undefined | Promise<undefined>;
  /** How it ended, before the answer leaves. `began` tells whether it ever did. */
  record(entry: AuditEntry, details: RunDetails, began: boolean): Promise<void>;
  /** A person was asked, or has answered; a file lost its trust, or got it back. */
  note(type: NoteType, fields: Readonly<Record<string, unknown>>): undefined | Promise<undefined>;
  /** Why nothing can be recorded at the moment. */
  trouble(): Error | undefined;
  close(): Promise<void>;
}
