import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codeIn } from './own-code.js';

let workspace: string;

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-own-code-')));
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

/** A package with code in `dist/chunks`; gives where that code is. */
function install(directory: string, name: string): string {
  mkdirSync(join(workspace, directory, 'dist/chunks'), { recursive: true });
  writeFileSync(join(workspace, directory, 'package.json'), JSON.stringify({ name }));
  return join(workspace, directory, 'dist/chunks');
}

test('a gate that is installed in the workspace names its own package, and the one that it may be given later', () => {
  const own = install('node_modules/cmdgate', 'cmdgate');

  const named = ['cmdgate', 'cmdgate-checks'].map((name) => join(workspace, 'node_modules', name));
  expect(codeIn(workspace, [], own)).toEqual(named);
});

test('packages beside it that it needs are named too, with what those need, and no others', () => {
  const own = install('node_modules/cmdgate', 'cmdgate');
  for (const name of ['jiti', 'deep', 'pg', 'other']) install(`node_modules/${name}`, name);
  const write = (name: string, more: object) =>
    writeFileSync(join(workspace, 'node_modules', name, 'package.json'), JSON.stringify({ name, ...more }));
  write('cmdgate', { dependencies: { jiti: '1' }, peerDependencies: { pg: '1', missing: '1' } });
  write('jiti', { dependencies: { deep: '1' } });

  const named = codeIn(workspace, [], own).map((directory) => directory.slice(workspace.length + 1));
  expect(named.sort()).toEqual(
    ['cmdgate', 'cmdgate-checks', 'deep', 'jiti', 'pg'].map((name) => `node_modules/${name}`),
  );
});

test('whoever works on cmdgate itself, and who bundles it into a package of their own, can go on working', () => {
  expect(codeIn(workspace, [], install('.', 'cmdgate'))).toEqual([]);
  expect(codeIn(workspace, [], install('packages/server', 'server'))).toEqual([]);
});

test('what is reached by a link, or lies elsewhere, is left out', () => {
  const own = install('packages/gate', 'cmdgate');
  mkdirSync(join(workspace, 'node_modules'));
  symlinkSync('../packages/gate', join(workspace, 'node_modules/cmdgate'));

  expect(codeIn(workspace, [], join(workspace, 'node_modules/cmdgate/dist/chunks'))).toEqual([]);
  expect(codeIn(join(workspace, 'node_modules'), [], own)).toEqual([]);
});
