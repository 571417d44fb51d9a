import { expect, test } from 'vitest';
import { compileNow } from './json-schema.js';

const faults = (pattern: string, text: string) => compileNow({ pattern })(text).map(({ keyword }) => keyword);

test.each(['^(a+)+$', '^(a|a)*$', '^(.*a){20}$', '(x+x+)+y'])('a text cannot keep %s busy', (pattern) => {
  expect(faults(pattern, `${'a'.repeat(50_000)}!${'x'.repeat(50_000)}`)).toEqual(['pattern']);
});

test('long texts are matched as short ones are', () => {
  expect(faults('^[a-z]{3}-\\d+$', `abc-${'1'.repeat(100)}`)).toEqual([]);
  expect(faults('^[a-z]{3}-\\d+$', `abc-${'1'.repeat(100)}x`)).toEqual(['pattern']);
  expect(faults('^a.c', `a\n${'c'.repeat(100)}`)).toEqual(['pattern']);
});

test('what an automaton cannot do is still checked', () => {
  expect(faults('^(?=.*[0-9])(?=.*[a-z]).{20,}$', 'a1'.repeat(20))).toEqual([]);
  expect(faults('^(?=.*[0-9])(?=.*[a-z]).{20,}$', 'aa'.repeat(20))).toEqual(['pattern']);
  expect(faults('^(.)\\1{19,}$', 'a'.repeat(30))).toEqual([]);
});
