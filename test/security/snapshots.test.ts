// A snapshot obeys nothing that stands in the workspace, changes nothing there, and reads nothing outside of it.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareStates } from '../../src/ledger/snapshots/compare.js';
import { readSeenFile } from '../../src/ledger/snapshots/read-file.js';
import { restore } from '../../src/ledger/snapshots/restore/restore.js';
import { SnapshotStore } from '../../src/ledger/snapshots/snapshot-store.js';
import { bin, makeDirectory } from '../cli/process.js';
import { lenient, openShell } from '../shell/workspace.js';

function git(directory: string, ...words: string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

let runs = 0;
const beginning = () => [{ run: `run_${++runs}`, command: 'x', at: new Date(Date.now() + runs).toISOString() }];

/** A repository with a commit, a stash, and something in its index. */
function makeRepository(): string {
  const workspace = makeDirectory({ 'a.txt': 'one', 'sub/b.txt': 'two' });
  git(workspace, 'init', '-q', '-b', 'main');
  git(workspace, 'add', '-A');
  git(workspace, 'commit', '-qm', 'first');
  writeFileSync(join(workspace, 'a.txt'), 'stashed');
  git(workspace, 'stash', '-q');
  writeFileSync(join(workspace, 'c.txt'), 'staged');
  git(workspace, 'add', 'c.txt');
  writeFileSync(join(workspace, 'untracked.cjs'), '0;');
  return workspace;
}

test('no setting, filter, hook or nested repository of the workspace runs anything', () => {
  const workspace = makeRepository();
  const marker = join(makeDirectory(), 'ran');
  const trap = join(workspace, 'trap.sh');
  writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> '${marker}'\ncat 2>/dev/null\n`);
  chmodSync(trap, 0o755);
  const settings = `[core]\n\tfsmonitor = ${trap}\n\thooksPath = ${workspace}/hooks\n\tpager = ${trap}\n[filter "x"]\n\tclean = ${trap}\n\tsmudge = ${trap}\n\tprocess = ${trap}\n\trequired = true\n[diff "x"]\n\ttextconv = ${trap}\n\tcommand = ${trap}\n`;
  writeFileSync(join(workspace, '.git/config'), settings, { flag: 'a' });
  writeFileSync(join(workspace, '.gitattributes'), '* filter=x diff=x ident working-tree-encoding=UTF-16 eol=crlf\n');
  for (const folder of ['hooks', '.git/hooks']) {
    mkdirSync(join(workspace, folder), { recursive: true });
    for (const name of ['post-index-change', 'pre-commit', 'post-checkout', 'reference-transaction']) {
      symlinkSync(trap, join(workspace, folder, name));
    }
  }
  mkdirSync(join(workspace, 'nested'));
  git(join(workspace, 'nested'), 'init', '-q');
  writeFileSync(join(workspace, 'nested/.git/config'), settings, { flag: 'a' });
  writeFileSync(join(workspace, 'nested/n.txt'), 'nested');
  writeFileSync(join(workspace, '.git/objects/info/alternates'), `${workspace}/nested/.git/objects\n`);

  const store = new SnapshotStore(workspace);
  const before = store.take(beginning()).state;
  rmSync(join(workspace, 'nested'), { recursive: true });
  rmSync(join(workspace, '.git'), { recursive: true });
  writeFileSync(join(workspace, 'a.txt'), 'changed');
  const { failed } = restore(store, compareStates(before, store.take(beginning()).state), before.objectStores);

  expect(failed).toEqual([]);
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one');
  expect(readFileSync(join(workspace, 'nested/n.txt'), 'utf8')).toBe('nested');
  expect(existsSync(marker)).toBe(false);
  // The traps are set: git itself runs into them.
  try {
    git(workspace, 'status');
  } catch {
    // What they print is no answer that git understands.
  }
  expect(existsSync(marker)).toBe(true);
});

/** Everything that there is to see of a directory. */
function digest(directory: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const stat = lstatSync(join(directory, name));
        const content = stat.isFile() ? readFileSync(join(directory, name)) : '';
        return [name, `${stat.mode} ${stat.mtimeMs} ${createHash('sha256').update(content).digest('hex')}`];
      }),
  );
}

test('the workspace, its index, refs, stash and reflog are byte for byte the same afterwards', async () => {
  const workspace = makeRepository();
  const shell = openShell({ workspace, policy: lenient, snapshots: true });
  const look = () =>
    ['status --porcelain=v2', 'stash list', 'reflog', 'for-each-ref'].map((line) => git(workspace, ...line.split(' ')));
  const told = look();
  const before = digest(workspace);

  for (let at = 0; at < 3; at++) await shell.run({ command: 'node', parameters: ['untracked.cjs'] });
  const store = new SnapshotStore(workspace);
  store.look(undefined);

  expect(store.points()).toHaveLength(3);
  expect(digest(workspace)).toEqual(before);
  expect(look()).toEqual(told);
});

test('links are kept as links, and nothing behind them is read', () => {
  const outside = makeDirectory({ secret: 'not yours', 'deep/er': 'nor this' });
  const workspace = makeDirectory({ a: 'one' });
  symlinkSync(outside, join(workspace, 'directory'));
  symlinkSync(join(outside, 'secret'), join(workspace, 'file'));
  const store = new SnapshotStore(workspace);
  const { state } = store.take(beginning());

  expect([...state.entries.keys()].sort()).toEqual(['a', 'directory', 'file']);
  const [pack = ''] = readdirSync(store.places.packs);
  expect(readFileSync(join(store.places.packs, pack), 'utf8')).toBe('one');
});

test('a file is not read through a directory that was swapped for a link after the look', () => {
  const outside = makeDirectory({ 'a/secret': 'not yours' });
  const workspace = makeDirectory({ 'a/secret': 'mine' });
  const path = join(workspace, 'a/secret');
  expect(readSeenFile(path, statSync(path))?.toString()).toBe('mine');

  renameSync(join(workspace, 'a'), join(workspace, 'moved'));
  symlinkSync(join(outside, 'a'), join(workspace, 'a'));

  // Even where the look came after the swap, and knows the other file.
  expect(readSeenFile(path, statSync(path))).toBeUndefined();
});

test('nobody else can read what is kept', () => {
  const workspace = makeDirectory({ '.env': 'KEY=made-up' });
  const store = new SnapshotStore(workspace);
  store.take(beginning());
  const { directory, packs, points, states } = store.places;
  const modes = [packs, points, states].flatMap((folder) =>
    readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o077),
  );

  expect([statSync(directory).mode & 0o077, ...modes]).toEqual([0, 0, 0, 0]);
});

test('a program that a gate has started cannot undo anything', async () => {
  const shell = openShell(
    { policy: lenient, snapshots: true },
    {
      'a.txt': 'one',
      'change.cjs': "require('fs').writeFileSync('a.txt', 'two');",
      'undo.mjs': `process.argv.splice(2, 0, 'undo', 'last', '--overwrite'); await import(${JSON.stringify(bin)});`,
    },
  );
  await shell.run({ command: 'node', parameters: ['change.cjs'] });
  const result = await shell.run({ command: 'node', parameters: ['undo.mjs'] });

  expect(result.stdout).toContain('PERMISSION_DENIED');
  expect(readFileSync(join(shell.workspace, 'a.txt'), 'utf8')).toBe('two');
});
