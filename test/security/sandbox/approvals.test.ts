// A yes is for what the person was shown: the same program in another sandbox, or in none, asks again.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSession } from '../../../src/gate/session.js';
import { createGate, createShell, type ShellOptions } from '../../../src/index.js';
import { ownDirectory } from '../../../src/ledger/own-directory.js';
import { runCall } from '../../../src/surfaces/exec/run-call.js';
import { temporaryDirectory } from '../../programs/workspace.js';

type SandboxOption = NonNullable<ShellOptions['sandbox']>;

const request = { command: 'rm', parameters: ['-r', 'build'] };

function newWorkspace(): string {
  const workspace = temporaryDirectory();
  onTestFinished(() => rmSync(ownDirectory(workspace), { recursive: true, force: true }));
  mkdirSync(join(workspace, 'build'));
  writeFileSync(join(workspace, 'build/x'), '');
  return workspace;
}

function openShell(workspace: string, sandbox: SandboxOption) {
  const shell = createShell({ workspace, sandbox, approvalFiles: true });
  onTestFinished(() => shell.close());
  return shell;
}

/** Asks, and gets a yes that nobody has used yet. Gives what the person was shown. */
async function approved(workspace: string, sandbox: SandboxOption): Promise<string | undefined> {
  const shell = openShell(workspace, sandbox);
  expect((await shell.run(request)).error?.code).toBe('APPROVAL_REQUIRED');
  const [question] = await shell.pendingApprovals();
  expect(await shell.answerApproval(question?.id ?? '', { answer: 'approve', by: 'test' })).toBe('answered');
  return question?.subject.sandbox;
}

const elsewhere = temporaryDirectory;

test('a yes inside is none outside or in a wider sandbox, and is still there for what it was given to', async () => {
  const workspace = newWorkspace();
  expect(await approved(workspace, 'required')).toBe('network off; can write: the workspace');
  const others: SandboxOption[] = [
    'off',
    { network: true },
    { writable: [elsewhere()] },
    { readable: [elsewhere()] },
    { workspace: 'read-only' },
    { commands: { 'shell rm': { network: true } } },
  ];
  for (const sandbox of others) {
    const { error } = await openShell(workspace, sandbox).run(request);
    expect([sandbox, error?.code]).toEqual([sandbox, 'APPROVAL_REQUIRED']);
  }
  expect(existsSync(join(workspace, 'build/x'))).toBe(true);
  expect(await openShell(workspace, 'required').run(request)).toMatchObject({ exitCode: 0, scope: 'enforced' });
  expect(existsSync(join(workspace, 'build'))).toBe(false);
});

test('a yes outside is none inside', async () => {
  const workspace = newWorkspace();
  expect(await approved(workspace, 'off')).toBeUndefined();
  expect((await openShell(workspace, 'auto').run(request)).error?.code).toBe('APPROVAL_REQUIRED');
  expect(await openShell(workspace, 'off').run(request)).toMatchObject({ exitCode: 0, scope: 'checked' });
});

test('what a person is shown says what may be written, and how far the network goes', async () => {
  const [workspace, more] = [newWorkspace(), elsewhere()];
  const sandbox = { network: true, writable: [more], workspace: 'read-only' };
  expect(await approved(workspace, sandbox)).toBe(`network open; can write: ${more}`);
  expect(await approved(newWorkspace(), { workspace: 'read-only' })).toBe('network off; can write: nothing');
});

test('the same holds for a whole plan', async () => {
  const workspace = newWorkspace();
  const caller = { name: 'agent', may: 'everything' } as const;
  const send = async (sandbox: SandboxOption) => {
    const { gate, close } = await createGate({
      config: { shell: { enabled: true }, audit: false, sandbox },
      directory: workspace,
    });
    onTestFinished(close);
    const line = `exec --plan --input '{"_cmd":"shell","command":"rm","parameters":["-r","build"]}'`;
    const outcome = await runCall(gate, { line, door: 'library', caller, session: openSession(workspace) });
    return { outcome, approvals: await gate.approvals() };
  };
  const { outcome, approvals } = await send('required');
  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'APPROVAL_REQUIRED' } });
  const [question] = approvals.list();
  expect(question?.subject.lines).toMatchObject([{ subject: { sandbox: 'network off; can write: the workspace' } }]);
  expect(approvals.answer(question?.id ?? '', { answer: 'approve', by: 'test' })).toBe('answered');
  for (const other of ['off', { network: true }] as const) {
    expect((await send(other)).outcome).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } });
  }
  expect(existsSync(join(workspace, 'build/x'))).toBe(true);
  expect((await send('required')).outcome).toMatchObject({ status: 'completed' });
  expect(existsSync(join(workspace, 'build'))).toBe(false);
});
