// What a handler gives → JSON text that every reader can read: bytes in base64, and no half characters.

import { withoutTerminalSequences } from '../../vocabulary/terminal-sequences.js';

/** Whatever may need one of the changes below has one of these in its JSON. Most answers have none. */
const mayBeUnsound = /[\\\x90\x98\x9b\x9d-\x9f]|\{"(?:0|type)":/;

/**
 * A replacer would make every answer slower, so the text tells whether one is needed: both are how JSON.stringify
 * writes bytes.
 */
const bytesInJson = /\{"type":"Buffer","data":\[|\{"0":\d{1,3}[,}]/;

/** Half of a surrogate pair is always escaped, and a whole one never is. The same way a NUL is written. */
const unsound = /(?<!\\)((?:\\\\)*)\\u(?:d[89a-f][0-9a-f]{2}|0000)/g;

/** Throws what JSON.stringify throws. What JSON cannot say at all (undefined, a function) is null. */
export function toSoundJson(value: unknown): string {
  let json = JSON.stringify(value) ?? 'null';
  if (!mayBeUnsound.test(json)) return json;
  if (bytesInJson.test(json)) json = JSON.stringify(value, withBytes) ?? 'null';
  if (mayHoldSequences(json)) json = JSON.stringify(withoutSequences(JSON.parse(json)));
  // Looking for one character costs a fraction of looking for two.
  return json.includes('\\') && json.includes('\\u') ? json.replace(unsound, '$1\ufffd') : json;
}

/** What was made for a terminal is not for whoever reads JSON. */
function mayHoldSequences(json: string): boolean {
  return json.includes('\\u001b') || /[\x90\x98\x9b\x9d-\x9f]/.test(json);
}

function withoutSequences(value: unknown): unknown {
  if (typeof value === 'string') return withoutTerminalSequences(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSequences);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutSequences(inner)]));
}

/** By the time a replacer sees a Buffer it is none any more: the holder still has it. */
function withBytes(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key];
  if (!(original instanceof Uint8Array)) return value;
  const bytes = Buffer.from(original.buffer, original.byteOffset, original.byteLength);
  return { type: 'binary', encoding: 'base64', value: bytes.toString('base64'), size_bytes: bytes.length };
}
