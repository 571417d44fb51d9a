// One entry of the log is one line of JSON. How it is written, hashed and read is said here and nowhere else:
//
//   {"seq":7,"gate":"…","at":"…","type":"end",…fields…,"more":2,"prev":"<64 hex digits>","hash":"<64 hex digits>"}
//
// `hash` is the SHA-256, in small hex digits, of the bytes of the line before `,"hash":`. Among those bytes is `prev`,
// the hash of the entry before; the first entry of a chain has 64 zeros there. `more` tells how many entries of the
// same write follow, and is left out of the last one.

import { hash } from 'node:crypto';

/** What the caller writes down. The field `run` pairs what begins a run with what ends it: see `OpenStarts`. */
export type LedgerFields = Readonly<Record<string, unknown>>;

export interface LedgerEntry extends LedgerFields {
  readonly seq: number;
  readonly gate: string;
  /** ISO 8601, as the clock of the gate said. */
  readonly at: string;
  readonly type: string;
  readonly more?: number;
  readonly prev: string;
  readonly hash: string;
}

/** An entry that has no place in the chain yet. */
export interface Item {
  readonly at: string;
  readonly type: string;
  /** The fields as JSON, without the brackets around them. */
  readonly fields: string;
  readonly run: string | undefined;
}

/** The end of a chain: what the next entry follows. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

export const chainStart: ChainEnd = { seq: 0, hash: '0'.repeat(64) };

/** Longer lines are no entries. So whoever reads never has to keep more than this. */
export const largestLineBytes = 16 * 1024 * 1024;

const ownFields = new Set(['seq', 'gate', 'at', 'type', 'more', 'prev', 'hash']);

/** Throws a TypeError for what could not be read again as it was given. */
export function makeItem(type: string, fields: LedgerFields, at: string): Item {
  if (!/^[a-z][a-z_]*$/.test(type)) throw new TypeError(`An entry's type is written like "start", not "${type}".`);
  for (const name in fields) {
    if (ownFields.has(name)) throw new TypeError(`An entry's field cannot be called "${name}".`);
  }
  const { run } = fields;
  return { at, type, fields: JSON.stringify(fields).slice(1, -1), run: typeof run === 'string' ? run : undefined };
}

export interface WrittenEntry {
  /** With its line end. */
  readonly line: string;
  readonly hash: string;
}

export function writeEntry(gate: string, { seq, hash: prev }: ChainEnd, item: Item, more: number): WrittenEntry {
  const fields = item.fields === '' ? '' : `,${item.fields}`;
  const following = more === 0 ? '' : `,"more":${more}`;
  const hashed = `{"seq":${seq + 1},"gate":"${gate}","at":"${item.at}","type":"${item.type}"${fields}${following},"prev":"${prev}"`;
  const ownHash = hash('sha256', hashed);
  return { line: `${hashed},"hash":"${ownHash}"}\n`, hash: ownHash };
}

const endLength = ',"hash":"'.length + 64 + '"}'.length;

/** The hash that the line should have. */
export function hashOfLine(line: Buffer): string {
  return hash('sha256', line.subarray(0, Math.max(0, line.length - endLength)));
}

/** The entry on a line, without its line end; undefined where the line is none. Does not look at the hash. */
export function readEntry(line: Buffer): LedgerEntry | undefined {
  const end = line.toString('latin1', Math.max(0, line.length - endLength));
  if (!/^,"hash":"[0-9a-f]{64}"\}$/.test(end)) return undefined;
  let entry: LedgerEntry;
  try {
    entry = JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
  return isEntry(entry) ? entry : undefined;
}

function isEntry({ seq, gate, at, type, more, prev, hash }: LedgerEntry): boolean {
  return (
    isCount(seq) &&
    typeof gate === 'string' &&
    typeof at === 'string' &&
    typeof type === 'string' &&
    (more === undefined || isCount(more)) &&
    typeof prev === 'string' &&
    /^[0-9a-f]{64}$/.test(prev) &&
    typeof hash === 'string'
  );
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
