import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownDirectory } from './own-directory.js';

let home: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-own-')));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

test('each workspace has a directory of its own in the state directory of the user', () => {
  vi.stubEnv('XDG_STATE_HOME', join(home, 'state'));
  const [one, other] = [ownDirectory('/srv/one/app'), ownDirectory('/srv/other/app')];

  expect(one).toMatch(new RegExp(`^${home}/state/cmdgate/app-[0-9a-f]{16}$`));
  expect(other).not.toBe(one);
  expect(ownDirectory('/srv/one/app')).toBe(one);
});

test('a state directory in the workspace, or a link into it, is not used', () => {
  const workspace = join(home, 'work');
  mkdirSync(join(workspace, 'inside'), { recursive: true });
  symlinkSync(join(workspace, 'inside'), join(home, 'link'));

  for (const state of [join(workspace, 'state'), join(home, 'link')]) {
    vi.stubEnv('XDG_STATE_HOME', state);
    expect(ownDirectory(workspace).startsWith(state)).toBe(false);
    expect(ownDirectory(workspace).startsWith(workspace)).toBe(false);
  }
});
