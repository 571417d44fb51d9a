// A record as a row: what is looked for in columns of its own, and the whole of it as JSON.

import type { RunRecord } from '../../vocabulary/run-record.js';
import { DamagedIndex, type Row, type Value } from './database.js';

/**
 * `refused` is what ended before it began, but for what its caller withdrew or its gate left behind, and for what
 * somebody knows: whoever was asked about it, or was told its id.
 */
export const runKinds = ['run', 'own', 'refused'] as const;

export type RunKind = (typeof runKinds)[number];

export interface StoredRun {
  readonly record: RunRecord;
  /** The segments of its first and its newest entry. */
  readonly firstSegment: number;
  readonly lastSegment: number;
}

/** In the order of the columns. */
export function toValues(chain: number, { record, firstSegment, lastSegment }: StoredRun): readonly Value[] {
  const { run, caller, state, door, session, chat, parsed_command: command } = record;
  return [
    toText(run),
    chain,
    toText(caller),
    kindOf(record),
    state,
    toTime(record.created_at) ?? 0,
    toText(door),
    toText(session),
    chat === null ? null : toText(chat),
    toText(command),
    firstSegment,
    lastSegment,
    JSON.stringify(record),
  ];
}

export function readRecord({ record, host }: Row): RunRecord {
  const read = parse(String(record));
  return typeof host === 'string' ? { ...read, host } : read;
}

function parse(text: string): RunRecord {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DamagedIndex('A record is not JSON', { cause: error });
  }
}

function kindOf({ own, state, started_at, background, approval }: RunRecord): RunKind {
  if (own) return 'own';
  const isUnheardOf = started_at === undefined && !background && approval === undefined;
  return state === 'failed' && isUnheardOf ? 'refused' : 'run';
}

/** As both databases can keep it: neither takes every string that JavaScript has. */
export function toText(value: string): string {
  return value.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Milliseconds; undefined where it is no time. */
export function toTime(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
