import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findOwnLinks } from './own-links.js';

test('what lies in the workspace is not reached through a link, however the workspace is reached', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-links-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const workspace = join(root, 'work');
  mkdirSync(join(workspace, 'plain/deep'), { recursive: true });
  symlinkSync(workspace, join(root, 'alias'));
  symlinkSync(root, join(workspace, 'out'));
  symlinkSync('.', join(workspace, 'round'));
  symlinkSync('plain', join(workspace, 'inner'));
  const judge = (path: string) => {
    const named = join(root, path);
    return findOwnLinks(new Map(existsSync(named) ? [[named, realpathSync(named)]] : []), workspace).length;
  };
  const another = new Map([[join(workspace, 'plain'), root]]);
  expect(['work', 'work/plain/deep', 'alias', 'alias/plain', 'work/missing', ''].map(judge)).toEqual(Array(6).fill(0));
  expect(['work/out', 'work/out/work/plain', 'work/round', 'work/inner/deep', 'alias/out'].map(judge)).toEqual(
    Array(5).fill(1),
  );
  expect(findOwnLinks(another, workspace)).toMatchObject([{ message: expect.stringContaining('work/plain') }]);
});
