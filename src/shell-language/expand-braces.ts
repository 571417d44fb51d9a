// `a{b,c}d` → `abd` and `acd`, `{1..3}` → `1`, `2` and `3`. What is quoted is not looked at.

import { ExpansionProblem } from './expansion-problem.js';
import type { Word, WordPart } from './syntax-tree.js';

/** A character that is not quoted, or a whole part. */
type Atom = string | WordPart;

const mostWords = 10_000;

export function expandBraces(word: Word): readonly Word[] {
  const mayExpand = word.some((part) => part.kind === 'text' && !part.quoted && part.text.includes('{'));
  if (!mayExpand) return [word];
  const atoms = word.flatMap((part): readonly Atom[] =>
    part.kind === 'text' && !part.quoted ? [...part.text] : [part],
  );
  return expand(atoms).map(toWord);
}

function expand(atoms: readonly Atom[]): readonly (readonly Atom[])[] {
  for (let open = atoms.indexOf('{'); open !== -1; open = atoms.indexOf('{', open + 1)) {
    const found = alternatives(atoms, open);
    if (!found) continue;
    const before = atoms.slice(0, open);
    const after = expand(atoms.slice(found.end + 1));
    if (found.items.length * after.length > mostWords)
      throw new ExpansionProblem(`braces expand to more than ${mostWords} words`);
    const expanded = found.items.flatMap((item) => after.map((rest) => [...before, ...item, ...rest]));
    return expanded;
  }
  return [atoms];
}

function alternatives(atoms: readonly Atom[], open: number) {
  const commas: number[] = [];
  let depth = 0;
  for (let at = open + 1; at < atoms.length; at++) {
    const atom = atoms[at];
    if (atom === '{') depth++;
    else if (atom === '}' && depth > 0) depth--;
    else if (atom === '}') return itemsOf(atoms, open, at, commas);
    else if (atom === ',' && depth === 0) commas.push(at);
  }
  return undefined;
}

function itemsOf(atoms: readonly Atom[], open: number, end: number, commas: readonly number[]) {
  if (commas.length === 0) {
    const sequence = readSequence(atoms.slice(open + 1, end));
    return sequence && { end, items: sequence.map((text) => [...text]) };
  }
  const bounds = [open, ...commas, end];
  const items = bounds.slice(1).flatMap((to, index) => expand(atoms.slice((bounds[index] as number) + 1, to)));
  return { end, items };
}

function readSequence(atoms: readonly Atom[]): readonly string[] | undefined {
  if (!atoms.every((atom) => typeof atom === 'string')) return undefined;
  const found = /^(?:(-?\d+)\.\.(-?\d+)|([A-Za-z])\.\.([A-Za-z]))(?:\.\.(-?\d+))?$/.exec(atoms.join(''));
  if (!found) return undefined;
  const [, first, last, letter, lastLetter, given] = found;
  const isNumber = first !== undefined && last !== undefined;
  const from = isNumber ? Number(first) : (letter?.codePointAt(0) ?? 0);
  const to = isNumber ? Number(last) : (lastLetter?.codePointAt(0) ?? 0);
  const step = Math.abs(Number(given ?? 1)) || 1;
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || Math.abs(to - from) / step > mostWords) {
    throw new ExpansionProblem(`braces expand to more than ${mostWords} words`);
  }
  const isPadded = isNumber && [first, last].some((text) => /^-?0\d/.test(text));
  const width = isPadded ? Math.max(first.length, last.length) : 0;
  const values: string[] = [];
  for (let value = from; from <= to ? value <= to : value >= to; value += from <= to ? step : -step) {
    values.push(isNumber ? padded(value, width) : String.fromCodePoint(value));
  }
  return values;
}

function padded(value: number, width: number): string {
  const digits = String(Math.abs(value)).padStart(value < 0 ? width - 1 : width, '0');
  return value < 0 ? `-${digits}` : digits;
}

function toWord(atoms: readonly Atom[]): Word {
  const word: WordPart[] = [];
  for (const atom of atoms) {
    const last = word.at(-1);
    if (typeof atom !== 'string') word.push(atom);
    else if (last?.kind === 'text' && !last.quoted) word[word.length - 1] = { ...last, text: last.text + atom };
    else word.push({ kind: 'text', text: atom, quoted: false });
  }
  return word;
}
