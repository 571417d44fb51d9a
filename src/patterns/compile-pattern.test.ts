import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Automaton } from './automaton.js';
import type { SearchEncoding } from './byte-sequences.js';
import { type CompiledPattern, compilePattern } from './compile-pattern.js';
import { compileProgram, type Direction } from './compile-program.js';
import { edgeKinds, kindOfByte } from './edge-kind.js';
import { parsePattern } from './parse-pattern.js';
import { findByEngine, patterns } from './test-helpers.js';

const compile = (pattern: string, ignoreCase = false, encoding: SearchEncoding = 'utf8') =>
  compilePattern(pattern, encoding, { ignoreCase });

/** Where in one line the match is that ends first, in bytes. */
function find({ forwards, backwards }: CompiledPattern, bytes: Buffer): [from: number, to: number] | undefined {
  forwards.begin(edgeKinds.lineEnd);
  let to = 0;
  do {
    forwards.startTurn();
    to = forwards.run(bytes, to, bytes.length);
  } while (!forwards.found && to < bytes.length);
  if (!forwards.found && !forwards.endsBefore(edgeKinds.lineEnd)) return undefined;
  backwards.begin(to === bytes.length ? edgeKinds.lineEnd : kindOfByte(bytes[to] ?? 0));
  let from = to;
  for (let at = to; at > 0; ) {
    backwards.startTurn();
    at = backwards.runBackwards(bytes, at, 0, (reached) => {
      from = reached;
    });
  }
  return [backwards.endsBefore(edgeKinds.lineEnd) ? 0 : from, to];
}

const textOf = (...characters: string[]) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 8 });

/** JavaScript has two more line ends beside `^` and `$`, and without case two more letters beside `\b` and `\B`. */
const differs = (pattern: string, text: string) => /[\u2028ſ]/.test(text) && /[\^$]|\\[bB]/.test(pattern);

test.each([
  ['with case', false],
  ['without case', true],
])('it finds what the engine of JavaScript finds, %s', (_, ignoreCase) => {
  const texts = textOf('a', 'b', 'A', 'é', 'É', '😀', ' ', '1', '_', '\r', 'ſ', '\u2028', '\ufffd');
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      fc.pre(!differs(pattern, text));
      const expected = findByEngine(pattern, text, ignoreCase ? 'imu' : 'mu');
      expect(find(compile(pattern, ignoreCase), Buffer.from(text))).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

test('it finds the same in text of one byte for each character', () => {
  fc.assert(
    fc.property(patterns, textOf('a', 'b', 'é', 'É', ' ', '1', '\r', '\x80'), (pattern, text) => {
      const found = find(compile(pattern, false, 'latin1'), Buffer.from(text, 'latin1'));
      expect(found).toEqual(findByEngine(pattern, text, 'mu', 'latin1'));
    }),
    { numRuns: 1_000 },
  );
});

test('a text that every match contains is in every match', () => {
  fc.assert(
    fc.property(patterns, textOf('a', 'b', 'é', '😀', ' '), (pattern, text) => {
      const { literal } = compile(pattern);
      if (literal !== undefined && new RegExp(pattern, 'mu').test(text)) expect(text).toContain(literal.toString());
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['error', 'error'],
  ['\\d+ errors? in', ' error'],
  ['(?:fatal ){2,}x', 'fatal '],
  ['\\bab$', 'ab'],
  ['a|b', undefined],
  ['(?:ab)?c*', undefined],
  ['[ab][cd]', undefined],
  ['\ufffd', undefined],
])('what every match of %s contains is %j', (pattern, expected) => {
  expect(compile(pattern).literal?.toString()).toBe(expected);
});

test('letters that differ only in case are those of JavaScript', () => {
  const letters = 'kKsSßẞåÅθΘµσςǅİıﬀ𐐀a';
  for (const letter of letters) {
    const compiled = compile(letter, true);
    for (const other of `${letters}ſ\u212a\u212bẹ\u03f4\u1e9e`) {
      const expected = new RegExp(`^${letter}$`, 'iu').test(other);
      expect([letter, other, find(compiled, Buffer.from(other)) !== undefined]).toEqual([letter, other, expected]);
    }
  }
});

const kilobytes = (text: string, count: number) => Buffer.from(text.repeat(Math.ceil((count * 1024) / text.length)));

test.each([
  ['(a*)*b', 'a'],
  ['(a|a)*b', 'a'],
  ['(a|aa)+$x', 'a'],
  ['(.*)*=.*=.*=x', 'a='],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['(?:a?){500}(?:a){500}b', 'a'],
  ['(x+x+)+y', 'x'],
  ['\\s+$', ' a'],
  ['.*.*.*.*.*.*z', 'a'],
  ['(?:(?:(?:a*)*)*)*b', 'a'],
])('%s does not run away', (pattern, text) => {
  expect(find(compile(pattern), kilobytes(text, 1024))).toBeUndefined();
});

test('a table that is full again and again finds the same', () => {
  fc.assert(
    fc.property(
      patterns,
      textOf('a', 'b', 'é', '😀', ' ', '\r'),
      fc.integer({ min: 2, max: 5 }),
      (pattern, text, states) => {
        const tree = parsePattern(pattern, { ignoreCase: false });
        const automaton = (direction: Direction) =>
          new Automaton(compileProgram(tree, 'utf8', direction), direction, 'utf8', { mostStates: states });
        const compiled = { forwards: automaton('forwards'), backwards: automaton('backwards'), literal: undefined };
        // Twice, so that what is left of the first time can do harm.
        find(compiled, Buffer.from(text));
        expect(find(compiled, Buffer.from(text))).toEqual(findByEngine(pattern, text, 'mu'));
      },
    ),
    { numRuns: 2_000 },
  );
});
