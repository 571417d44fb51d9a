import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usualBounds } from '../bounds.js';
import { compareStates } from '../compare.js';
import { makeWorkspace, openStore, writeIn } from '../test-helpers.js';
import { restore } from './restore.js';

/** Takes a snapshot, lets something happen, and puts everything back. `between` comes after the look, before the end. */
function undo(workspace: string, happen: () => void, between: () => void = () => undefined) {
  const { store, take } = openStore(workspace);
  const before = take().state;
  happen();
  const changes = compareStates(before, store.look(before));
  between();
  return restore(store, changes, before.objectStores);
}

const git = (workspace: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], {
    cwd: workspace,
    encoding: 'utf8',
  });

test('puts back content, modes, links and empty directories, and removes what was added', () => {
  const workspace = makeWorkspace({ a: 'one', 'sub/run.sh': 'two', 'line\nbreak': 'three' });
  const at = (path: string) => join(workspace, path);
  chmodSync(at('sub/run.sh'), 0o751);
  symlinkSync('a', at('link'));
  mkdirSync(at('empty'), { mode: 0o700 });

  const { failed } = undo(workspace, () => {
    for (const path of ['a', 'sub', 'link', 'empty', 'line\nbreak']) rmSync(at(path), { recursive: true });
    writeIn(workspace, 'link', 'a file now');
    writeIn(workspace, 'a/deep/er', 'a directory now');
    writeIn(workspace, 'added/x', 'x');
  });

  expect(failed).toEqual([]);
  expect(readdirSync(workspace).sort()).toEqual(['a', 'empty', 'line\nbreak', 'link', 'sub']);
  expect([readFileSync(at('a'), 'utf8'), readFileSync(at('line\nbreak'), 'utf8')]).toEqual(['one', 'three']);
  expect(readlinkSync(at('link'))).toBe('a');
  expect([statSync(at('sub/run.sh')).mode & 0o777, statSync(at('empty')).mode & 0o777]).toEqual([0o751, 0o700]);
});

test('a repository comes back with its commits, branches, stash and index', () => {
  const workspace = makeWorkspace({ a: 'one' });
  git(workspace, 'init', '-q', '-b', 'main');
  git(workspace, 'add', 'a');
  git(workspace, 'commit', '-qm', 'first');
  writeIn(workspace, 'a', 'two');
  git(workspace, 'stash', '-q');
  git(workspace, 'branch', 'other');
  git(workspace, 'gc', '-q');
  writeIn(workspace, 'b', 'three');
  git(workspace, 'add', 'b');
  const look = () =>
    ['status --short', 'log --oneline --all', 'stash list', 'reflog'].map((line) => git(workspace, ...line.split(' ')));
  const before = look();

  const { failed } = undo(workspace, () => rmSync(join(workspace, '.git'), { recursive: true }));

  expect(failed).toEqual([]);
  expect(look()).toEqual(before);
  expect(git(workspace, 'fsck', '--full')).not.toContain('missing');
});

test('objects that are new stay when only HEAD was removed', () => {
  const workspace = makeWorkspace({ a: 'one' });
  git(workspace, 'init', '-q');
  git(workspace, 'add', 'a');
  git(workspace, 'commit', '-qm', 'first');
  let blob = '';

  undo(workspace, () => {
    writeIn(workspace, 'new', 'content');
    blob = git(workspace, 'hash-object', '-w', 'new').trim();
    rmSync(join(workspace, '.git/HEAD'));
  });

  expect(git(workspace, 'cat-file', '-p', blob)).toBe('content');
  expect(git(workspace, 'log', '--format=%s')).toBe('first\n');
});

test('other files in the place of one are not removed', () => {
  const workspace = makeWorkspace({ a: 'one' });
  const { failed } = undo(
    workspace,
    () => rmSync(join(workspace, 'a')),
    () => writeIn(workspace, 'a/precious', 'mine'),
  );

  expect(failed.map(({ path }) => path)).toEqual(['a']);
  expect(readFileSync(join(workspace, 'a/precious'), 'utf8')).toBe('mine');
  expect(readdirSync(workspace)).toEqual(['a']);
});

test('content that was damaged is not put back', () => {
  const workspace = makeWorkspace({ a: 'one' });
  const { store, take } = openStore(workspace);
  const before = take().state;
  writeIn(workspace, 'a', 'two');
  const [pack] = readdirSync(store.places.packs);
  writeFileSync(join(store.places.packs, pack as string), 'eno');

  const { failed } = restore(store, compareStates(before, store.look(before)), []);
  expect(failed).toEqual([{ path: 'a', why: 'Its content was damaged' }]);
  expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('two');
});

test('what is kept of a directory that was swapped for a link between look and restore leads nowhere else', () => {
  const workspace = makeWorkspace({ 'sub/a': 'one', 'sub/b': 'two' });
  const outside = makeWorkspace({ a: 'not yours', new: 'nor this' });
  const sub = join(workspace, 'sub');

  const { failed } = undo(
    workspace,
    () => {
      writeIn(workspace, 'sub/a', 'changed');
      writeIn(workspace, 'sub/new', 'added');
      rmSync(join(sub, 'b'));
    },
    () => {
      renameSync(sub, join(workspace, 'moved'));
      symlinkSync(outside, sub);
    },
  );

  expect(failed.map(({ path }) => path).sort()).toEqual(['sub/a', 'sub/b', 'sub/new']);
  expect(readdirSync(outside).sort()).toEqual(['a', 'new']);
  expect([readFileSync(join(outside, 'a'), 'utf8'), existsSync(join(outside, 'b'))]).toEqual(['not yours', false]);
});

test('a file that was swapped for a link is replaced, and what the link leads to stays', () => {
  const workspace = makeWorkspace({ a: 'one' });
  const outside = makeWorkspace({ secret: 'not yours' });
  const a = join(workspace, 'a');

  undo(
    workspace,
    () => writeIn(workspace, 'a', 'changed'),
    () => {
      rmSync(a);
      symlinkSync(join(outside, 'secret'), a);
    },
  );

  expect([lstatSync(a).isFile(), readFileSync(a, 'utf8')]).toEqual([true, 'one']);
  expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('not yours');
});

test('a file that was too large to keep is left as it is', () => {
  const workspace = makeWorkspace({ large: 'x'.repeat(100) });
  const { store, take } = openStore(workspace, { bounds: { ...usualBounds, fileBytes: 50 } });
  const before = take().state;
  writeIn(workspace, 'large', 'small now');
  const { failed } = restore(store, compareStates(before, store.look(before)), []);

  expect(failed).toEqual([{ path: 'large', why: 'Its content was not kept.' }]);
  expect(readFileSync(join(workspace, 'large'), 'utf8')).toBe('small now');
});

test('a directory that was added stays where it has files that no snapshot has', () => {
  const workspace = makeWorkspace({ a: 'one' });
  const { failed } = undo(workspace, () => {
    writeIn(workspace, 'new/b', 'two');
    writeIn(workspace, 'new/node_modules/c', 'three');
  });

  expect(failed).toEqual([{ path: 'new', why: 'It contains files that are in no snapshot.' }]);
  expect(readdirSync(join(workspace, 'new'))).toEqual(['node_modules']);
});

test('the objects of a repository are kept for days after it was removed, and then forgotten', () => {
  const workspace = makeWorkspace({ a: 'one' });
  git(workspace, 'init', '-q');
  git(workspace, 'add', 'a');
  git(workspace, 'commit', '-qm', 'first');
  const { store, take } = openStore(workspace);
  take();
  rmSync(join(workspace, '.git'), { recursive: true });
  take();
  const day = 24 * 60 * 60 * 1000;
  const now = Date.now() + 100 * day;
  const forget = (at: number) => store.objects.forgetOld(workspace, [], 14 * day, at);
  const left = () => store.objects.findMissing(workspace, '.git/objects').length;

  forget(now);
  forget(now + 13 * day);
  expect(left()).toBe(3);
  forget(now + 15 * day);
  expect(left()).toBe(0);
});
