import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberWorkspace } from './adopt-renamed.js';
import { ownDirectory } from './own-directory.js';

let home: string;
let workspace: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-renamed-')));
  vi.stubEnv('XDG_STATE_HOME', join(home, 'state'));
  workspace = join(home, 'one');
  mkdirSync(workspace);
  keep(workspace, 'what ran');
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

function keep(path: string, text: string): void {
  const own = ownDirectory(path);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  writeFileSync(join(own, 'kept'), text);
  rememberWorkspace(own, path);
}

const keptFor = (path: string) => {
  const file = join(ownDirectory(path), 'kept');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

test('what is kept for a workspace follows it when it is renamed, again and again', () => {
  let before = workspace;
  for (const name of ['two', 'three', 'one']) {
    const next = join(home, name);
    renameSync(before, next);
    expect(keptFor(next)).toBe('what ran');
    rememberWorkspace(ownDirectory(next), next);
    before = next;
  }
});

test('another directory at another path gets nothing, nor does one that already has something', () => {
  const other = join(home, 'other');
  mkdirSync(other);
  expect(keptFor(other)).toBeUndefined();
  keep(other, 'its own');
  rmSync(other, { recursive: true });
  renameSync(workspace, other);
  expect(keptFor(other)).toBe('its own');
});

test('a directory that has the number of one that was removed gets nothing of it', () => {
  const places = join(home, 'state', 'cmdgate', 'workspaces');
  const next = join(home, 'two');
  renameSync(workspace, next);
  // The number of a directory is used again; the time when it was made is not.
  const [name = ''] = readdirSync(places);
  const known = JSON.parse(readFileSync(join(places, name), 'utf8'));
  writeFileSync(join(places, name), JSON.stringify({ ...known, born: '1' }));
  expect(keptFor(next)).toBeUndefined();
});

test('what is noted cannot lead elsewhere', () => {
  const places = join(home, 'state', 'cmdgate', 'workspaces');
  const next = join(home, 'two');
  renameSync(workspace, next);
  const [name = ''] = readdirSync(places);
  const known = JSON.parse(readFileSync(join(places, name), 'utf8'));
  mkdirSync(join(home, 'precious'));
  writeFileSync(join(places, name), JSON.stringify({ ...known, kept: '../../precious' }));
  expect(keptFor(next)).toBeUndefined();
  expect(existsSync(join(home, 'precious'))).toBe(true);
});
