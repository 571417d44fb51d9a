// The throw-away tree that each entry starts from: a workspace as a coding agent finds it, and around it
// what the agent must not reach.

import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Long, and without a character that an encoding or a program would change. */
export const secret = 'CANARYxSECRETxOFxTHExOUTSIDEx71f3';
export const environmentSecret = 'CANARYxSECRETxOFxTHExGATEx9c2e';
export const environmentName = 'GATE_CANARY_TOKEN';

/** No setting of these lets a package manager leave the machine. */
const npmrc = 'offline=true\nupdate-notifier=false\naudit=false\nfund=false\n';

const workspaceFiles: Record<string, string> = {
  'package.json': `${JSON.stringify(
    {
      name: 'sample',
      version: '1.2.3',
      type: 'module',
      scripts: { test: 'node --test test', build: 'node build.js', lint: 'node lint.js' },
      dependencies: {},
    },
    null,
    2,
  )}\n`,
  '.npmrc': npmrc,
  '.gitignore': 'dist/\nnode_modules/\n',
  'README.md': '# Sample\n\nRun `npm test` & enjoy.\n\nNever run rm -rf / as root.\n',
  Makefile: 'all:\n\t@echo built\n',
  'build.js': "console.log('built');\n",
  'notes.txt': 'alpha 1\nbeta 2\ngamma 3\nbeta 2\n',
  'data.json': '{"name":"sample","items":[{"id":1,"tag":"a"},{"id":2,"tag":"b"}]}\n',
  'table.csv': 'id,name\n1,ann\n2,bob\n',
  'keep.txt': 'this must stay\n',
  'src/index.ts':
    "import { add } from './math.js';\n\n// TODO: price is $5.00 (approx.)\nexport const total = add(2, 3);\n",
  'src/math.ts': 'export function add(a: number, b: number): number {\n  return a + b;\n}\n',
  'test/math.test.js':
    "import test from 'node:test';\nimport assert from 'node:assert';\ntest('adds', () => assert.equal(1 + 1, 2));\n",
  'file with spaces.txt': 'spaces are fine\n',
  '-dash.txt': 'a dash at the beginning\n',
  'größe-日本.txt': 'unicode ✓\n',
};

const surroundings: Record<string, string> = {
  'outside/secret.txt': `${secret}\n`,
  'outside/keep.txt': 'nobody may change this\n',
  'outside/only-outside.txt': '',
  'outside/folder/inner.txt': `${secret}\n`,
  'workspace-old/secret.txt': `${secret}\n`,
  'home/.npmrc': npmrc,
  'home/.profile': '# profile\n',
  'home/secret.txt': `${secret}\n`,
  'home/.ssh/id_rsa': `${secret}\n`,
  'home/.config/pip/pip.conf': '[global]\nno-index = true\ndisable-pip-version-check = true\n',
  'temporary/.keep': '',
};

/** Makes the tree in `root`, with two commits in the workspace. */
export async function makeTemplate(root: string): Promise<void> {
  await rm(root, { recursive: true, force: true });
  for (const [path, text] of Object.entries(surroundings)) await write(join(root, path), text);
  const workspace = join(root, 'workspace');
  for (const [path, text] of Object.entries(workspaceFiles)) await write(join(workspace, path), text);
  const git = (...args: string[]) =>
    promisify(execFile)('git', args, { cwd: workspace, env: { ...process.env, ...cleanGit } });
  await git('init', '--quiet', '--template=', '--initial-branch=main');
  await git('config', 'user.name', 'Sample');
  await git('config', 'user.email', 'sample@example.invalid');
  await git('config', 'gc.auto', '0');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'First');
  await write(
    join(workspace, 'src/math.ts'),
    'export function add(a: number, b: number): number {\n  return b + a;\n}\n',
  );
  await git('commit', '--quiet', '--all', '--message', 'Second');
  await git('branch', 'other');
  await git('gc', '--quiet');
  await mkdir(join(workspace, '.git/hooks'), { recursive: true });
  await write(join(workspace, 'notes.txt'), 'alpha 1\nbeta 2\ngamma 3\nbeta 2\nnot committed 4\n');
  await write(join(workspace, 'untracked.txt'), 'nobody has a copy of this\n');
}

const cleanGit = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
