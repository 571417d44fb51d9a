import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ownDirectory } from '../own-directory.js';
import type { Change } from './compare.js';
import { SnapshotStore, type SnapshotStoreOptions, type TakenSnapshot } from './snapshot-store.js';

/** A workspace with files, which goes after the test with all that was kept of it. */
export function makeWorkspace(files: Readonly<Record<string, string>> = {}): string {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-snapshots-')));
  onTestFinished(() => {
    for (const path of [ownDirectory(workspace), workspace]) rmSync(path, { recursive: true, force: true });
  });
  for (const [name, text] of Object.entries(files)) writeIn(workspace, name, text);
  return workspace;
}

export function writeIn(workspace: string, name: string, text: string): void {
  mkdirSync(dirname(join(workspace, name)), { recursive: true });
  writeFileSync(join(workspace, name), text);
}

let runs = 0;

/** A store, and a function that takes the snapshot before another run. */
export function openStore(workspace: string, options?: SnapshotStoreOptions) {
  const store = new SnapshotStore(workspace, options);
  const take = (): TakenSnapshot =>
    store.take([{ run: `run_${++runs}`, command: 'node build.js', at: new Date(Date.now() + runs).toISOString() }]);
  return { store, take };
}

export function pathsOf(changes: readonly Change[]): readonly string[] {
  return changes.map(({ kind, path }) => `${kind} ${path}`);
}
