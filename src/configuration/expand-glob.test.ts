import { symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../../test/fixtures/configuration/write-files.js';
import { expandGlob } from './expand-glob.js';

const tree = [
  'a.ts',
  'b.js',
  'c+d.ts',
  'commands/mail.ts',
  'commands/mail.mjs',
  'commands/m1.ts',
  'commands/.hidden.ts',
  'commands/deep/er/list.ts',
  'commands/.git/hook.ts',
  'commands/node_modules/package/index.ts',
  '.tools/tool.ts',
];

function expand(pattern: string): unknown {
  const directory = writeFiles(Object.fromEntries(tree.map((path) => [path, ''])));
  const expanded = expandGlob(pattern, directory);
  return expanded.ok ? expanded.files.map((file) => relative(directory, file)) : expanded;
}

test.each([
  ['a.ts', ['a.ts']],
  ['./a.ts', ['a.ts']],
  ['commands/../a.ts', ['a.ts']],
  ['*.ts', ['a.ts', 'c+d.ts']],
  ['?.{ts,js}', ['a.ts', 'b.js']],
  ['c+*', ['c+d.ts']],
  ['commands/*.ts', ['commands/m1.ts', 'commands/mail.ts']],
  ['commands/m?.ts', ['commands/m1.ts']],
  ['commands/m{1,ail}.{t{s,sx},mjs}', ['commands/m1.ts', 'commands/mail.mjs', 'commands/mail.ts']],
  ['commands/**', ['commands/deep/er/list.ts', 'commands/m1.ts', 'commands/mail.mjs', 'commands/mail.ts']],
  ['**/*.ts', ['a.ts', 'c+d.ts', 'commands/deep/er/list.ts', 'commands/m1.ts', 'commands/mail.ts']],
  ['**/**/er/**/*.ts', ['commands/deep/er/list.ts']],
  ['*/deep/**/list.ts', ['commands/deep/er/list.ts']],
  ['.tools/*.ts', ['.tools/tool.ts']],
  ['commands', []],
  ['a.ts/*', []],
  ['missing/**/*.ts', []],
  ['*.{ts', []],
  ['[ab].ts', []],
])('%s matches %j', (pattern, files) => {
  expect(expand(pattern)).toEqual(files);
});

test('an absolute glob starts at the root', () => {
  const directory = writeFiles({ 'a.ts': '' });

  expect(expandGlob(join(directory, '*.ts'), '/')).toEqual({ ok: true, files: [join(directory, 'a.ts')] });
});

test('a loop of links ends, and a file reached by two names counts once', () => {
  const directory = writeFiles({ 'commands/a.ts': '' });
  symlinkSync('..', join(directory, 'commands/loop'));
  symlinkSync('a.ts', join(directory, 'commands/same.ts'));
  symlinkSync('nowhere.ts', join(directory, 'commands/broken.ts'));
  symlinkSync('commands', join(directory, 'linked'));

  const only = { ok: true, files: [join(directory, 'commands/a.ts')] };
  expect(expandGlob('**/*.ts', directory)).toEqual(only);
  expect(expandGlob('*/*.ts', directory)).toEqual(only);
  expect(expandGlob('commands/loop/linked/loop/**/*.ts', directory)).toEqual(only);
});

test('a glob that would walk too far is refused', () => {
  const directory = writeFiles({ [`${'d/'.repeat(40)}a.ts`]: '' });

  expect(expandGlob('**/*.ts', directory)).toEqual({ ok: false, message: 'It goes more than 32 directories deep.' });
  expect(expandGlob('{a,b}'.repeat(12), directory)).toEqual({
    ok: false,
    message: 'Its braces expand to more than 1000 patterns.',
  });
  expect(expandGlob('*/../**', directory)).toEqual({ ok: false, message: '".." cannot follow a wildcard.' });
});

test('a glob that would visit directories over and over is refused', () => {
  const directory = writeFiles({ [`${'d/'.repeat(25)}a.ts`]: '' });

  expect(expandGlob('**/*/**/*/**/*/**/b.ts', directory)).toEqual({
    ok: false,
    message: 'It goes through more than 10000 directories.',
  });
});
