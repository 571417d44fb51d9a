// Packages that command modules import are code that the gate runs: with the next start it would run outside.

import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createGate } from 'cmdgate';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const execute = promisify(execFile);
let workspace: string;

const files = {
  'cmdgate.config.json': JSON.stringify({
    commands: ['commands.mjs'],
    handles: ['handles.json'],
    sandbox: 'required',
  }),
  'handles.json': JSON.stringify([
    {
      name: 'script',
      description: 'Run a script',
      handler: 'command',
      command: '/bin/sh',
      danger: 'safe',
      arguments: ['job.sh'],
    },
  ]),
  'commands.mjs': `import { name } from 'direct/part'; export const commands = { hi: { description: 'Hi', danger: 'safe', handler: () => name } };`,
  'node_modules/direct/package.json': `{"name":"direct","dependencies":{"@scope/needed":"1"},"exports":{"./part":"./part.js"},"type":"module"}`,
  'node_modules/direct/part.js': `export { name } from '@scope/needed';`,
  'node_modules/@scope/needed/package.json': `{"name":"@scope/needed","type":"module","exports":"./index.js"}`,
  'node_modules/@scope/needed/index.js': `export const name = 'ours';`,
  'node_modules/other/index.js': '',
};

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-packages-')));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), text);
  }
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

const read = (name: string) => readFileSync(join(workspace, name), 'utf8');

async function runScript(script: string) {
  writeFileSync(join(workspace, 'job.sh'), script);
  const gate = await createGate({ config: 'cmdgate.config.json', directory: workspace });
  try {
    return await gate.run(['script']);
  } finally {
    await gate.close();
  }
}

test.each([
  ['a file of one', 'echo evil >> node_modules/direct/part.js'],
  ['a file of one that it needs', 'echo evil >> node_modules/@scope/needed/index.js'],
  ['what is found first by its name', 'mkdir -p node_modules/direct/node_modules/@scope/needed'],
  ['the directory of one', 'mv node_modules/direct old; mkdir node_modules/direct'],
  ['all of them', 'mv node_modules old; mkdir node_modules'],
])('%s cannot be changed from inside', async (_what, script) => {
  const outcome = await runScript(script);

  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'EXECUTION_ERROR' } });
  expect(read('node_modules/direct/part.js')).toBe(files['node_modules/direct/part.js']);
  expect(read('node_modules/@scope/needed/index.js')).toBe(files['node_modules/@scope/needed/index.js']);
});

test('packages that no module imports can be installed and changed', async () => {
  const script = 'echo new >> node_modules/other/index.js && mkdir node_modules/more && rm -r node_modules/other';

  expect(await runScript(script)).toMatchObject({ status: 'completed' });
});

test('a package that is a link, as in a repository of many packages, keeps nothing from running', async () => {
  rmSync(join(workspace, 'node_modules/direct'), { recursive: true });
  mkdirSync(join(workspace, 'packages/direct'), { recursive: true });
  for (const name of ['package.json', 'part.js'] as const) {
    writeFileSync(join(workspace, 'packages/direct', name), files[`node_modules/direct/${name}`]);
  }
  symlinkSync('../packages/direct', join(workspace, 'node_modules/direct'));

  expect(await runScript('true')).toMatchObject({ status: 'completed' });
});

test('a gate that is installed in the workspace keeps itself, and the packages that it loads, from being changed', async () => {
  for (const name of ['bin', 'dist', 'package.json']) {
    cpSync(join(root, name), join(workspace, 'node_modules/cmdgate', name), { recursive: true });
  }
  cpSync(join(root, 'node_modules/jiti'), join(workspace, 'node_modules/jiti'), { recursive: true });
  const attempts = [
    'echo evil >> node_modules/cmdgate/dist/cli.js',
    'echo evil >> node_modules/jiti/package.json',
    'mkdir -p node_modules/jiti/node_modules/evil',
    'mv node_modules/jiti old',
  ];
  const made = 'mkdir -p node_modules/cmdgate-checks && echo evil > node_modules/cmdgate-checks/index.js';
  writeFileSync(join(workspace, 'job.sh'), [...attempts.map((line) => `${line} && echo "${line}"`), made].join('\n'));

  const words = ['node_modules/cmdgate/bin/cmdgate.js', 'run', 'script'];
  const { stdout, stderr } = await execute(process.execPath, words, { cwd: workspace }).catch((error) => error);

  expect(stderr).toContain('cmdgate-checks was created while a program ran');
  expect(stdout).not.toContain('evil');
  expect(stdout).not.toContain('mv node_modules');
  expect(existsSync(join(workspace, 'node_modules/cmdgate-checks'))).toBe(false);
  expect(read('node_modules/jiti/package.json')).toBe(
    readFileSync(join(root, 'node_modules/jiti/package.json'), 'utf8'),
  );
});

test('an agent that adds a script or a dependency to package.json keeps no gate from starting', async () => {
  await runScript(`echo '{"scripts":{"test":"true"},"dependencies":{"direct":"1"}}' > package.json`);

  expect(await runScript('true')).toMatchObject({ status: 'completed' });
});

test('one that changes what modules mean does', async () => {
  await runScript(`echo '{"imports":{"#x":"./evil.js"}}' > package.json`);

  await expect(runScript('true')).rejects.toThrow('package.json');
});
