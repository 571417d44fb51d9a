// Random patterns, and what JavaScript's own engine finds.
import fc from 'fast-check';

/** Where the match is that ends first, in bytes, by JavaScript's engine: each end in turn, and for it each begin. */
export function findByEngine(
  pattern: string,
  text: string,
  flags: string,
  encoding: BufferEncoding = 'utf8',
): [number, number] | undefined {
  const places = [0];
  for (const character of text) places.push((places.at(-1) ?? 0) + character.length);
  const byteAt = (place: number) => Buffer.byteLength(text.slice(0, place), encoding);
  for (const [index, to] of places.entries()) {
    const exact = new RegExp(`(?:${pattern})(?=[^]{${places.length - 1 - index}}(?![^]))`, `${flags}y`);
    for (const from of places.slice(0, index + 1)) {
      exact.lastIndex = from;
      if (exact.test(text)) return [byteAt(from), byteAt(to)];
    }
  }
  return undefined;
}

const atom = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.constantFrom('a', 'b', '.', 'é', '[ab]', '[^a]', '\\w', '\\W', '\\s', '\\x62', '\\u{e9}'),
  },
  {
    weight: 20,
    arbitrary: fc.constantFrom('😀', '[^é]', '[a-é]', '[^😀 ]', '\\d', '\\S', '[]', '[^]', '[\\w-]', '\ufffd'),
  },
  // Asking for a property takes a tenth of a second.
  { weight: 1, arbitrary: fc.constantFrom('\\p{Lu}', '[^\\p{L}]', '\\P{L}') },
);
const assertion = fc.constantFrom('^', '$', '\\b', '\\B');
const quantifier = fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{0}', '{0,2}', '{1,}', '{1,3}?');

export const patterns: fc.Arbitrary<string> = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    atom,
    assertion,
    fc.constant(''),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `${left}${right}`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(?:${left}|${right})`),
    fc.tuple(tie('pattern'), quantifier).map(([part, often]) => `(${part})${often}`),
    fc.tuple(atom, quantifier).map(([part, often]) => `${part}${often}`),
  ),
})).pattern;
