import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isStandIn, MissingPaths } from './missing-paths.js';

function missingPath(): string {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-missing-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, '.git');
}

test('a directory stands there until the last program of the last gate has ended', () => {
  const path = missingPath();
  const [one, other] = [new MissingPaths(), new MissingPaths()];
  const first = one.hold([path]);
  const second = one.hold([path]);
  const third = other.hold([path]);
  expect([first, second, third].map((held) => [...held])).toEqual([[path], [path], [path]]);
  expect(isStandIn(path)).toBe(true);

  one.release(first);
  other.release(third);
  expect(isStandIn(path)).toBe(true);
  const fourth = other.hold([path]);
  one.release(second);
  expect(isStandIn(path)).toBe(true);
  other.release(fourth);
  expect(existsSync(path)).toBe(false);
});

test('what a gate left that died is taken over, and goes', () => {
  const path = missingPath();
  new MissingPaths().hold([path]);
  const [left = ''] = readdirSync(path);
  const dead = spawnSync('true').pid;
  rmSync(join(path, left));
  writeFileSync(join(path, left.replace(/\.\d+\./, `.${dead}.`)), '');
  expect(isStandIn(path)).toBe(true);

  const paths = new MissingPaths();
  paths.release(paths.hold([path]));
  expect(existsSync(path)).toBe(false);
});

test('what somebody made of it stays', () => {
  const path = missingPath();
  const paths = new MissingPaths();
  const held = paths.hold([path]);
  writeFileSync(join(path, 'HEAD'), 'ref: refs/heads/main\n');
  expect(isStandIn(path)).toBe(false);
  paths.release(held);
  expect(readdirSync(path)).toEqual(['HEAD']);
});

test('an empty directory of somebody else is none of a gate', () => {
  const path = missingPath();
  mkdirSync(path);
  expect(isStandIn(path)).toBe(false);
});

test('what can neither be made nor kept from being made is an error', () => {
  const path = missingPath();
  writeFileSync(path, '');
  const [paths, before] = [new MissingPaths(), missingPath()];
  expect(() => paths.hold([before, path])).toThrow('ENOTDIR');
  expect(existsSync(before)).toBe(false);
});

test('a file stands there that changes nothing, as long as one of the gates needs it', () => {
  const git = missingPath();
  mkdirSync(git);
  const paths = ['hooks', 'commondir'].map((name) => join(git, name));
  const [one, other] = [new MissingPaths(), new MissingPaths()];
  const [first, second] = [one.hold(paths), other.hold(paths)];
  expect(paths.map(isStandIn)).toEqual([true, true]);
  one.release(first);
  expect(paths.map(isStandIn)).toEqual([true, true]);
  other.release(second);
  expect(readdirSync(git)).toEqual([]);
});

test('hooks that are there stay, with a file that is missing beside them', () => {
  const git = missingPath();
  mkdirSync(join(git, 'hooks'), { recursive: true });
  const paths = new MissingPaths();
  const held = paths.hold([join(git, 'commondir')]);
  expect([isStandIn(join(git, 'hooks')), isStandIn(join(git, 'commondir'))]).toEqual([false, true]);
  paths.release(held);
  expect([readdirSync(git), readdirSync(join(git, 'hooks'))]).toEqual([['hooks'], []]);
});
