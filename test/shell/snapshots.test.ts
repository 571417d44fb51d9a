// The workspace is kept as it was before programs that may change it.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Shell } from '../../src/index.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { compareStates } from '../../src/ledger/snapshots/compare.js';
import type { WorkspaceState } from '../../src/ledger/snapshots/entry.js';
import { SnapshotStore } from '../../src/ledger/snapshots/snapshot-store.js';
import { Heard, lenient, newWorkspace, openShell } from './workspace.js';

const on = { policy: lenient, snapshots: true } as const;

const files = {
  'a.txt': 'one',
  'write.cjs': "const [file, text] = process.argv.slice(2); if (file) require('fs').writeFileSync(file, text);",
};
const write = (...words: string[]) => ({ command: 'node', parameters: ['write.cjs', ...words] });

const storeOf = ({ workspace }: Shell) => new SnapshotStore(workspace);

test('a program that runs code has a snapshot from before it, and one from after it', async () => {
  const shell = openShell(on, files);
  const { runId, warnings } = await shell.run(write('a.txt', 'two'));
  const store = storeOf(shell);

  await expect.poll(() => store.points()[0]?.after, { timeout: 20_000 }).toBeDefined();
  const [point] = store.points();
  const [before, after] = [point?.before, point?.after].map((id) => store.read(id ?? '') as WorkspaceState) as [
    WorkspaceState,
    WorkspaceState,
  ];

  expect(warnings).toEqual([]);
  expect(point).toMatchObject({ run: runId, command: expect.stringContaining('shell') });
  expect(compareStates(before, after).map(({ kind, path }) => `${kind} ${path}`)).toEqual(['changed a.txt']);
});

test('the run names it, while it is known and in the ledger', async () => {
  const directory = newWorkspace();
  const shell = openShell({ ...on, ledger: { directory } }, files);
  const { runId } = await shell.run(write('a.txt', 'two'));
  const snapshot = storeOf(shell).points()[0]?.before;
  const show = async (one: Shell) => {
    const caller = { name: 'local', may: 'everything' } as const;
    const outcome = await one.gate.run({
      ...{ line: ['runs', 'show', runId], door: 'library', caller },
      session: one.openSession(),
    });
    return outcome.status === 'completed' ? (outcome.data as Record<string, unknown>).snapshot : outcome;
  };

  expect(snapshot).toMatch(/^\w+$/);
  expect(await show(shell)).toBe(snapshot);
  await shell.close();
  expect(await show(openShell({ ...on, workspace: shell.workspace, ledger: { directory } }))).toBe(snapshot);
});

test('what only reads has none, and what removes or replaces files has one', async () => {
  const shell = openShell(on, files);
  await shell.run({ command: 'cat', parameters: ['a.txt'] });
  await shell.run({ command: 'ls' });
  expect(storeOf(shell).points()).toEqual([]);

  await shell.run({ command: 'cp', parameters: ['a.txt', 'b.txt'] });
  expect(
    storeOf(shell)
      .points()
      .map(({ command }) => command),
  ).toEqual([expect.stringContaining('cp')]);
});

test('a line has one snapshot for all of its programs, where one of them or a redirection writes', async () => {
  const shell = openShell(on, files);
  await shell.run({ command: 'cat a.txt | wc -c && ls' });
  expect(storeOf(shell).points()).toEqual([]);

  await shell.run({ command: 'cat a.txt && echo two > a.txt && echo three >> a.txt' });
  expect(storeOf(shell).points()).toHaveLength(1);
  expect(readFileSync(join(shell.workspace, 'a.txt'), 'utf8')).toBe('two\nthree\n');
});

test('runs that begin together share snapshots, and each has its own point', async () => {
  const shell = openShell(on, files);
  const results = await Promise.all(Array.from({ length: 6 }, () => shell.run(write())));
  const points = storeOf(shell).points();

  expect(points.map(({ run }) => run).sort()).toEqual(results.map(({ runId }) => runId).sort());
  expect(new Set(points.map(({ before }) => before)).size).toBe(1);
});

test('the program starts when the snapshot is there: what it does first is not in it', async () => {
  const shell = openShell(on, files);
  const heard = new Heard();
  await shell.run(write('a.txt', 'two'), { onEvent: heard.listen });
  const store = storeOf(shell);
  const entry = store.read(store.points()[0]?.before ?? '')?.entries.get('a.txt');

  expect(entry).toMatchObject({ kind: 'file', size: 3 });
  const { readContent } = await import('../../src/ledger/snapshots/content.js');
  if (entry?.kind !== 'file' || !entry.content) throw new Error('There is no content');
  expect(readContent(store.places.packs, entry.content, 3).toString()).toBe('one');
  expect(heard.states).toEqual(['queued', 'starting', 'running', 'completed']);
});

test('without the option none is taken', async () => {
  const shell = openShell({ policy: lenient }, files);
  await shell.run(write('a.txt', 'two'));
  expect(storeOf(shell).points()).toEqual([]);
});

describe('where none can be taken', () => {
  async function blocked(snapshots: true | 'required'): Promise<Shell> {
    const workspace = newWorkspace(files);
    const own = ownDirectory(workspace);
    await mkdir(own, { recursive: true, mode: 0o700 });
    writeFileSync(join(own, 'snapshots'), 'in the way');
    return openShell({ policy: lenient, snapshots, workspace });
  }

  test('the run starts, and its answer says so', async () => {
    const shell = await blocked(true);
    const { state, warnings } = await shell.run(write('a.txt', 'two'));

    expect(state).toBe('completed');
    expect(warnings).toEqual([
      { code: 'SNAPSHOT_FAILED', message: expect.stringContaining('Changes made by this run cannot be undone.') },
    ]);
    expect(readFileSync(join(shell.workspace, 'a.txt'), 'utf8')).toBe('two');
    rmSync(join(ownDirectory(shell.workspace), 'snapshots'));
  });

  test('it does not start where the owner requires one', async () => {
    const shell = await blocked('required');
    const { state, error } = await shell.run(write('a.txt', 'two'));

    expect([state, error?.code]).toEqual(['failed', 'UNAVAILABLE']);
    expect(readFileSync(join(shell.workspace, 'a.txt'), 'utf8')).toBe('one');
    rmSync(join(ownDirectory(shell.workspace), 'snapshots'));
  });
});
