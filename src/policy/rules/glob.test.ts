import fc from 'fast-check';
import { expect, test } from 'vitest';
import { argumentsGlob, pathGlob, wordGlob } from './glob.js';

test.each([
  ['test', 'test', true],
  ['test', 'tests', false],
  ['*', '', true],
  ['*', 'a/b c', true],
  ['--filter=*', '--filter=', true],
  ['--filter=*', '--filter=x', true],
  ['--filter=*', '--filters=x', false],
  ['*.ts', 'a.ts', true],
  ['*.ts', '.ts', true],
  ['*.ts', 'a.tsx', false],
  ['a*b*c', 'abc', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'acb', false],
  ['a*a', 'a', false],
  ['**', 'anything', true],
  ['a.c', 'abc', false],
  ['[a]', 'a', false],
  ['', '', true],
  ['', 'a', false],
])('the word %j and %j', (pattern, text, expected) => {
  expect(wordGlob(pattern)(text)).toBe(expected);
});

test.each([
  ['/opt/tools/*', '/opt/tools/a', true],
  ['/opt/tools/*', '/opt/tools/a/b', false],
  ['/opt/tools/*', '/opt/tools', false],
  ['/opt/tools/**', '/opt/tools/a/b', true],
  ['/opt/tools/**', '/opt/tools', true],
  ['/opt/tools/**', '/opt/toolsmith', false],
  ['/opt/**/bin/*', '/opt/bin/x', true],
  ['/opt/**/bin/*', '/opt/a/b/bin/x', true],
  ['/opt/**/bin/*', '/opt/a/bin/b/x', false],
  ['/opt/**/bin/*', '/opt/bin/a/bin/x', true],
  ['/opt/node-*/bin/node', '/opt/node-20/bin/node', true],
  ['packages/*', 'packages/a', true],
  ['packages/*', 'packages', false],
  ['**', 'a/b', true],
])('the path %j and %j', (pattern, text, expected) => {
  expect(pathGlob(pattern)(text)).toBe(expected);
});

test.each([
  [['test'], ['test'], true],
  [['test'], ['test', '--watch'], false],
  [['test'], [], false],
  [['test', '**'], ['test'], true],
  [['test', '**'], ['test', 'a', 'b'], true],
  [['run', '*'], ['run', 'build'], true],
  [['run', '*'], ['run'], false],
  [['run', 'build:*'], ['run', 'build:all'], true],
  [['**'], [], true],
  [[], [], true],
  [[], ['a'], false],
])('the arguments %j and %j', (patterns, args, expected) => {
  expect(argumentsGlob(patterns)(args)).toBe(expected);
});

test('words match as the same regular expression would', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.'), maxLength: 8 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 10 });
  fc.assert(
    fc.property(letters, text, (pattern, word) => {
      const expression = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\*+/g, '[^]*')}$`);
      expect(wordGlob(pattern)(word)).toBe(expression.test(word));
    }),
    { numRuns: 2_000 },
  );
});

test('paths match as the same regular expression would', () => {
  const name = fc.constantFrom('a', 'b', 'ab', '*', 'a*', '**');
  const names = fc.array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), names, (parts, path) => {
      const expression = new RegExp(
        `^${parts.map((part) => (part === '**' ? '(?:/[^/]+)*' : `/${part.replaceAll('*', '[^/]*')}`)).join('')}$`,
      );
      expect(pathGlob(parts.join('/'))(path.join('/'))).toBe(expression.test(`/${path.join('/')}`));
    }),
    { numRuns: 2_000 },
  );
});

test('a pattern with many stars ends on text that almost matches', () => {
  const text = 'a'.repeat(100_000);
  expect(wordGlob(`${'*a'.repeat(50)}*b`)(text)).toBe(false);
  expect(pathGlob(`${'**/a/'.repeat(20)}b`)('a/'.repeat(2_000))).toBe(false);
});
