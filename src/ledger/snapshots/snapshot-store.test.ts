import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { usualBounds } from './bounds.js';
import { compareStates } from './compare.js';
import { readContent } from './content.js';
import type { WorkspaceState } from './entry.js';
import { SnapshotStore } from './snapshot-store.js';
import { makeWorkspace, openStore, pathsOf, writeIn } from './test-helpers.js';

function textIn(store: SnapshotStore, state: WorkspaceState, path: string): string | undefined {
  const entry = state.entries.get(path);
  if (entry?.kind !== 'file' || !entry.content) return undefined;
  return readContent(store.places.packs, entry.content, entry.size).toString('utf8');
}

test('holds files with their content and modes, links, and directories that are empty', () => {
  const workspace = makeWorkspace({ 'a.txt': 'one', 'sub/run.sh': 'two', 'line\nbreak': 'three' });
  chmodSync(join(workspace, 'sub/run.sh'), 0o750);
  symlinkSync('../elsewhere', join(workspace, 'sub/link'));
  mkdirSync(join(workspace, 'empty'));
  const { store, take } = openStore(workspace);

  const { id } = take();
  const state = new SnapshotStore(workspace).read(id) as WorkspaceState;

  expect([...state.entries.keys()].sort()).toEqual(
    ['a.txt', 'empty', 'line\nbreak', 'sub', 'sub/link', 'sub/run.sh'].sort(),
  );
  expect(state.entries.get('sub/link')).toEqual({ kind: 'link', target: '../elsewhere' });
  expect(state.entries.get('empty')?.kind).toBe('directory');
  expect(state.entries.get('sub/run.sh')).toMatchObject({ kind: 'file', mode: 0o750 });
  expect(['a.txt', 'sub/run.sh', 'line\nbreak'].map((path) => textIn(store, state, path))).toEqual([
    ...['one', 'two', 'three'],
  ]);
});

test('tells what was added, changed and removed between two snapshots', () => {
  const workspace = makeWorkspace({ a: 'one', b: 'two', c: 'three', d: 'four' });
  const { take } = openStore(workspace);
  const before = take().state;
  writeIn(workspace, 'a', 'eno');
  rmSync(join(workspace, 'b'));
  chmodSync(join(workspace, 'c'), 0o600);
  writeIn(workspace, 'new/e', 'five');

  const after = take().state;

  expect(pathsOf(compareStates(before, after))).toEqual([
    ...['changed a', 'removed b', 'changed c', 'added new', 'added new/e'],
  ]);
});

test('where nothing changed there is no other snapshot, in another process too', () => {
  const workspace = makeWorkspace({ a: 'one' });
  const { store, take } = openStore(workspace);
  const first = take();
  const second = take();
  const third = openStore(workspace).take();

  expect([second.id, third.id]).toEqual([first.id, first.id]);
  expect(readdirSync(store.places.packs)).toHaveLength(1);
  expect(store.points().map(({ before }) => before)).toEqual([first.id, first.id, first.id]);
});

test('notices a change that leaves size and time of the file as they were', async () => {
  const workspace = makeWorkspace({ a: 'one' });
  const { store, take } = openStore(workspace);
  const time = new Date('2020-01-01');
  utimesSync(join(workspace, 'a'), time, time);
  // A file that changed just now is read again in any case.
  await expect.poll(() => Date.now() - statSync(join(workspace, 'a')).ctimeMs).toBeGreaterThan(50);
  take();
  writeIn(workspace, 'a', 'two');
  utimesSync(join(workspace, 'a'), time, time);

  expect(textIn(store, take().state, 'a')).toBe('two');
});

test('keeps content once, however often it is moved', () => {
  const workspace = makeWorkspace({ a: 'x'.repeat(10_000) });
  const { store, take } = openStore(workspace);
  take();
  renameSync(join(workspace, 'a'), join(workspace, 'b'));
  writeIn(workspace, 'c', 'x'.repeat(10_000));
  const { state } = take();

  expect(readdirSync(store.places.packs)).toHaveLength(1);
  expect(textIn(store, state, 'c')).toBe('x'.repeat(10_000));
});

describe('what is not kept', () => {
  test('dependencies and caches are not looked at', () => {
    const workspace = makeWorkspace({
      'node_modules/x/index.js': '',
      'target/CACHEDIR.TAG': '',
      'target/a.o': '',
      a: '',
    });
    expect([...openStore(workspace).take().state.entries.keys()]).toEqual(['a', 'target']);
  });

  test('a file that is too large is known, and never counts as added', () => {
    const workspace = makeWorkspace({ large: 'x'.repeat(100) });
    const { take } = openStore(workspace, { bounds: { ...usualBounds, fileBytes: 10 } });
    const before = take().state;
    expect(before.entries.get('large')).toMatchObject({ kind: 'left-out', size: 100 });
    truncateSync(join(workspace, 'large'), 5);

    expect(pathsOf(compareStates(before, take().state))).toEqual(['changed large']);
  });

  test('of what .gitignore names, the small is kept: .env is in no commit', () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`out/${at}`, 'x']));
    const workspace = makeWorkspace({
      '.gitignore': '.env\nout\nsmall/\n*.bin\n',
      '.env': 'K=1',
      'small/a': '',
      ...files,
    });
    writeIn(workspace, 'a.bin', 'x'.repeat(50));
    const { take } = openStore(workspace, {
      bounds: { ...usualBounds, ignoredEntries: 10, ignoredFileBytes: 20 },
    });
    const { entries } = take().state;

    expect([...entries].map(([path, { kind }]) => `${kind} ${path}`).sort()).toEqual([
      ...['directory small', 'file .env', 'file .gitignore', 'file small/a', 'left-out a.bin', 'left-out out'],
    ]);
  });

  test('a line that is added to .gitignore hides nothing that was kept', () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`src/${at}`, 'x']));
    const workspace = makeWorkspace(files);
    const { take } = openStore(workspace, { bounds: { ...usualBounds, ignoredEntries: 10, ignoredFileBytes: 0 } });
    const before = take().state;
    writeIn(workspace, '.gitignore', '*\n');
    rmSync(join(workspace, 'src/1'));
    appendFileSync(join(workspace, 'src/2'), 'y');

    const changes = pathsOf(compareStates(before, take().state));
    expect(changes).toEqual(['added .gitignore', 'removed src/1', 'changed src/2']);
  });

  test('where there are too many files, what is missing counts neither as added nor as removed', () => {
    const workspace = makeWorkspace({ a: '', 'one/b': '', 'two/c': '', 'two/d': '' });
    const { take } = openStore(workspace, { bounds: { ...usualBounds, entries: 4 } });
    const before = take().state;
    expect(before.isPartial).toBe(true);
    writeIn(workspace, 'one/new', '');
    expect(compareStates(before, take().state)).toEqual([]);
  });
});

describe('retention', () => {
  const keep = { points: 200, days: 14, bytes: 1_000_000 };
  const hour = 60 * 60 * 1000;

  test('drops the oldest by number and by age, with what only they need', () => {
    const workspace = makeWorkspace({ a: '0' });
    const { store, take } = openStore(workspace, { retention: { ...keep, points: 2 } });
    const first = take().id;
    for (const text of ['1', '2']) {
      writeIn(workspace, 'a', text);
      take();
    }
    store.sweepNowAndThen(Date.now() + hour);

    expect(store.points()).toHaveLength(2);
    expect(store.read(first)).toBeUndefined();
    expect(readdirSync(store.places.packs)).toHaveLength(2);

    const later = openStore(workspace, { retention: keep }).store;
    later.sweepNowAndThen(Date.now() + 15 * 24 * hour);
    expect([later.points(), readdirSync(store.places.packs), readdirSync(store.places.states)]).toEqual([[], [], []]);
  });

  test('stays below the bytes that are kept', () => {
    const workspace = makeWorkspace();
    const { store, take } = openStore(workspace, { retention: { ...keep, bytes: 100_000 } });
    for (let at = 0; at < 8; at++) {
      writeIn(workspace, 'a', String(at).repeat(30_000));
      take();
    }
    store.sweepNowAndThen(Date.now() + hour);

    const bytes = readdirSync(store.places.packs).reduce(
      (sum, name) => sum + readFileSync(join(store.places.packs, name)).length,
      0,
    );
    expect(bytes).toBeLessThanOrEqual(100_000);
    expect(store.points().length).toBeGreaterThan(0);
  });

  test('a gate whose newest snapshot another one has dropped begins anew', () => {
    const workspace = makeWorkspace({ a: 'one' });
    const { store, take } = openStore(workspace);
    take();
    const other = openStore(workspace, { retention: keep }).store;
    other.sweepNowAndThen(Date.now() + 15 * 24 * hour);
    const { state } = take();

    expect(textIn(store, state, 'a')).toBe('one');
  });
});
