// Which characters a class such as `[^a-z\s]` stands for. JavaScript's own engine is asked, so that both agree: one
// character is no place where it could run away.

/** Code points in order, first and last, without overlaps. */
export type CharacterRanges = readonly (readonly [first: number, last: number])[];

const endOfCodePoints = 0x110000;

/** Where `\d`, `\w`, `\s` and `.` change beyond ASCII. */
const spaces = [0xa0, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff];

/** `source` is one class or character; `written` are the characters that stand in it. Throws where it is not valid. */
export function rangesOf(source: string, written: readonly number[], ignoreCase: boolean): CharacterRanges {
  const one = new RegExp(`^${source}$`, ignoreCase ? 'iu' : 'u');
  const ranges: [number, number][] = [];
  const edges = /\\p/i.test(source) ? undefined : edgesOf(written, ignoreCase);
  const count = edges?.length ?? endOfCodePoints;
  for (let index = 0; index < count; index++) {
    const first = edges?.[index] ?? index;
    if (!one.test(String.fromCodePoint(first))) continue;
    const last = (edges ? (edges[index + 1] ?? endOfCodePoints) : index + 1) - 1;
    const before = ranges.at(-1);
    if (before?.[1] === first - 1) before[1] = last;
    else ranges.push([first, last]);
  }
  return ranges;
}

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
