import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DirectoryScope, resolveDirectory } from './resolve-directory.js';

let home: string;
let workspace: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-directory-')));
  workspace = join(home, 'workspace');
  mkdirSync(join(workspace, 'src', 'deep'), { recursive: true });
  mkdirSync(join(workspace, '.cmdgate', 'log'), { recursive: true });
  mkdirSync(join(workspace, '.cmdgate-notes'));
  mkdirSync(join(home, 'outside', 'nested'), { recursive: true });
  mkdirSync(join(home, 'workspace-two'));
  writeFileSync(join(workspace, 'file'), '');
  symlinkSync('src/deep', join(workspace, 'deep-link'));
  symlinkSync('../outside', join(workspace, 'link-out'));
  symlinkSync('../outside/nested', join(workspace, 'nested-out'));
  symlinkSync('.cmdgate', join(workspace, 'link-own'));
  symlinkSync('nowhere', join(workspace, 'dangling'));
  symlinkSync('loop-b', join(workspace, 'loop-a'));
  symlinkSync('loop-a', join(workspace, 'loop-b'));
  symlinkSync(workspace, join(home, 'link-to-workspace'));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

function resolved(written: unknown, changes: Partial<DirectoryScope> = {}): string {
  const result = resolveDirectory(written, { directory: workspace, workspace, paths: 'workspace', ...changes });
  if (result.ok) return result.directory.replace(home, '<home>');
  return `${result.problem.code}: ${result.problem.message.replaceAll(home, '<home>')}`;
}

describe('a working directory', () => {
  test.each([
    [undefined, '<home>/workspace'],
    ['.', '<home>/workspace'],
    ['src', '<home>/workspace/src'],
    ['./src//deep/', '<home>/workspace/src/deep'],
    ['src/..', '<home>/workspace'],
    ['deep-link', '<home>/workspace/src/deep'],
    ['.cmdgate-notes', '<home>/workspace/.cmdgate-notes'],
    // The link is followed before its parent is taken, as the system does: src, not the workspace.
    ['deep-link/..', '<home>/workspace/src'],
  ])('written as %j is %s', (written, expected) => {
    expect(resolved(written)).toBe(expected);
  });

  test('starts at the base when it is relative', () => {
    expect(resolved('deep', { directory: join(workspace, 'src') })).toBe('<home>/workspace/src/deep');
    expect(resolved('..', { directory: join(workspace, 'src') })).toBe('<home>/workspace');
  });

  test('may be absolute inside the workspace, also by a link from outside', () => {
    expect(resolved(join(workspace, 'src'))).toBe('<home>/workspace/src');
    expect(resolved(join(home, 'link-to-workspace', 'src'))).toBe('<home>/workspace/src');
  });

  test.each([
    ['..', 'is outside the workspace'],
    ['../workspace-two', 'is outside the workspace'],
    ['src/../../outside', 'is outside the workspace'],
    ['link-out', 'is outside the workspace'],
    ['link-out/nested', 'is outside the workspace'],
    // Read as text this would be the workspace itself.
    ['nested-out/..', 'is outside the workspace'],
    ['/', 'is outside the workspace'],
    ['.cmdgate', "is in the gate's own directory"],
    ['.cmdgate/log', "is in the gate's own directory"],
    ['link-own/log', "is in the gate's own directory"],
  ])('written as %j is blocked', (written, reason) => {
    expect(resolved(written)).toBe(
      `PATH_TRAVERSAL_BLOCKED: The working directory ${JSON.stringify(written)} ${reason}.`,
    );
  });

  test.each([
    ['missing', ' "missing" does not exist.'],
    ['dangling', ' "dangling" does not exist.'],
    ['file', ' "file" is not a directory.'],
    ['file/below', ' "file/below" passes through a file.'],
    ['loop-a', ' "loop-a" is a circular symbolic link.'],
    ['', ' is empty.'],
    ['a\0b', ' contains a control character.'],
    ['a\nb', ' contains a control character.'],
    ['\ud800', ' contains a control character.'],
    [`${'a'.repeat(300)}`, ' cannot be opened.'],
    ['a/'.repeat(2_500), ' has more than 4095 bytes.'],
    [42, ' is not text.'],
    [null, ' is not text.'],
    [['src'], ' is not text.'],
  ])('written as %j is not found', (written, reason) => {
    expect(resolved(written)).toBe(`DIRECTORY_NOT_FOUND: The working directory${reason}`);
  });

  test('that is the base but gone by now is not found', () => {
    expect(resolved(undefined, { directory: join(workspace, 'gone') })).toBe(
      'DIRECTORY_NOT_FOUND: The working directory "<home>/workspace/gone" does not exist.',
    );
  });

  test('may be anywhere where the owner says so, except in what the gate keeps for itself', () => {
    expect(resolved('link-out', { paths: 'any' })).toBe('<home>/outside');
    expect(resolved('../outside', { paths: 'any' })).toBe('<home>/outside');
    expect(resolved('.cmdgate', { paths: 'any' })).toMatch(/^PATH_TRAVERSAL_BLOCKED/);
  });

  test('has a problem with a field and a hint', () => {
    expect(resolveDirectory('missing', { directory: workspace, workspace, paths: 'workspace' })).toEqual({
      ok: false,
      problem: {
        code: 'DIRECTORY_NOT_FOUND',
        field: 'directory',
        message: 'The working directory "missing" does not exist.',
        hint: 'Create the directory first, or choose another',
      },
    });
  });

  test('can be the root of the machine when that is the workspace', () => {
    expect(resolveDirectory('usr', { directory: '/', workspace: '/', paths: 'workspace' })).toEqual({
      ok: true,
      directory: '/usr',
    });
  });
});
