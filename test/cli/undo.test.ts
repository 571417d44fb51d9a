// `cmdgate undo`: what runs changed is listed and put back, by the executable.

import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SnapshotStore } from '../../src/ledger/snapshots/snapshot-store.js';
import { PseudoTerminal } from '../shell/pseudo-terminal.js';
import { bin, finish, makeDirectory, start } from './process.js';

interface Answer {
  readonly data: Record<string, unknown> | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

async function undo(cwd: string, ...words: string[]): Promise<Answer & { readonly code: number | null }> {
  const state = process.env.XDG_STATE_HOME;
  const environment = state === undefined ? {} : { XDG_STATE_HOME: state };
  const child = start(process.execPath, [bin, 'undo', ...words], { cwd, environment });
  child.stdin.end();
  const { stdout, code } = await finish(child);
  return { ...(JSON.parse(stdout) as Answer), code };
}

function openNew(file: string): string {
  writeFileSync(file, '');
  return file;
}

let count = 0;

/** What a run of a gate leaves behind: a snapshot before it, its changes, and a snapshot after it. */
function run(workspace: string, name: string, change: () => void): void {
  const store = new SnapshotStore(workspace);
  const one = { run: name, command: `shell ${name}`, at: new Date(Date.now() - 60_000 + count++).toISOString() };
  store.take([one]);
  change();
  store.take([], [one]);
}

function workspaceWith(files: Readonly<Record<string, string>>) {
  const workspace = makeDirectory(files);
  const write = (name: string, text: string) => writeFileSync(join(workspace, name), text);
  const read = (name: string) => readFileSync(join(workspace, name), 'utf8');
  return { workspace, write, read };
}

test('lists what each run changed, the newest first, and nothing of runs that changed nothing', async () => {
  const { workspace, write } = workspaceWith({ a: '1', b: '1' });
  run(workspace, 'run_1', () => write('a', '2'));
  run(workspace, 'run_2', () => undefined);
  run(workspace, 'run_3', () => {
    write('new\nname', '3');
    rmSync(join(workspace, 'b'));
  });
  // A person's own.
  write('mine', '4');

  const { data, code } = await undo(workspace);

  expect(code).toBe(0);
  expect(data).toEqual({
    workspace,
    more: false,
    runs: [
      {
        ...{ run: 'run_3', command: 'shell run_3', at: expect.any(String), snapshot: expect.any(String) },
        ...{ added: 1, changed: 0, removed: 1 },
        files: [
          { path: 'b', change: 'removed' },
          { path: 'new\nname', change: 'added' },
        ],
      },
      {
        ...{ run: 'run_1', command: 'shell run_1', at: expect.any(String), snapshot: expect.any(String) },
        ...{ added: 0, changed: 1, removed: 0 },
        files: [{ path: 'a', change: 'changed' }],
      },
    ],
  });
  expect(((await undo(workspace, '--limit', '1')).data as { more: boolean }).more).toBe(true);
});

test('puts back what one run changed, and leaves what others did', async () => {
  const { workspace, write, read } = workspaceWith({ a: '1', b: '1', c: '1' });
  run(workspace, 'run_1', () => write('a', '2'));
  run(workspace, 'run_2', () => write('b', '2'));
  write('c', 'mine');

  const { data } = await undo(workspace, 'run_1');

  expect(data).toMatchObject({ run: 'run_1', restored: [{ path: 'a', effect: 'restored' }], kept: [], failed: [] });
  expect([read('a'), read('b'), read('c')]).toEqual(['1', '2', 'mine']);
});

test('an undo can be undone, and last is the newest', async () => {
  const { workspace, write, read } = workspaceWith({ a: '1' });
  run(workspace, 'run_1', () => write('a', '2'));
  const { data } = await undo(workspace, 'last');
  expect([data?.run, read('a')]).toEqual(['run_1', '1']);

  const back = await undo(workspace, 'last');
  expect([back.data?.run, read('a')]).toEqual([data?.undo, '2']);
});

test('a dry run changes nothing, and names what changed since', async () => {
  const { workspace, write, read } = workspaceWith({ a: '1', b: '1' });
  run(workspace, 'run_1', () => {
    write('a', '2');
    write('b', '2');
  });
  write('b', 'mine');

  const { data, code } = await undo(workspace, 'run_1', '--dry-run');

  expect(code).toBe(0);
  expect(data).toEqual({
    run: 'run_1',
    would: [
      { path: 'a', effect: 'restored' },
      { path: 'b', effect: 'restored' },
    ],
    changed_since: ['b'],
  });
  expect([read('a'), read('b')]).toEqual(['2', 'mine']);
  expect(new SnapshotStore(workspace).points()).toHaveLength(1);
});

test('without a terminal, what changed since is overwritten only where that is said', async () => {
  const { workspace, write, read } = workspaceWith({ a: '1' });
  run(workspace, 'run_1', () => write('a', '2'));
  write('a', 'mine');

  const refused = await undo(workspace, 'run_1');
  expect([refused.code, refused.error?.code, read('a')]).toEqual([4, 'CHANGED_SINCE', 'mine']);

  const { code } = await undo(workspace, 'run_1', '--overwrite');
  expect([code, read('a')]).toEqual([0, '1']);
});

test('a file that no snapshot could bring back again is not removed without a word', async () => {
  const { workspace } = workspaceWith({ a: '1' });
  run(workspace, 'run_1', () => truncateSync(openNew(join(workspace, 'large')), 33 * 1024 * 1024));

  expect((await undo(workspace, 'run_1')).error?.code).toBe('CHANGED_SINCE');
  expect(existsSync(join(workspace, 'large'))).toBe(true);
});

test('at a terminal a person is asked, and a no leaves these files alone', async () => {
  const { workspace, write, read } = workspaceWith({ a: '1', b: '1' });
  run(workspace, 'run_1', () => {
    write('a', '2');
    write('b', '2');
  });
  write('b', 'mine');
  const terminal = new PseudoTerminal(workspace, 'undo run_1');

  await terminal.shows('Overwrite these too?');
  terminal.type('\r');

  expect(await terminal.ended).toBe(0);
  expect([read('a'), read('b')]).toEqual(['1', 'mine']);
});

test('files that are named come back from before the run, also where a later one changed them', async () => {
  const { workspace, write, read } = workspaceWith({ a: '1', 'sub/b': '1', 'sub/c': '1' });
  run(workspace, 'run_1', () => write('a', '2'));
  run(workspace, 'run_2', () => {
    write('sub/b', '2');
    write('sub/c', '2');
  });

  const { data } = await undo(workspace, 'run_1', 'sub', '--overwrite');
  expect(data).toMatchObject({ restored: [{ path: 'sub/b' }, { path: 'sub/c' }] });
  expect([read('a'), read('sub/b'), read('sub/c')]).toEqual(['2', '1', '1']);

  const outside = await undo(workspace, 'run_1', '../elsewhere');
  expect(outside.error?.code).toBe('VALIDATION_ERROR');
});

test('--later puts back all that changed since', async () => {
  const { workspace, write, read } = workspaceWith({ a: '1', b: '1' });
  run(workspace, 'run_1', () => write('a', '2'));
  run(workspace, 'run_2', () => {
    write('b', '2');
    mkdirSync(join(workspace, 'new'));
    write('new/c', '2');
  });

  const { code } = await undo(workspace, 'run_1', '--later');
  expect([code, read('a'), read('b'), existsSync(join(workspace, 'new'))]).toEqual([0, '1', '1', false]);
});

test('a run that nobody knows is not found, and nothing is said to be done', async () => {
  const { workspace } = workspaceWith({ a: '1' });
  expect((await undo(workspace, 'run_9')).error?.code).toBe('NOT_FOUND');
  expect((await undo(workspace, 'last')).error?.code).toBe('NOT_FOUND');
  const ofFile = await undo(workspace, 'build/out.js');
  expect([ofFile.error?.message, (ofFile.error as { hint?: string } | undefined)?.hint]).toEqual([
    'build/out.js is not a run',
    "To restore a file: cmdgate undo RUN build/out.js. Run 'cmdgate undo' to list the runs",
  ]);
  expect((await undo(workspace)).data).toEqual({ workspace, runs: [], more: false });
});
