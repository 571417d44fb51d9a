import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newWorkspace, write } from '../command-handle/test-helpers.js';
import { expandGlobs } from './expand-globs.js';

function stage(...names: readonly string[]): string {
  const workspace = newWorkspace();
  for (const name of names) write(workspace, name, '');
  return workspace;
}

function expand(workspace: string, pattern: string, directory = workspace): readonly string[] | string {
  const expanded = expandGlobs([pattern], [0], { workspace, directory });
  return expanded.ok ? expanded.args : expanded.problem.message;
}

test('matches come sorted, as they would be written, and hidden ones only when asked for', () => {
  const workspace = stage('b.ts', 'a.ts', 'B.ts', '.env', '.git/config', 'src/x.ts', 'src/y/z.ts');

  expect(expand(workspace, '*')).toEqual(['B.ts', 'a.ts', 'b.ts', 'src']);
  expect(expand(workspace, './*.ts')).toEqual(['./B.ts', './a.ts', './b.ts']);
  expect(expand(workspace, '.*')).toEqual(['.env', '.git']);
  expect(expand(workspace, '*/')).toEqual(['src/']);
  expect(expand(workspace, 's*/*.ts')).toEqual(['src/x.ts']);
  expect(expand(workspace, '*/y')).toEqual(['src/y']);
  expect(expand(workspace, `${workspace}/[ab].ts`)).toEqual([`${workspace}/a.ts`, `${workspace}/b.ts`]);
  expect(expand(workspace, '../*.ts', join(workspace, 'src'))).toEqual(['../B.ts', '../a.ts', '../b.ts']);
});

test('two stars lead through every directory that is neither hidden nor a link', () => {
  const workspace = stage('a.ts', 'src/b.ts', 'src/deep/c.ts', '.git/d.ts');
  symlinkSync('src', join(workspace, 'link'));
  symlinkSync('..', join(workspace, 'src/up'));

  expect(expand(workspace, '**/*.ts')).toEqual(['a.ts', 'src/b.ts', 'src/deep/c.ts']);
  expect(expand(workspace, 'src/**')).toEqual(['src/b.ts', 'src/deep', 'src/deep/c.ts', 'src/up']);
  expect(expand(workspace, 'src/**/**/c.ts')).toEqual(['src/deep/c.ts']);
});

test('what matches nothing stays, and so does what is a file itself', () => {
  const workspace = stage('pages/[id].tsx', 'pages/i.tsx', 'a*b', 'axb');

  expect(expand(workspace, '*.py')).toEqual(['*.py']);
  expect(expand(workspace, 'missing/*')).toEqual(['missing/*']);
  expect(expand(workspace, 'pages/[id].tsx')).toEqual(['pages/[id].tsx']);
  expect(expand(workspace, 'a*b')).toEqual(['a*b']);
  expect(expand(workspace, 'a[*]b')).toEqual(['a*b']);
});

test('a file does not become an option by its name', () => {
  const workspace = stage('-rf', 'x');

  expect(expand(workspace, '*')).toEqual(['./-rf', 'x']);
});

test('only the arguments that are patterns are looked at, and the others keep their place', () => {
  const workspace = stage('a.ts', 'b.ts');
  const args = ['*.ts', '*.ts', '-l'];

  expect(expandGlobs(args, [1], { workspace, directory: workspace })).toEqual({
    ok: true,
    args: ['*.ts', 'a.ts', 'b.ts', '-l'],
  });
});

test('no directory outside the workspace is looked into, by no way', () => {
  const outside = stage('secret.txt');
  const workspace = stage('inside/x.txt');
  symlinkSync(outside, join(workspace, 'out'));
  symlinkSync(join(outside, 'secret.txt'), join(workspace, 'inside/link.txt'));

  expect(expand(workspace, 'out/*')).toEqual(['out/*']);
  expect(expand(workspace, 'o*/')).toEqual(['o*/']);
  expect(expand(workspace, '*/secret.txt')).toEqual(['*/secret.txt']);
  expect(expand(workspace, '../*')).toEqual(['../*']);
  expect(expand(workspace, `${outside}/*`)).toEqual([`${outside}/*`]);
  expect(expand(workspace, '/*')).toEqual(['/*']);
  expect(expand(workspace, '**/*.txt')).toEqual(['inside/link.txt', 'inside/x.txt']);
});

test("the gate's own directory matches nothing", () => {
  const workspace = stage('.cmdgate/approvals/x', '.other/x');

  expect(expand(workspace, '.*')).toEqual(['.other']);
  expect(expand(workspace, '.cmdgate/*')).toEqual(['.cmdgate/*']);
  expect(expand(workspace, '.*/x')).toEqual(['.other/x']);
});

test('too many matches are refused, whichever patterns they come from', () => {
  const workspace = newWorkspace();
  for (let at = 0; at < 90; at++) mkdirSync(join(workspace, `d${at}`));

  expect(expand(workspace, '*/../*')).toHaveLength(8_100);
  expect(expandGlobs(['*/../*', '*/../*'], [0, 1], { workspace, directory: workspace })).toEqual({
    ok: false,
    problem: {
      code: 'LIMIT_EXCEEDED',
      field: 'parameters[1]',
      message: 'The pattern "*/../*" matches more than 10000 files',
      hint: 'Use a narrower pattern, or a program that searches by itself (e.g., find . -name "*.ts")',
    },
  });
});

test('too many files on the way are refused, though none of them matches', () => {
  const workspace = newWorkspace();
  for (let at = 0; at < 450; at++) mkdirSync(join(workspace, `d${at}`));

  expect(expand(workspace, '*/../x*')).toBe('The pattern "*/../x*" goes through more than 200000 files');
});

test('directories that lie too deep are refused', () => {
  const workspace = newWorkspace();
  mkdirSync(join(workspace, ...Array.from({ length: 70 }, () => 'd')), { recursive: true });

  expect(expand(workspace, '**/x')).toBe('The pattern "**/x" goes more than 64 directories deep');
});

test('a file whose name is no text is told, not passed over', () => {
  const workspace = newWorkspace();
  mkdirSync(Buffer.concat([Buffer.from(`${workspace}/`), Buffer.from([0x61, 0xff])]));

  expect(expand(workspace, '*')).toBe('The pattern "*" matches a file whose name is not valid text');
});
