import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parameter } from '../../test/fixtures/commands/build.js';
import type { Parameter } from '../vocabulary/command.js';
import type { Session } from '../vocabulary/request.js';
import { findPathProblems, resolveInside } from './path-scope.js';

let home: string;
let workspace: string;
let session: Session;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-paths-')));
  workspace = join(home, 'workspace');
  session = { id: 's', workspace, directory: workspace };
  mkdirSync(join(workspace, 'reports', 'deep'), { recursive: true });
  mkdirSync(join(workspace, '.cmdgate'));
  mkdirSync(join(home, 'outside'));
  mkdirSync(join(home, 'workspace-two'));
  writeFileSync(join(workspace, 'reports', 'a.txt'), 'a');
  writeFileSync(join(home, 'outside', 'secret.txt'), 's');
  symlinkSync(join(home, 'outside', 'secret.txt'), join(workspace, 'link-out'));
  symlinkSync('../outside', join(workspace, 'folder-out'));
  symlinkSync('../outside/not-there-yet', join(workspace, 'dangling-out'));
  symlinkSync('dangling-out', join(workspace, 'dangling-chain'));
  symlinkSync('../../outside/new', join(workspace, 'reports', 'dangling-deep'));
  symlinkSync('reports/not-there-yet', join(workspace, 'dangling-in'));
  symlinkSync('reports/a.txt', join(workspace, 'link-in'));
  symlinkSync('reports', join(workspace, 'folder-in'));
  symlinkSync('loop-b', join(workspace, 'loop-a'));
  symlinkSync('loop-a', join(workspace, 'loop-b'));
  symlinkSync('.cmdgate', join(workspace, 'link-own'));
  symlinkSync('../workspace-two', join(workspace, 'sibling'));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Relative to the workspace, or the reason. */
function resolved(path: string, from: Session = session): string {
  const result = resolveInside(path, from);
  return 'path' in result ? `<workspace>${result.path.slice(workspace.length)}` : result.reason;
}

describe('a declared path (decision 7)', () => {
  test.each([
    ['reports/a.txt', '<workspace>/reports/a.txt'],
    ['./reports//a.txt', '<workspace>/reports/a.txt'],
    ['reports/deep/', '<workspace>/reports/deep'],
    ['', '<workspace>'],
    ['.', '<workspace>'],
    ['new/folder/file.txt', '<workspace>/new/folder/file.txt'],
    ['link-in', '<workspace>/reports/a.txt'],
    ['folder-in/new.txt', '<workspace>/reports/new.txt'],
    ['dangling-in', '<workspace>/reports/not-there-yet'],
    ['..a/b..', '<workspace>/..a/b..'],
    ['...', '<workspace>/...'],
    ['.cmdgate-notes', '<workspace>/.cmdgate-notes'],
    ['ünï/日本', '<workspace>/ünï/日本'],
  ])('%j is %s', (path, expected) => {
    expect(resolved(path)).toBe(expected);
  });

  test.each([
    ['..', 'contains a ".." segment'],
    ['../outside/secret.txt', 'contains a ".." segment'],
    ['reports/../../outside', 'contains a ".." segment'],
    ['reports/..', 'contains a ".." segment'],
    ['reports\\..\\..\\outside', 'contains a ".." segment'],
    ['%2e%2e/outside', 'contains a ".." segment'],
    ['reports/%2E%2e%2fx', 'contains a ".." segment'],
    ['.%2e/outside', 'contains a ".." segment'],
    ['..%5coutside', 'contains a ".." segment'],
    ['/etc/passwd', 'is an absolute path'],
    ['\\etc', 'is an absolute path'],
    ['C:\\Windows', 'starts with a drive letter'],
    ['c:file', 'starts with a drive letter'],
    ['\\\\server\\share', 'is a network path'],
    ['//server/share', 'is a network path'],
    ['a\0b', 'contains a NUL character'],
    ['~', 'starts in a home directory'],
    ['~root/.ssh', 'starts in a home directory'],
    ['link-out', 'is outside the workspace'],
    ['folder-out/secret.txt', 'is outside the workspace'],
    ['folder-out/new.txt', 'is outside the workspace'],
    ['folder-out', 'is outside the workspace'],
    ['sibling/x', 'is outside the workspace'],
    ['dangling-out', 'is outside the workspace'],
    ['dangling-out/below', 'is outside the workspace'],
    ['dangling-chain', 'is outside the workspace'],
    ['folder-in/dangling-deep', 'is outside the workspace'],
    ['loop-a', 'cannot be resolved'],
    ['loop-a/x', 'cannot be resolved'],
    ['reports/a.txt/below', 'cannot be resolved'],
    ['a'.repeat(300), 'cannot be resolved'],
    ['.cmdgate', "is in the gate's own directory"],
    ['.cmdgate/audit.jsonl', "is in the gate's own directory"],
    ['reports/./../.cmdgate', 'contains a ".." segment'],
    ['link-own/audit.jsonl', "is in the gate's own directory"],
  ])('%j is refused: it %s', (path, reason) => {
    expect(resolved(path)).toBe(reason);
  });

  test('a relative path starts in the session’s directory', () => {
    const below: Session = { ...session, directory: join(workspace, 'reports') };
    expect(resolved('a.txt', below)).toBe('<workspace>/reports/a.txt');
    expect(resolved('../reports/a.txt', below)).toBe('contains a ".." segment');
    expect(resolved('.cmdgate', below)).toBe('<workspace>/reports/.cmdgate');
  });
});

describe('the arguments of a command', () => {
  const find = (parameters: readonly Parameter[], input: Record<string, unknown>) =>
    (findPathProblems(parameters, input, session) ?? []).map(({ field, message }) => `${field}: ${message}`);

  test('every argument that leads out is reported, with a hint', () => {
    const parameters = [parameter('--path', 'path'), parameter('--to', 'path'), parameter('--max', 'integer')];
    expect(findPathProblems(parameters, { path: '../x', to: '/y', max: 1 }, session)).toEqual([
      {
        code: 'PATH_TRAVERSAL_BLOCKED',
        field: '--path',
        message: 'The --path argument contains a ".." segment',
        value: '../x',
        hint: 'Use a relative path inside the workspace, without ".." (e.g., reports/summary.txt)',
      },
      {
        code: 'PATH_TRAVERSAL_BLOCKED',
        field: '--to',
        message: 'The --to argument is an absolute path',
        value: '/y',
        hint: 'Use a relative path inside the workspace, without ".." (e.g., reports/summary.txt)',
      },
    ]);
  });

  test('nothing wrong is nothing found', () => {
    expect(
      findPathProblems([parameter('--path', 'path'), parameter('--to', 'path')], { path: 'reports' }, session),
    ).toBeUndefined();
  });

  test('a secret value is not repeated', () => {
    const [problem] =
      findPathProblems([parameter('--key', 'path', { secret: true })], { key: '../hunter2' }, session) ?? [];
    expect(JSON.stringify(problem)).not.toContain('hunter2');
  });

  describe('text that is not declared as a path', () => {
    const text = [parameter('--path', 'string')];

    test.each(['../../../etc/passwd', '..', 'a/../b', 'a\\..\\b', '%2e%2e%2fetc', '/../etc', 'file:///a/../b'])(
      '%j looks like a traversal',
      (value) => {
        expect(find(text, { path: value })).toEqual([
          '--path: The --path argument looks like a path outside the workspace',
        ]);
      },
    );

    test.each([
      '/Documents',
      'see ../README for more',
      'wait... what',
      '1..5',
      'HEAD~2..HEAD',
      'a..b/c',
      '100% sure ..',
      'https://example.com/a%20b',
      '~/notes',
      'C:\\temp',
    ])('%j stays allowed', (value) => {
      expect(find(text, { path: value })).toEqual([]);
    });

    test('the owner can say that it is no path', () => {
      expect(find([parameter('--path', 'string', { path: 'free' })], { path: '../../etc/passwd' })).toEqual([]);
    });
  });

  describe('values inside values', () => {
    const blocked = '--in: The --in argument looks like a path outside the workspace';

    test.each<[string, unknown]>([
      ['a list', ['a', '../b']],
      ['an object', { a: { b: '../c' } }],
      ['both', { a: [{ b: ['x', '..\\c'] }] }],
      ['a set, as a schema may make one', new Set(['../b'])],
      ['a map, as a schema may make one', new Map([['a', '../b']])],
    ])('%s', (_, value) => {
      expect(find([parameter('--in', 'object')], { in: value })).toEqual([blocked]);
    });

    test('each item of a list of declared paths is followed', () => {
      const files = [parameter('files', 'path', { variadic: true })];
      expect(find(files, { files: ['reports/a.txt', 'link-out'] })).toEqual([
        'files: The files argument is outside the workspace',
      ]);
      expect(find(files, { files: ['reports/a.txt', 'link-in'] })).toEqual([]);
    });

    test('a value that is too deep to be looked through does not break the gate', () => {
      const deep: unknown = JSON.parse(`${'['.repeat(200_000)}"../x"${']'.repeat(200_000)}`);
      expect(() => find([parameter('--in', 'object')], { in: deep })).not.toThrow();
    });
  });
});

test('no path leads into a ledger that lies in the workspace', () => {
  const scope = { ...session, ledgerDirectory: join(workspace, 'reports') };

  expect([resolveInside('reports/a.txt', scope), resolveInside('reports', scope)]).toEqual([
    { reason: "is in the gate's own ledger" },
    { reason: "is in the gate's own ledger" },
  ]);
  expect(resolveInside('reports-2', scope)).toEqual({ path: join(workspace, 'reports-2') });
});

describe('a path that must exist', () => {
  const told = (mustExist: 'file' | 'directory', value: unknown, details: Partial<Parameter> = {}) => {
    const file = parameter('--file', 'path', { path: 'inside', mustExist, ...details });
    return findPathProblems([file], { file: value }, session)?.map(({ code, message }) => `${code} ${message}`);
  };

  test('leads to what is wanted, by a link as well', () => {
    expect([told('file', 'reports/a.txt'), told('file', 'link-in'), told('directory', 'folder-in')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(told('file', ['reports/a.txt', 'link-in'], { variadic: true })).toBeUndefined();
  });

  test('is refused with what is there instead', () => {
    const needs = 'The --file argument needs an existing';
    expect(told('file', 'reports/b.txt')).toEqual([`PATH_NOT_FOUND ${needs} file: "reports/b.txt" does not exist`]);
    expect(told('file', 'reports')).toEqual([`PATH_WRONG_KIND ${needs} file: "reports" is a directory`]);
    expect(told('directory', 'link-in')).toEqual([`PATH_WRONG_KIND ${needs} directory: "link-in" is not a directory`]);
    expect(told('file', ['link-in', 'no'])).toEqual([`PATH_NOT_FOUND ${needs} file: "no" does not exist`]);
    expect(told('file', 'no', { secret: true })).toEqual([`PATH_NOT_FOUND ${needs} file: It does not exist`]);
  });

  test('tells nobody what lies outside', () => {
    for (const path of ['link-out', '../outside/secret.txt', '../outside/nothing']) {
      expect(told('file', path)).toEqual([expect.stringContaining('PATH_TRAVERSAL_BLOCKED')]);
    }
  });
});
