// Which characters a class such as `[^a-z\s]` stands for. JavaScript's own engine is asked, so that both agree: one
// character is no place where it could run away.

/** Code points in order, first and last, without overlaps. */
export type CharacterRanges = readonly (readonly [first: number, last: number])[];

const endOfCodePoints = 0x110000;

/** Where `\d`, `\w`, `\s` and `.` change beyond ASCII. */
const spaces = [0xa0, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff];

/** `source` is one class or character; `written` are the characters that stand in it. Throws where it is not valid. */
export function rangesOf(source: string, written: readonly number[], ignoreCase: boolean): CharacterRanges {
  if (/\\p/i.test(source)) return rangesOfProperties(source, ignoreCase);
  const one = new RegExp(`^${source}$`, ignoreCase ? 'iu' : 'u');
  const ranges: [number, number][] = [];
  const edges = edgesOf(written, ignoreCase);
  for (const [index, first] of edges.entries()) {
    if (!one.test(String.fromCodePoint(first))) continue;
    const last = (edges[index + 1] ?? endOfCodePoints) - 1;
    const before = ranges.at(-1);
    if (before?.[1] === first - 1) before[1] = last;
    else ranges.push([first, last]);
  }
  return ranges;
}

/** Where a property changes is not known: the characters are gone through, in stretches that match. */
function rangesOfProperties(source: string, ignoreCase: boolean): CharacterRanges {
  const flags = ignoreCase ? 'iu' : 'u';
  const some = new RegExp(`${source}+`, `g${flags}`);
  const one = new RegExp(`^${source}$`, flags);
  const ranges: [number, number][] = [];
  const add = (first: number, last: number) => {
    const before = ranges.at(-1);
    if (before?.[1] === first - 1) before[1] = last;
    else ranges.push([first, last]);
  };
  for (const { first, last, text } of blocks()) {
    const codeAt = (place: number) => first + (first > 0xffff ? place / 2 : place);
    if (text === undefined) {
      if (one.test(String.fromCodePoint(first))) add(first, last);
    } else {
      for (const { 0: found, index } of text.matchAll(some)) add(codeAt(index), codeAt(index + found.length) - 1);
    }
  }
  return ranges;
}

interface Block {
  readonly first: number;
  readonly last: number;
  /** All characters of it; undefined where they are all alike. */
  readonly text: string | undefined;
}

let allBlocks: readonly Block[] | undefined;

/** All characters but half ones, two of which beside each other would be one. Most planes are empty or private. */
function blocks(): readonly Block[] {
  allBlocks ??= [
    block(0, 0xd7ff),
    block(0xe000, 0xffff),
    block(0x10000, 0x3ffff),
    ...Array.from({ length: 10 }, (_, plane) => emptyPlane((plane + 4) * 0x10000)).flat(),
    block(0xe0000, 0xe0fff),
    { first: 0xe1000, last: 0xefffd, text: undefined },
    block(0xefffe, 0xeffff),
    ...emptyPlane(0xf0000),
    ...emptyPlane(0x100000),
  ];
  return allBlocks;
}

function block(first: number, last: number): Block {
  let text = '';
  for (let code = first; code <= last; code++) text += String.fromCodePoint(code);
  return { first, last, text };
}

/** The last two of each plane are no characters, by definition. */
const emptyPlane = (first: number): readonly Block[] => [
  { first, last: first + 0xfffd, text: undefined },
  block(first + 0xfffe, first + 0xffff),
];

/** A character with all that differ from it only in case. */
export function rangesOfAnyCase(code: number): CharacterRanges {
  const same = new RegExp(`\\u{${code.toString(16)}}`, 'giu');
  const codes = new Set([code]);
  for (const [character] of casedCharacters().text.matchAll(same)) codes.add(character.codePointAt(0) ?? code);
  return [...codes].sort((left, right) => left - right).map((one) => [one, one]);
}

/** From each of these to the next, all characters are alike: asking for each one takes a tenth of a second. */
function edgesOf(written: readonly number[], ignoreCase: boolean): readonly number[] {
  const edges = new Set(Array.from({ length: 0x81 }, (_, code) => code));
  for (const code of spaces) edges.add(code).add(code + 1);
  for (const code of written) edges.add(code).add(code + 1);
  if (ignoreCase) for (const code of casedCharacters().codes) edges.add(code).add(code + 1);
  return [...edges].filter((code) => code < endOfCodePoints).sort((left, right) => left - right);
}

/** Beyond it there are no letters with a case, only ideographs. */
const endOfCased = 0x20000;

let cased: { readonly text: string; readonly codes: readonly number[] } | undefined;

/** The characters that have another case. */
function casedCharacters(): { readonly text: string; readonly codes: readonly number[] } {
  if (cased) return cased;
  const changes = /[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u;
  const codes: number[] = [];
  for (let code = 0; code < endOfCased; code++) if (changes.test(String.fromCodePoint(code))) codes.push(code);
  cased = { codes, text: String.fromCodePoint(...codes) };
  return cased;
}
