import { expect, test } from 'vitest';
import { compilePattern } from './compile-pattern.js';
import { parsePattern } from './parse-pattern.js';
import { PatternProblem } from './pattern-problem.js';

const problemOf = (pattern: string) => {
  try {
    compilePattern(pattern, 'utf8', { ignoreCase: false });
  } catch (error) {
    if (error instanceof PatternProblem) return [error.message, error.character];
    throw error;
  }
  return undefined;
};

test.each([
  ['a(?=b)', 'Lookahead is not supported', 2],
  ['a(?!b)', 'Lookahead is not supported', 2],
  ['(?<=a)b', 'Lookbehind is not supported', 1],
  ['(?<!a)b', 'Lookbehind is not supported', 1],
  ['(a)\\1', 'Backreferences are not supported', 4],
  ['(?<x>a)\\k<x>', 'Backreferences are not supported', 8],
  ['(?i)error', 'This kind of group is not supported', 1],
  ['(?>a)', 'This kind of group is not supported', 1],
  ['(a', 'A "(" is not closed', 1],
  ['a)', 'A ")" closes nothing', 2],
  ['x[ab', 'A "[" is not closed', 2],
  ['[[:alpha:]]', 'Classes such as [:alpha:] are not supported', 2],
  ['[:digit:]', 'Classes such as [:alpha:] are not supported', 1],
  ['[z-a]', 'The class is not valid: Range out of order in character class', 1],
  ['\\p{Nonsense}', 'The class is not valid: Invalid property name', 13],
  ['\\p', '"\\p" needs a property', 1],
  ['*a', 'There is nothing to repeat', 1],
  ['a**', 'There is nothing to repeat', 3],
  ['^*', 'There is nothing to repeat', 2],
  ['a{3,1}', 'The numbers of a repetition are in the wrong order', 2],
  ['a{1001}', 'Nothing can be repeated more than 1000 times by number', 2],
  ['\\A', '"\\A" is not a valid escape', 1],
  ['\\', 'The pattern ends with a "\\"', 1],
  ['\\xg0', '"\\x" needs the number of a character', 1],
  ['\\ud83d', 'Half a surrogate pair never matches', 1],
  ['a\\nb', 'A match cannot span several lines', 2],
  ['a\nb', 'A match cannot span several lines', 2],
  ['a'.repeat(1_001), 'The pattern has more than 1000 characters', 1_001],
  ['('.repeat(60) + ')'.repeat(60), 'The groups are nested too deeply', 51],
  ['(?:(?:(?:a{100}){100}){100}){100}', 'The pattern is too large', 1],
  ['(?:(?:(?:(?:){1000}){1000}){1000}){1000}', 'The pattern is too large', 1],
])('%j is refused, with the reason and the place', (pattern, message, character) => {
  expect(problemOf(pattern)).toEqual([message, character]);
});

test.each([
  ['a\\"\\-\\_\\/b', 'a"-_\\/b'],
  ['{a}]', '\\{a\\}\\]'],
  ['a{,3}', 'a\\{,3\\}'],
  ['{"x":{', '\\{"x":\\{'],
  ['(?<name>a)', '(?:a)'],
  ['[\\"\\-\\]\\b\\n]', '[\\x22\\x2d\\x5d\\x08\\x0a]'],
  ['[:=]', '[=:]'],
  ['\\cA\\0\\t', '\\x01\\x00\\x09'],
])('%j is forgiven, and means %j', (forgiven, strict) => {
  expect(parsePattern(forgiven, { ignoreCase: false })).toEqual(parsePattern(strict, { ignoreCase: false }));
});
