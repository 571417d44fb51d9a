import { expect, test } from 'vitest';
import { nameGroups, ruleOf } from './forbidden-names.js';

const listed = nameGroups.flatMap(({ rule, names }) => names.split(/\s+/).map((name) => ({ rule, name })));

test('every name is written in upper case, once, with a star at its end at most', () => {
  const names = listed.map(({ name }) => name);
  expect(names.filter((name) => !/^[A-Z_][A-Z0-9_]*\*?$/.test(name))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every name has the rule of its own group, also where a wider one fits', () => {
  for (const { rule, name } of listed) expect([name, ruleOf(name.replace('*', 'X'))?.rule]).toEqual([name, rule]);
});

test('the longest beginning decides', () => {
  expect(['GIT_X', 'GIT_AUTHOR_X', 'GIT_CONFIG_X', 'GIT_CONFIG_KEY_1', 'G'].map((name) => ruleOf(name)?.rule)).toEqual([
    'literal-only',
    'free',
    'literal-only',
    'forbidden',
    undefined,
  ]);
});
