// A home directory as the workspace of a library: the state of this user lies in it, and no program may see it.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGate, createShell } from 'cmdgate';
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
