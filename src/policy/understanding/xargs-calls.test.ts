import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { programs } from './programs/index.js';
import { type GivenOption, readArguments } from './read-arguments.js';
import { grammarOf, indexByName } from './read-notation.js';
import { xargsCalls } from './xargs-calls.js';

/** Prints its words, each call behind a mark. */
const command = ['printf', '%s\\0', 'CALL'];

function callsOf(options: readonly string[], more: readonly string[], text: string) {
  const xargs = indexByName(programs).get('xargs');
  if (!xargs) throw new Error('xargs is not in the table');
  const words = [...options, ...command, ...more].map((word, index) => ({ text: word, index }));
  const { pieces, rest } = readArguments(grammarOf(xargs), words);
  const given = pieces.filter((piece): piece is GivenOption => 'option' in piece);
  return xargsCalls(given, rest, text)?.map((call) => call.slice(3).map((word) => word.text));
}

test.each<[options: readonly string[], more: readonly string[], text: string]>([
  [[], [], 'a b\nc\n'],
  [[], ['x'], `'one word' "two words" th\\ ree a'b'"c"\\d`],
  [[], [], '  \n\n a \t b'],
  [[], [], '"" x'],
  [[], ['x'], ''],
  [['-r'], ['x'], ' \n'],
  [['-0'], [], 'a b\0-c\0\0d'],
  [['-0', '-n', '2'], [], 'a\0b\0c\0'],
  [['-n1'], ['x'], 'a b c'],
  [['-0r', '-P2', '-n', '9'], [], 'a\0'],
  [['-I@'], ['<@>', '@@', 'x'], ' a b \nc\n\n'],
  [['-I', '{}', '-0'], ['{}'], 'a b\0c\nd\0'],
  [['-t', '-x', '-n', '2'], [], 'a b c'],
])('xargs %j … %j with %j calls what it says', (options, more, text) => {
  const { stdout } = spawnSync('xargs', [...options, ...command, ...more], { input: text, encoding: 'utf8' });
  const real = stdout.split('CALL\0').slice(1);
  expect(callsOf(options, more, text)).toEqual(real.map((call) => call.split('\0').slice(0, -1)));
});

test.each<[options: readonly string[], text: string]>([
  [['-d', ','], 'a,b'],
  [['-L1'], 'a'],
  [['-a', 'x'], 'a'],
  [['-E', 'x'], 'a'],
  [['-s', '100'], 'a'],
  [['-p'], 'a'],
  [['-i'], 'a'],
  [['-n', 'x'], 'a'],
  [['-I@', '-n', '1'], 'a'],
  [['-I@'], "'a'"],
  [[], "'a"],
  [[], 'a\\'],
  [[], 'a\rb'],
  [[], 'a\0b'],
  [['-n1'], 'x '.repeat(100)],
  [[], 'x'.repeat(100_000)],
])('of xargs %j with %j only a run can tell', (options, text) => {
  expect(callsOf(options, [], text)).toBe(undefined);
});
