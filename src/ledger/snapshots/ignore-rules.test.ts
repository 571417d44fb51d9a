import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { IgnoreRules } from './ignore-rules.js';

const patterns = [
  ...['# a comment', '', '*.log', '!keep.log', '/build', 'dist/', 'docs/*.txt', 'a/**/z', '**/deep/x', 'inside/**'],
  ...['[ab].c', '[!x]y.d', 'q?.e', '\\#hash', '\\!bang', 'trailing   ', 'star*mid*end', '/only/here'],
];

const paths = [
  ...['x.log', 'sub/x.log', 'keep.log', 'sub/keep.log', 'build', 'sub/build', 'dist', 'sub/dist', 'docs/a.txt'],
  ...['docs/sub/a.txt', 'a/z', 'a/b/z', 'a/b/c/z', 'deep/x', 'p/deep/x', 'inside/one', 'a.c', 'b.c', 'c.c', 'xy.d'],
  ...['zy.d', 'q1.e', 'q12.e', '#hash', '!bang', 'trailing', 'star-mid-end', 'starmidend', 'star-end', 'only/here'],
  ...['p/only/here', 'plain', 'ä.log'],
];

/** git itself. It asks the file system what is a directory; here nothing exists, so everything is a file. */
function ignoredByGit(): readonly string[] {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-ignore-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  execFileSync('git', ['init', '-q', directory]);
  writeFileSync(join(directory, '.gitignore'), patterns.join('\n'));
  const input = paths.join('\0');
  const options = { cwd: directory, input, encoding: 'utf8' } as const;
  return execFileSync('git', ['check-ignore', '--no-index', '-z', '--stdin'], options).split('\0').filter(Boolean);
}

test('names the files that git names', () => {
  const rules = new IgnoreRules(patterns.join('\n'), '');
  expect(paths.filter((path) => rules.ignores(path, false))).toEqual(ignoredByGit());
});

test('a pattern with a slash at its end means directories alone', () => {
  const rules = new IgnoreRules('dist/\n', '');
  expect([rules.ignores('dist', true), rules.ignores('dist', false)]).toEqual([true, false]);
});

test('the rules of a directory come before those above it', () => {
  const outer = new IgnoreRules('*.log\n/here\n', '');
  const rules = new IgnoreRules('!own.log\n/here\n', 'sub', outer);
  expect(['sub/own.log', 'sub/other.log', 'sub/here', 'sub/p/here'].map((path) => rules.ignores(path, false))).toEqual([
    ...[false, true, true, false],
  ]);
});

test('a pattern that makes others go back and forth for ever is matched at once', () => {
  const rules = new IgnoreRules(`${'a*'.repeat(500)}b\n${'**/a/'.repeat(200)}b\n`, '');
  // Tried in every way, it would take longer than the universe is old.
  expect(rules.ignores('a'.repeat(255), false)).toBe(false);
  expect(rules.ignores(`${'a/'.repeat(500)}c`, false)).toBe(false);
});
