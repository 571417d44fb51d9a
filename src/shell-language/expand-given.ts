// The words that a shell was given beside its code, where the code names them: `$1`, `"$@"`.

import type { Word, WordPart } from './syntax-tree.js';

const isGiven = (part: WordPart) =>
  part.kind === 'variable' && part.change === undefined && /^(?:\d+|[@*#])$/.test(part.name);

/** `given` begins with `$0`. What cannot be told stays as it is. */
export function expandGiven(word: Word, given: readonly string[]): readonly Word[] {
  if (!word.some(isGiven)) return [word];
  // Quotes alone are a part of the word as well.
  const [only, ...more] = word.filter((part) => part.kind !== 'text' || part.text !== '');
  if (only?.kind === 'variable' && more.length === 0 && (only.name === '@' || (only.name === '*' && !only.quoted))) {
    return given.slice(1).flatMap((text) => (only.quoted ? [toWord(text)] : split(text)));
  }
  const texts = word.map((part) => (part.kind === 'variable' && isGiven(part) ? textOf(part.name, given) : undefined));
  const isQuoted = word.every((part, index) => texts[index] === undefined || ('quoted' in part && part.quoted));
  if (isQuoted) return [word.map((part, index) => toPart(texts[index]) ?? part)];
  const [text] = texts;
  return word.length === 1 && text !== undefined ? split(text) : [word];
}

/** Nothing for `"$@"` beside other text, which becomes several words. */
function textOf(name: string, given: readonly string[]): string | undefined {
  if (name === '@') return given.length <= 2 ? (given[1] ?? '') : undefined;
  if (name === '*') return given.slice(1).join(' ');
  return name === '#' ? String(Math.max(0, given.length - 1)) : (given[Number(name)] ?? '');
}

function toPart(text: string | undefined): WordPart | undefined {
  return text === undefined ? undefined : { kind: 'text', text, quoted: true };
}

const toWord = (text: string): Word => [{ kind: 'text', text, quoted: true }];

/** Without quotes, a shell splits it at blanks, and takes what is left for patterns. */
function split(text: string): readonly Word[] {
  const fields = text.split(/[ \t\n]+/).filter((field) => field !== '');
  return fields.map((field) => [{ kind: 'text', text: field, quoted: !/[*?[]/.test(field) }]);
}
