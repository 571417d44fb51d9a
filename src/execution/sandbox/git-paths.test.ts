import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gitPaths } from './git-paths.js';

let workspace: string;

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-git-paths-')));
  mkdirSync(join(workspace, '.git'));
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

/** What lies outside of `.git`, relative to the workspace. */
function namedBy(config: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  writeFileSync(join(workspace, '.git/config'), config);
  for (const [file, text] of Object.entries(more)) writeFileSync(join(workspace, file), text);
  return gitPaths(workspace)
    .map(({ path }) => relative(workspace, path))
    .filter((path) => !path.startsWith('.git/'))
    .sort();
}

test.each([
  ['as it is usually written', '[core]\n\thooksPath = .githooks\n'],
  ['on the line of the section', '[core] hooksPath = .githooks'],
  ['in quotes, with a comment behind', '[core]\n hooksPath = ".githooks" ; ours\n'],
  ['quoted in its middle', '[core]\n hooksPath = .git"hooks"\n'],
  ['on two lines', '[core]\n hooksPath = .git\\\nhooks\n'],
  ['in capital letters', '[CORE]\nHOOKSPATH=.githooks'],
  ['with more in its path', '[core]\n hooksPath = ./x/../.githooks\n'],
])('the directory of hooks is found %s', (_how, config) => {
  expect(namedBy(config)).toEqual(['.githooks']);
});

test('another setting of that name, and a comment, name nothing', () => {
  expect(
    namedBy('[alias]\n hooksPath = elsewhere\n[core]\n# hooksPath = comment\n[core "x"]\n hooksPath = sub\n'),
  ).toEqual([]);
});

test('what husky has in a directory runs what lies above it', () => {
  expect(namedBy('[core]\n hooksPath = .husky/_\n')).toEqual(['.husky', '.husky/_']);
  expect(namedBy('[core]\n hooksPath = _\n')).toEqual(['_']);
});

test('files that are included are protected, and what they name', () => {
  const included = { team: '[core]\n hooksPath = hooks\n[include]\n path = more\n', more: '[include]\n path = team\n' };
  expect(namedBy('[include]\n path = ../team\n', included)).toEqual(['hooks', 'more', 'team']);
  expect(namedBy('[includeIf "onbranch:main"]\n path = ../team\n', included)).toEqual(['hooks', 'more', 'team']);
});

test('the settings of this work tree count too', () => {
  expect(namedBy('', { '.git/config.worktree': '[core]\n hooksPath = own\n' })).toEqual(['own']);
});

test('what lies elsewhere, or at home, is not in the workspace', () => {
  expect(
    namedBy(`[core]\n hooksPath = /usr/share/hooks\n[include]\n path = ~/team\n[include]\n path = ${homedir()}/x\n`),
  ).toEqual([]);
});
