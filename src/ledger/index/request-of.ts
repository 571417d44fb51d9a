// What an entry of the log says about a request. What stands in a file may be anything.

import type { LedgerEntry } from '../log/entry.js';
import { closesRun } from '../log/open-starts.js';

export interface RequestOfEntry {
  readonly run: string;
  readonly caller: string;
  readonly door: string;
  readonly trace: string | null;
  /** The program that the caller used. */
  readonly client: string | null;
  readonly command: string;
  /** How it ended; undefined where it has not. */
  readonly state: string | undefined;
}

export function describeRequest(entry: LedgerEntry): RequestOfEntry {
  const context = objectOf(entry.user_context);
  return {
    run: textOf(entry.run, ''),
    caller: textOf(context.caller, ''),
    door: textOf(context.door, ''),
    trace: textOf(context.trace_id, null),
    client: textOf(context.client, null),
    command: textOf(entry.command, ''),
    state: endOf(entry),
  };
}

function endOf({ type, state }: LedgerEntry): string | undefined {
  if (!closesRun(type)) return undefined;
  return type === 'end' ? textOf(state, 'completed') : type;
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function textOf<Otherwise>(value: unknown, otherwise: Otherwise): string | Otherwise {
  return typeof value === 'string' ? value : otherwise;
}
