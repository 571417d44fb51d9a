import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSession } from './session.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-session-')));
const workspace = join(root, 'workspace');
mkdirSync(join(workspace, 'inside'), { recursive: true });
mkdirSync(join(root, 'workspace-beside'));
symlinkSync(root, join(workspace, 'link-out'));
symlinkSync(join(workspace, 'inside'), join(workspace, 'link-in'));

afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['the workspace itself', undefined, workspace],
  ['a directory inside', join(workspace, 'inside'), join(workspace, 'inside')],
  ['a link to a directory inside', join(workspace, 'link-in'), join(workspace, 'inside')],
  ['a directory outside', root, workspace],
  ['a directory whose name begins alike', join(root, 'workspace-beside'), workspace],
  ['a link that leads out', join(workspace, 'link-out'), workspace],
  ['a directory that is not there', join(workspace, 'nothing'), workspace],
])('relative paths of a session in %s start inside the workspace', (_what, directory, start) => {
  expect(openSession(workspace, directory)).toEqual({
    id: expect.stringMatching(/^session_/),
    workspace,
    directory: start,
  });
});

test('every session has an id of its own', () => {
  const ids = Array.from({ length: 1_000 }, () => openSession(workspace).id);
  expect(new Set(ids).size).toBe(1_000);
});
