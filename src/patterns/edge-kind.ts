import type { SearchEncoding } from './byte-sequences.js';
import type { AssertionName } from './pattern-tree.js';

/** What stands beside a place, as far as `^`, `$`, `\b` and `\B` care. `unknown` is what was not kept or not printed yet. */
export const edgeKinds = { lineEnd: 0, word: 1, other: 2, unknown: 3 } as const;

export type EdgeKind = (typeof edgeKinds)[keyof typeof edgeKinds];

/** A carriage return counts as the end of a line here, as it does in JavaScript: so `$` finds the end before `\r\n`. */
export function kindOfByte(byte: number): EdgeKind {
  if (byte === 0x0a || byte === 0x0d) return edgeKinds.lineEnd;
  const isWord =
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x5f || (byte >= 0x61 && byte <= 0x7a);
  return isWord ? edgeKinds.word : edgeKinds.other;
}

/** The same where a line feed is a character like any other: `^` and `$` are the ends of the whole text. */
export function kindOfByteInText(byte: number): EdgeKind {
  const kind = kindOfByte(byte);
  return kind === edgeKinds.lineEnd ? edgeKinds.other : kind;
}

/**
 * The same for the byte behind a place. Between the bytes of one character there is no place: beside what is unknown,
 * nothing holds.
 */
export function kindOfByteBehind(byte: number, encoding: SearchEncoding, kindOf = kindOfByte): EdgeKind {
  return encoding === 'utf8' && (byte & 0xc0) === 0x80 ? edgeKinds.unknown : kindOf(byte);
}

/** Whether it holds between these two, in the direction of reading. Nothing holds beside what is unknown. */
export function holds(name: AssertionName, before: EdgeKind, after: EdgeKind): boolean {
  switch (name) {
    case 'begin':
      return before === edgeKinds.lineEnd;
    case 'end':
      return after === edgeKinds.lineEnd;
    default: {
      if (before === edgeKinds.unknown || after === edgeKinds.unknown) return false;
      const isBoundary = (before === edgeKinds.word) !== (after === edgeKinds.word);
      return isBoundary === (name === 'boundary');
    }
  }
}
