import { tokenize } from '../command-line/tokenize.js';

export type QuoteStyle = 'none' | 'single' | 'double';

/** A line that somebody is still typing. */
export interface PartialLine {
  /** The words before the one under the cursor. */
  readonly words: readonly string[];
  /** The word under the cursor, as typed. */
  readonly fragment: string;
  /** What the fragment means so far. */
  readonly value: string;
  /** The quote that is open in it. */
  readonly quote: QuoteStyle;
}

/** Splits an unfinished line by the rules of the tokenizer, or `undefined` where no end could make it readable. */
export function readPartialLine(line: string): PartialLine | undefined {
  const { start, quote, escaped } = findFragment(line);
  const fragment = line.slice(start);
  const words = tokenize(line.slice(0, start));
  const closed = (escaped ? fragment.slice(0, -1) : fragment) + closing[quote];
  const value = tokenize(closed);
  if (!Array.isArray(words) || !Array.isArray(value) || value.length > 1) return undefined;
  return { words, fragment, value: value[0] ?? '', quote };
}

/** Writes a value so that it continues a word that was begun in this style of quoting. */
export function writeValue(value: string, quote: QuoteStyle): string {
  switch (quote) {
    case 'single':
      return `'${value.replaceAll("'", String.raw`'\''`)}'`;
    case 'double':
      return `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`;
    case 'none':
      return value === '' ? "''" : value.replace(/[\s'"\\]/g, '\\$&');
    default:
      return quote satisfies never;
  }
}

const closing: Readonly<Record<QuoteStyle, string>> = { none: '', single: "'", double: '"' };

function findFragment(line: string): { start: number; quote: QuoteStyle; escaped: boolean } {
  let start = 0;
  let quote: QuoteStyle = 'none';
  let escaped = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (escaped) escaped = false;
    else if (character === '\\' && quote !== 'single') escaped = true;
    else if (quote === 'single') quote = character === "'" ? 'none' : quote;
    else if (quote === 'double') quote = character === '"' ? 'none' : quote;
    else if (character === "'") quote = 'single';
    else if (character === '"') quote = 'double';
    else if (character === ' ' || character === '\t' || character === '\n') start = at + 1;
  }
  return { start, quote, escaped };
}
