import { expect, test } from 'vitest';
import { peekPresentation, readDuration, standardOptions } from './standard-options.js';

test.each<[string, number | undefined]>([
  ['1500', 1_500],
  ['500ms', 500],
  ['30s', 30_000],
  ['5m', 300_000],
  ['0', undefined],
  ['0s', undefined],
  ['-1', undefined],
  ['1.5s', undefined],
  ['1h', undefined],
  ['', undefined],
  [' 1', undefined],
  ['9999999999', undefined],
])('--timeout %s is %s milliseconds', (text, milliseconds) => {
  expect(readDuration(text)).toBe(milliseconds);
});

test('names that every object inherits are no options', () => {
  expect(['constructor', '__proto__', 'toString'].filter((name) => standardOptions.has(name))).toEqual([]);
});

test.each<[string, string[], object]>([
  ['nothing is asked', ['nope'], { quiet: false }],
  ['--format with its value', ['nope', '--format', 'acli'], { format: 'acli', quiet: false }],
  ['--output means the same', ['nope', '--output=text', '--quiet'], { format: 'text', quiet: true }],
  ['a format that does not exist', ['nope', '--format', 'xml'], { quiet: false }],
  ['what stands after -- is not asked', ['nope', '--', '--format', 'acli', '--quiet'], { quiet: false }],
])('how a line that was not read wants its answer: %s', (_, words, presentation) => {
  expect(peekPresentation(words)).toEqual(presentation);
});
