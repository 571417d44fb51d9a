// A home directory as the workspace: the state of this user lies in it, and the modules that gates translated. No program
// may see the one, or write the other: a gate would run it with its next start.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createAcli, createGate, createShell } from 'cmdgate';
import { afterEach, expect, test, vi } from 'vitest';
import { localCaller, openSession } from '../../../src/gate/session.js';
import { renderAcli } from '../../../src/renderings/acli.js';
import { temporaryDirectory } from '../../programs/workspace.js';

afterEach(() => vi.unstubAllEnvs());

test('a program in the sandbox does not see the key of the ledger, where the workspace lies around it', async () => {
  const workspace = temporaryDirectory();
  const state = join(workspace, 'state', 'cmdgate');
  vi.stubEnv('XDG_STATE_HOME', join(workspace, 'state'));
  mkdirSync(state, { recursive: true, mode: 0o700 });
  for (const name of ['state/cmdgate/ledger.key', 'notes.txt']) writeFileSync(join(workspace, name), `in ${name}\n`);
  const shell = createShell({ workspace, sandbox: 'required' });
  const config = { shell: { enabled: true }, audit: false, sandbox: 'required' } as const;
  const { gate } = await createGate({ config, directory: workspace });
  const session = openSession(workspace);
  const looks = [
    async (file: string) => (await shell.run({ command: 'cat', parameters: [file] })).stdout,
    async (file: string) => {
      const outcome = await gate.run({ line: ['shell', 'cat', file], door: 'library', caller: localCaller, session });
      return renderAcli(outcome);
    },
  ];
  for (const look of looks) {
    expect(await look('notes.txt')).toContain('in notes.txt');
    expect(await look('state/cmdgate/ledger.key')).not.toContain('in state');
  }
  await shell.close();
  await gate.close();
  expect(existsSync(join(state, 'ledger.key'))).toBe(true);
});

const places = [
  ['the key of the ledger', '.local/state/cmdgate/ledger.key'],
  ['what gates translated', '.cache/cmdgate/modules/a.mjs'],
] as const;

/** A home with both in it. */
function home(): string {
  const workspace = temporaryDirectory();
  vi.stubEnv('XDG_STATE_HOME', join(workspace, '.local/state'));
  vi.stubEnv('XDG_CACHE_HOME', join(workspace, '.cache'));
  for (const [, file] of places) {
    mkdirSync(dirname(join(workspace, file)), { recursive: true, mode: 0o700 });
    writeFileSync(join(workspace, file), 'ours');
  }
  writeFileSync(join(workspace, 'notes.txt'), 'notes');
  return workspace;
}

test.each(places)('%s cannot be read, changed or planted from inside of a sandbox', async (_what, file) => {
  const workspace = home();
  writeFileSync(
    join(workspace, 'job.sh'),
    `cat ${file}; echo evil > ${file}; mkdir -p ${dirname(file)}; echo evil > ${dirname(file)}/planted\n`,
  );
  const shell = createShell({ workspace, sandbox: 'required' });

  const { stdout } = await shell.run({ command: 'sh', parameters: ['job.sh'] });
  await shell.close();

  expect(stdout).not.toContain('ours');
  expect(readFileSync(join(workspace, file), 'utf8')).toBe('ours');
  expect(existsSync(join(workspace, dirname(file), 'planted'))).toBe(false);
});

test.each(places)('%s cannot be made where it is missing', async (_what, file) => {
  const workspace = home();
  rmSync(join(workspace, file.split('/')[0] as string), { recursive: true });
  writeFileSync(join(workspace, 'job.sh'), `mkdir -p ${dirname(file)} && echo evil > ${file}\n`);
  const shell = createShell({ workspace, sandbox: 'required' });

  await shell.run({ command: 'sh', parameters: ['job.sh'] });
  await shell.close();

  const made = existsSync(join(workspace, file)) && readFileSync(join(workspace, file), 'utf8');
  expect(made).not.toBe('evil\n');
});

test.each(places)('%s is not in reach of a program without a sandbox, nor of an argument', async (_what, file) => {
  const workspace = home();
  const shell = createShell({ workspace, sandbox: 'off' });
  const acli = createAcli(
    {
      show: {
        description: 'Show a file',
        danger: 'safe',
        arguments: [{ name: 'file', type: 'string', required: true, path: true }],
        handler: ({ file: path }) => readFileSync(String(path), 'utf8'),
      },
    },
    { workspace, audit: false },
  );
  const ask = (path: string) => acli.execute({ command: `show ${path}` }).then((answer) => JSON.stringify(answer));

  expect((await shell.run({ command: 'cat', parameters: ['notes.txt'] })).stdout).toBe('notes');
  for (const parameters of [[file], [`./${file}`], [join(workspace, file)], [file.replace(/[^/]+$/, '*')]]) {
    expect((await shell.run({ command: 'cat', parameters })).stdout ?? '').not.toContain('ours');
  }
  expect(await ask('notes.txt')).toContain('notes');
  expect(await ask(file)).toContain('PATH_TRAVERSAL_BLOCKED');
  await shell.close();
  await acli.close();
});
