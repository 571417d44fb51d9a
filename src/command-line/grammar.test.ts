import { expect, test } from 'vitest';
import { parameter } from '../../test/fixtures/commands/build.js';
import { grammarOf, longNames } from './grammar.js';

test('an option is known by its shown name, its key and its aliases; a positional by none', () => {
  expect(longNames(parameter('--max-results', 'integer', { key: 'maxResults', aliases: ['most'] }))).toEqual([
    'max-results',
    'maxResults',
    'most',
  ]);
  expect(longNames(parameter('file', 'string'))).toEqual([]);
});

test('a flag can be negated under each of its names, unless a parameter really is called so', () => {
  const { options } = grammarOf([
    parameter('--color', 'flag', { aliases: ['paint'] }),
    parameter('--no-paint', 'string'),
  ]);
  expect([...options]).toEqual([
    ['--color', { index: 0, negates: false }],
    ['--paint', { index: 0, negates: false }],
    ['--no-paint', { index: 1, negates: false }],
    ['--no-color', { index: 0, negates: true }],
  ]);
});

test('JSON keys are found in kebab, snake and camel case', () => {
  expect([...grammarOf([parameter('--max-results', 'integer')]).inputKeys]).toEqual([
    ['max-results', 0],
    ['max_results', 0],
    ['maxResults', 0],
  ]);
});

test.each([
  [[parameter('--maxResults', 'integer'), parameter('--max-results', 'integer')]],
  [[parameter('--max-results', 'integer'), parameter('--maxResults', 'integer')]],
])('a JSON key that is exactly one parameter means that one, whatever else it resembles', (parameters) => {
  const { inputKeys } = grammarOf(parameters);
  expect(parameters.map(({ key }) => inputKeys.get(key))).toEqual([0, 1]);
});

test('a grammar is compiled once for each list of parameters', () => {
  const parameters = [parameter('--max', 'integer')];
  expect(grammarOf(parameters)).toBe(grammarOf(parameters));
});

test('it is known beforehand whether any option is named like a secret', () => {
  expect(grammarOf([parameter('--db-password', 'string')]).namesSecret).toBe(true);
  expect(grammarOf([parameter('--max', 'integer')]).namesSecret).toBe(false);
});
