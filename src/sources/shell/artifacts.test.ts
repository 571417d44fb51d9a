import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newWorkspace, write } from '../command-handle/test-helpers.js';
import { findArtifactProblems, hashArtifacts } from './artifacts.js';

const scopeOf = (workspace: string, directory = workspace) => ({ workspace, directory });
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

test('files are told with their hash and size, in the order and by the names that were given', async () => {
  const workspace = newWorkspace();
  const large = Buffer.alloc(300_000, 'abc');
  write(workspace, 'dist/app.js', 'let a;\n');
  write(workspace, 'empty', '');
  write(workspace, 'large', large.toString());
  symlinkSync('dist', join(workspace, 'link'));
  const paths = ['large', 'dist/app.js', `${workspace}/dist/app.js`, 'link/app.js', './dist/../empty', 'large'];

  expect(findArtifactProblems(paths, scopeOf(workspace))).toEqual([]);
  expect(await hashArtifacts(paths, scopeOf(workspace))).toEqual([
    { path: 'large', sha256: sha256(large), bytes: 300_000 },
    { path: 'dist/app.js', sha256: sha256('let a;\n'), bytes: 7 },
    { path: `${workspace}/dist/app.js`, sha256: sha256('let a;\n'), bytes: 7 },
    { path: 'link/app.js', sha256: sha256('let a;\n'), bytes: 7 },
    { path: './dist/../empty', sha256: sha256(''), bytes: 0 },
    { path: 'large', sha256: sha256(large), bytes: 300_000 },
  ]);
});

test('paths start in the trusted working directory', async () => {
  const workspace = newWorkspace();
  write(workspace, 'a/x', 'x');

  expect(await hashArtifacts(['x', '../a/x'], scopeOf(workspace, join(workspace, 'a')))).toEqual([
    { path: 'x', sha256: sha256('x'), bytes: 1 },
    { path: '../a/x', sha256: sha256('x'), bytes: 1 },
  ]);
});

test("paths that lead out, or to what is the gate's own, are refused before the run", () => {
  const workspace = newWorkspace();
  symlinkSync('/etc', join(workspace, 'out'));
  symlinkSync('/etc/passwd', join(workspace, 'passwd'));
  symlinkSync('circle', join(workspace, 'circle'));
  const scope = { ...scopeOf(workspace), auditFile: join(workspace, 'audit.jsonl') };
  const paths = [
    '../x',
    '/etc/passwd',
    'out/passwd',
    'passwd',
    '~/x',
    'circle',
    '.cmdgate/x',
    'audit.jsonl',
    '',
    'fine',
  ];

  expect(findArtifactProblems(paths, scope).map(({ code, field, message }) => `${code} ${field} ${message}`)).toEqual([
    'PATH_TRAVERSAL_BLOCKED artifact_paths[0] The path "../x" is outside the workspace',
    'PATH_TRAVERSAL_BLOCKED artifact_paths[1] The path "/etc/passwd" is outside the workspace',
    'PATH_TRAVERSAL_BLOCKED artifact_paths[2] The path "out/passwd" is outside the workspace',
    'PATH_TRAVERSAL_BLOCKED artifact_paths[3] The path "passwd" is outside the workspace',
    'PATH_TRAVERSAL_BLOCKED artifact_paths[4] The path "~/x" starts in a home directory',
    'PATH_TRAVERSAL_BLOCKED artifact_paths[5] The path "circle" cannot be resolved',
    'PATH_TRAVERSAL_BLOCKED artifact_paths[6] The path ".cmdgate/x" is in the gate\'s own directory',
    'PATH_TRAVERSAL_BLOCKED artifact_paths[7] The path "audit.jsonl" is the gate\'s own log',
    'INVALID_VALUE artifact_paths[8] The artifact_paths[8] argument is empty',
  ]);
});

test('what is no file after the run is told in its entry, and loses nothing else', async () => {
  const workspace = newWorkspace();
  write(workspace, 'fine', 'x');
  mkdirSync(join(workspace, 'directory'));
  execFileSync('mkfifo', [join(workspace, 'pipe')]);
  symlinkSync('pipe', join(workspace, 'to-pipe'));

  expect(await hashArtifacts(['missing', 'directory', 'pipe', 'to-pipe', 'fine'], scopeOf(workspace))).toEqual([
    { path: 'missing', error: 'does not exist' },
    { path: 'directory', error: 'is a directory' },
    { path: 'pipe', error: 'is not a file' },
    { path: 'to-pipe', error: 'is not a file' },
    { path: 'fine', sha256: sha256('x'), bytes: 1 },
  ]);
});

test('a file that leads out by the end of the run is not read', async () => {
  const workspace = newWorkspace();
  const outside = newWorkspace();
  write(outside, 'app.js', 'secret');
  write(workspace, 'app.js', 'x');
  write(workspace, 'dist/app.js', 'x');
  const paths = ['app.js', 'dist/app.js'];
  expect(findArtifactProblems(paths, scopeOf(workspace))).toEqual([]);

  rmSync(join(workspace, 'app.js'));
  symlinkSync(join(outside, 'app.js'), join(workspace, 'app.js'));
  renameSync(join(workspace, 'dist'), join(workspace, 'moved'));
  symlinkSync(outside, join(workspace, 'dist'));

  expect(await hashArtifacts(paths, scopeOf(workspace))).toEqual([
    { path: 'app.js', error: 'is outside the workspace' },
    { path: 'dist/app.js', error: 'is outside the workspace' },
  ]);
});

test('a directory that changes places while files are opened never lets out what lies outside', async () => {
  const workspace = newWorkspace();
  const outside = newWorkspace();
  write(outside, 'x', 'secret');
  write(workspace, 'real/x', 'x');
  symlinkSync(outside, join(workspace, 'evil'));
  const exchange = (first: string, second: string) => {
    renameSync(join(workspace, first), join(workspace, 'between'));
    renameSync(join(workspace, second), join(workspace, first));
    renameSync(join(workspace, 'between'), join(workspace, second));
  };

  for (let round = 0; round < 50; round++) {
    const pending = hashArtifacts(
      Array.from({ length: 8 }, () => 'real/x'),
      scopeOf(workspace),
    );
    exchange('real', 'evil');
    const artifacts = await pending;
    exchange('real', 'evil');
    expect(JSON.stringify(artifacts)).not.toContain(sha256('secret'));
  }
});

test('more than can be hashed in a reasonable time is told', async () => {
  const workspace = newWorkspace();
  write(workspace, 'huge', '');
  truncateSync(join(workspace, 'huge'), 5 * 1024 ** 3);

  expect(await hashArtifacts(['huge'], scopeOf(workspace))).toEqual([
    { path: 'huge', error: 'has 5368709120 bytes; at most 4294967296 bytes are hashed for all artifacts together' },
  ]);
});

test('a file that this user may not read is told', async () => {
  const workspace = newWorkspace();
  write(workspace, 'closed', 'x', 0o000);
  const readable = process.getuid?.() === 0;

  expect(await hashArtifacts(['closed'], scopeOf(workspace))).toEqual([
    readable
      ? { path: 'closed', sha256: sha256('x'), bytes: 1 }
      : { path: 'closed', error: 'cannot be read by this user' },
  ]);
});
