// What the entries of one run come to. Pure: the same entries in the same order give the same record.

import { isObject } from '../../shape/kind-of.js';
import { type RunState, runStates } from '../../vocabulary/program.js';
import type { Door } from '../../vocabulary/request.js';
import type { RecordedOutput, RunRecord } from '../../vocabulary/run-record.js';
import type { LedgerEntry } from '../log/entry.js';

/**
 * The record after an entry of its run. Undefined where nothing is known of the run yet, and the entry does not tell
 * enough. A run ends once: what comes after its end changes nothing.
 */
export function foldEntry(known: RunRecord | undefined, entry: LedgerEntry): RunRecord | undefined {
  if (known?.state === 'handed_over' && entry.type === 'reported') return report(known, entry);
  if (known?.ended_at !== undefined) return known;
  switch (entry.type) {
    case 'accepted':
      // A run that has begun does not go back to waiting.
      return describe(known, entry, known?.state ?? 'queued');
    case 'start':
      return { ...describe(known, entry, 'running'), started_at: text(entry.started_at) ?? timeOf(entry) };
    case 'end':
    case 'refused':
    case 'lost':
      return end(known, entry);
    case 'asked':
      return known && isObject(entry.approval) ? { ...known, approval: entry.approval } : known;
    case 'answered':
      return known && answer(known, entry);
    default:
      return known;
  }
}

/** What an entry tells of the request counts; where an old one tells nothing, what was known before. */
function describe(known: RunRecord | undefined, entry: LedgerEntry, state: RunState): RunRecord {
  const context = isObject(entry.user_context) ? entry.user_context : {};
  const decision = isObject(entry.decision) ? entry.decision : known?.decision;
  const client = text(context.client) ?? known?.client;
  return {
    run: text(entry.run) ?? '',
    command: text(entry.command) ?? known?.command ?? '',
    parsed_command: text(entry.parsed_command) ?? known?.parsed_command ?? '',
    caller: text(context.caller) ?? known?.caller ?? '',
    role: text(context.role) ?? known?.role ?? '',
    session: text(context.session_id) ?? known?.session ?? '',
    chat: text(context.chat_id) ?? known?.chat ?? null,
    door: (text(context.door) ?? known?.door ?? '') as Door,
    ...(client !== undefined && { client }),
    dry_run: context.dry_run === true || known?.dry_run === true,
    background: entry.background === true || known?.background === true,
    own: entry.own === true || known?.own === true,
    state,
    // Where it stands among the others must not change.
    created_at: known?.created_at ?? text(entry.created_at) ?? timeOf(entry),
    ...(known?.started_at !== undefined && { started_at: known.started_at }),
    ...(decision && { decision }),
    ...(known?.approval && { approval: known.approval }),
  };
}

function end(known: RunRecord | undefined, entry: LedgerEntry): RunRecord {
  const code = text(entry.error_code);
  const message = text(entry.error_message);
  const hint = text(entry.error_hint);
  const startedAt = text(entry.started_at);
  return {
    ...describe(known, entry, readState(entry)),
    ...(startedAt !== undefined && { started_at: startedAt }),
    ended_at: timeOf(entry),
    ...(typeof entry.duration_ms === 'number' && { duration_ms: entry.duration_ms }),
    ...(code !== undefined && {
      error: { code, ...(message !== undefined && { message }), ...(hint !== undefined && { hint }) },
    }),
    ...(isNumberOrNull(entry.exit_code) && { exit_code: entry.exit_code }),
    ...(isTextOrNull(entry.signal) && { signal: entry.signal }),
    ...(isObject(entry.output) && { output: entry.output as RecordedOutput }),
    ...(typeof entry.snapshot === 'string' && { snapshot: entry.snapshot }),
    ...(typeof entry.not_kept === 'string' && { not_kept: entry.not_kept }),
  };
}

/** What the client that ran it says about its end. Without an exit code, all that is known is that it was told. */
function report(known: RunRecord, entry: LedgerEntry): RunRecord {
  return {
    ...known,
    state: readState(entry),
    // It cannot have begun before it was handed over.
    ...(known.ended_at !== undefined && { started_at: known.ended_at }),
    ended_at: timeOf(entry),
    ...(typeof entry.duration_ms === 'number' && { duration_ms: entry.duration_ms }),
    ...(isNumberOrNull(entry.exit_code) && { exit_code: entry.exit_code }),
  };
}

function readState({ type, state, success }: LedgerEntry): RunState {
  if (type === 'lost') return 'lost';
  const known = runStates.find((one) => one === state);
  return known ?? (success === true ? 'completed' : 'failed');
}

function answer(known: RunRecord, entry: LedgerEntry): RunRecord {
  const { approval_id: id, answer, by, note, always } = entry;
  // An answer to another question says nothing about this one.
  if (known.approval && known.approval.id !== id) return known;
  const said = { id, answer, by, note, always, answered_at: timeOf(entry) };
  const told = Object.entries(said).filter(([, value]) => value !== undefined);
  return { ...known, approval: { ...known.approval, ...Object.fromEntries(told) } };
}

function timeOf({ timestamp, at }: LedgerEntry): string {
  return text(timestamp) ?? at;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
