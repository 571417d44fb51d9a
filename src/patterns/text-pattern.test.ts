import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patterns } from './test-helpers.js';
import { TextPattern } from './text-pattern.js';

const free = () => undefined;

/** At each character in turn: by itself the engine also begins in the middle of one that takes two places. */
function findsByEngine(pattern: string, text: string): boolean {
  const here = new RegExp(pattern, 'uy');
  let place = 0;
  for (const character of [...text, '']) {
    here.lastIndex = place;
    if (here.test(text)) return true;
    place += character.length;
  }
  return false;
}

test.each([
  ['anywhere', false],
  ['as a whole', true],
])('it matches what the engine of JavaScript matches, %s, over line ends too', (_, whole) => {
  const texts = fc.string({
    unit: fc.constantFrom('a', 'b', 'A', 'é', '😀', ' ', '1', '_', '\r', '\n', '\u2028', '\ufffd'),
    maxLength: 8,
  });
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const expected = findsByEngine(whole ? `^(?:${pattern})$` : pattern, text);
      expect(new TextPattern(pattern, { whole }).test(text, free)).toBe(expected);
    }),
    { numRuns: 2_000, examples: [['\\B', 'a😀a']] },
  );
});

test('the dot of I-Regexp leaves out two characters, that of JavaScript four', () => {
  const matched = (dot: 'javascript' | 'i-regexp') =>
    ['a', '\n', '\r', '\u2028', '\u2029', '😀'].filter((text) =>
      new TextPattern('.', { whole: true, dot }).test(text, free),
    );

  expect(matched('i-regexp')).toEqual(['a', '\u2028', '\u2029', '😀']);
  expect(matched('javascript')).toEqual(['a', '😀']);
});

test('a pattern can be asked again, also after work that was given up', () => {
  const pattern = new TextPattern('(?:a|b)+c', { whole: false });
  const giveUp = () => {
    throw new Error('too much');
  };

  expect(() => pattern.test('abc', giveUp)).toThrow('too much');
  expect([pattern.test('abc', free), pattern.test('ab', free), pattern.test('abc', free)]).toEqual([true, false, true]);
});

test.each(['(a+)+b', '(a|a)*b', '(a*)*b', '(.*a){25}b', '(a?){30}a{30}b', 'a*a*a*a*a*a*b'])(
  'the work for %s grows with the text alone',
  (written) => {
    const workFor = (length: number) => {
      let work = 0;
      const found = new TextPattern(written, { whole: false }).test('a'.repeat(length), (more) => {
        work += more;
      });
      expect(found).toBe(false);
      return work;
    };

    expect(workFor(200_000) - workFor(100_000)).toBe(50_000);
  },
);

test('a property stands for the same characters as in JavaScript', () => {
  for (const source of [
    '\\p{L}',
    '\\P{L}',
    '[^\\p{Lu}x]',
    '\\p{Script=Han}',
    '\\p{Co}',
    '\\p{Cn}',
    '\\p{Noncharacter_Code_Point}',
    '\\p{Any}',
  ]) {
    const pattern = new TextPattern(source, { whole: true });
    const own = new RegExp(`^${source}$`, 'u');
    for (let code = 0; code < 0x110000; code += code < 0x3000 ? 7 : 251) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      if (pattern.test(character, free) !== own.test(character)) expect([source, code.toString(16)]).toBeUndefined();
    }
    for (const code of [0xfffe, 0x1ffff, 0x5fffe, 0xe0001, 0xe0100, 0xe01f0, 0xefffe, 0xffffd, 0x10ffff]) {
      const character = String.fromCodePoint(code);
      expect([source, code, pattern.test(character, free)]).toEqual([source, code, own.test(character)]);
    }
  }
});
