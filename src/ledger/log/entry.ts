// One entry of the log is one line of JSON. How it is written, hashed and read is said here and nowhere else:
//
//   {"seq":7,"gate":"…","at":"…","type":"end",…fields…,"more":2,"prev":"<64 hex digits>","key":"…","mac":"<64 hex digits>"}
//
// `mac` is the HMAC-SHA-256, in small hex digits, of the bytes of the line before `,"mac":`, with the key that `key`
// names. Among those bytes is `prev`, the `mac` of the entry before; the first entry of a chain has 64 zeros there.
// `begun` tells where in the same segment the entry stands that began the run, offset and length: what that one says of the
// request is not said again. `more` tells how many entries of the same write follow, and is left out of the last one.
//
// Earlier versions had no key: their entries end with `"hash"`, the SHA-256 of the bytes before it, which anybody can
// calculate. They are still read, and told apart.

import { hash } from 'node:crypto';
import type { LedgerKey } from './ledger-key.js';

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
  /** Which key it was sealed with; undefined where it has none. */
  readonly key?: string;
  /** What the next entry follows: its `mac`, or its `hash` where it has no key. */
  readonly hash: string;
}

/** An entry that has no place in the chain yet. */
export interface Item {
  readonly at: string;
  readonly type: string;
  /** The fields as JSON, without the brackets around them. */
  readonly fields: string;
  readonly run: string | undefined;
  /** All that there is to say, where `fields` leaves out what the entry that began the run has said. */
  readonly whole?: LedgerFields | undefined;
}

/** The end of a chain: what the next entry follows. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

export const chainStart: ChainEnd = { seq: 0, hash: '0'.repeat(64) };

/** Longer lines are no entries. So whoever reads never has to keep more than this. */
export const largestLineBytes = 16 * 1024 * 1024;

const ownFields = new Set(['seq', 'gate', 'at', 'type', 'begun', 'more', 'prev', 'key', 'mac', 'hash']);

/** Throws a TypeError for what could not be read again as it was given. */
export function makeItem(type: string, fields: LedgerFields, at: string, whole?: LedgerFields): Item {
  if (!/^[a-z][a-z_]*$/.test(type)) throw new TypeError(`An entry's type is written like "start", not "${type}".`);
  for (const name in fields) {
    if (ownFields.has(name)) throw new TypeError(`An entry's field cannot be called "${name}".`);
  }
  const { run } = fields;
  return { at, type, fields: toText(fields), run: typeof run === 'string' ? run : undefined, whole };
}

/** As JSON, without the brackets around them. */
function toText(fields: LedgerFields): string {
  return JSON.stringify(fields).slice(1, -1);
}

/** An item that says where the rest stands: in the same segment, at `beginning`; all of it where that is not known. */
export function settleItem(
  item: Item,
  beginning: { readonly offset: number; readonly length: number } | undefined,
): Item {
  const { fields, whole } = item;
  if (!whole) return item;
  return { ...item, fields: beginning ? `${fields},"begun":[${beginning.offset},${beginning.length}]` : toText(whole) };
}

export interface WrittenEntry {
  /** With its line end. */
  readonly line: string;
  readonly hash: string;
}

/** Without a key it can be forged by anybody. */
export function writeEntry(
  gate: string,
  { seq, hash: prev }: ChainEnd,
  item: Item,
  more: number,
  key?: LedgerKey,
): WrittenEntry {
  const fields = item.fields === '' ? '' : `,${item.fields}`;
  const following = more === 0 ? '' : `,"more":${more}`;
  const start = `{"seq":${seq + 1},"gate":"${gate}","at":"${item.at}","type":"${item.type}"${fields}${following},"prev":"${prev}"`;
  if (!key) {
    const ownHash = hash('sha256', start);
    return { line: `${start},"hash":"${ownHash}"}\n`, hash: ownHash };
  }
  const sealed = `${start},"key":"${key.id}"`;
  const mac = key.seal(sealed);
  return { line: `${sealed},"mac":"${mac}"}\n`, hash: mac };
}

/** What every line ends with, behind the name of its last field: by this an entry is found again at its place. */
export function endOfLine(ownHash: string): Buffer {
  return Buffer.from(`":"${ownHash}"}\n`);
}

/**
 * `own`: by the given key. `foreign`: by another one, so nothing can be said about it. `unkeyed`: as anybody could have
 * written it. `broken`: not as it was written.
 */
export type Seal = 'own' | 'foreign' | 'unkeyed' | 'broken';

export function judgeSeal(entry: LedgerEntry, line: Buffer, key: LedgerKey | undefined): Seal {
  const expected = hashOfLine(entry, line, key);
  if (expected === undefined) return 'foreign';
  if (expected !== entry.hash) return 'broken';
  return entry.key === undefined ? 'unkeyed' : 'own';
}

const nameLengths = { mac: ',"mac":"'.length, hash: ',"hash":"'.length };
const valueLength = 64 + '"}'.length;

/** The hash that the line should have; undefined where it takes another key to say that. */
export function hashOfLine(entry: LedgerEntry, line: Buffer, key: LedgerKey | undefined): string | undefined {
  const before = (name: number) => line.subarray(0, Math.max(0, line.length - valueLength - name));
  if (entry.key === undefined) return hash('sha256', before(nameLengths.hash));
  return entry.key === key?.id ? key.seal(before(nameLengths.mac)) : undefined;
}

/** The entry on a line, without its line end; undefined where the line is none. Does not look at the hash. */
export function readEntry(line: Buffer): LedgerEntry | undefined {
  const end = line.toString('latin1', Math.max(0, line.length - valueLength - nameLengths.hash));
  const [, name] = /,"(mac|hash)":"[0-9a-f]{64}"\}$/.exec(end) ?? [];
  if (name === undefined) return undefined;
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
  const isKeyed = typeof parsed.key === 'string' && /^[0-9a-f]{8}$/.test(parsed.key);
  // Each line says in one way only what the next one follows.
  if (isKeyed !== (name === 'mac') || Object.hasOwn(parsed, name === 'mac' ? 'hash' : 'key')) return undefined;
  const { mac, ...entry } = parsed;
  const read = (isKeyed ? { ...entry, hash: mac } : parsed) as LedgerEntry;
  return isEntry(read) ? read : undefined;
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
