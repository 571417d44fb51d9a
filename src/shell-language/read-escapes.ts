// `$'…'`: a text with escapes, as in C.

import type { TextCursor } from './text-cursor.js';

const characters: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"', '?': '?' },
};

const coded = /\\(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3})/y;

/** Behind the quote that opens it; the one that closes it is passed. */
export function readEscapes(cursor: TextCursor): string {
  const from = cursor.at - 2;
  const bytes: Buffer[] = [];
  while (!cursor.takes("'")) {
    if (cursor.isAtEnd) cursor.fail("has a $' that is not closed", "Close it with '", from);
    bytes.push(readOne(cursor));
  }
  const text = Buffer.concat(bytes);
  if (text.includes(0)) cursor.refuse('a NUL character in a word', 'Remove it: arguments cannot contain NUL', from);
  const decoded = text.toString('utf8');
  if (!Buffer.from(decoded).equals(text))
    cursor.refuse('bytes that are not valid UTF-8 text', 'Write UTF-8 text', from);
  return decoded;
}

function readOne(cursor: TextCursor): Buffer {
  const at = cursor.at;
  if (cursor.peek() !== '\\') {
    const character = String.fromCodePoint(cursor.text.codePointAt(at) as number);
    cursor.at += character.length;
    return Buffer.from(character);
  }
  const code = cursor.match(coded);
  if (code !== undefined) return bytesOf(code, cursor, at);
  const next = cursor.peek(1);
  cursor.at += 2;
  if (next === 'c') cursor.refuse('\\c in a word', 'Write the control character as \\x..', at);
  return Buffer.from(characters[next] ?? `\\${next}`);
}

function bytesOf(code: string, cursor: TextCursor, at: number): Buffer {
  const kind = code[1] as string;
  if (kind === 'x') return Buffer.from([Number.parseInt(code.slice(2), 16)]);
  if (kind !== 'u' && kind !== 'U') return Buffer.from([Number.parseInt(code.slice(1), 8) & 0xff]);
  const point = Number.parseInt(code.slice(2), 16);
  if (point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)) return Buffer.from(String.fromCodePoint(point));
  cursor.refuse('an invalid character code', 'Use a valid Unicode code point', at);
  return Buffer.alloc(0);
}
