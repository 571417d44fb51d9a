// Who may answer for a person, and when a question ends. The doors are in shell-cmd.test.ts.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Client,
  type ElicitRequest,
  type ElicitResult,
  type Progress,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { openFileApprovalStore } from '../../src/ledger/approvals/file-approval-store.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { findProcess } from '../fixtures/find-process.js';
import { isAlive } from '../fixtures/is-alive.js';
import { newClient, newWorkspace, type ShellServer, serveShell, textOf } from './fixtures/shell-client.js';

/** How long something may take on a busy machine. */
const patience = { timeout: 20_000 };

const touch = { name: 'shell_cmd', arguments: { command: 'touch', parameters: ['made'], output_format: 'json' } };

const approve: ElicitResult = { action: 'accept', content: { decision: 'approve once' } };

async function connect(client: Client, { url }: ShellServer, token?: string): Promise<Client> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

/** Answers when the test tells it to. */
function slowPerson() {
  const questions: { params: ElicitRequest['params']; signal: AbortSignal; answer: (result: ElicitResult) => void }[] =
    [];
  const person = (params: ElicitRequest['params'], signal: AbortSignal) =>
    new Promise<ElicitResult>((answer) => questions.push({ params, signal, answer }));
  return { questions, person };
}

interface Question {
  readonly resultType: string;
  readonly requestState: string;
  readonly inputRequests: Record<string, unknown>;
}

/** A client of the 2026 generation that shows us the rounds instead of going through them. */
async function openByHand(server: ShellServer, token?: string) {
  const client = await connect(
    newClient({ generation: '2026-07-28', person: () => ({ action: 'cancel' }) }),
    server,
    token,
  );
  const send = (more: { inputResponses?: Record<string, unknown>; requestState?: string } = {}, call = touch) =>
    client.request(
      { method: 'tools/call', params: { ...call, ...more } },
      { allowInputRequired: true },
    ) as Promise<unknown>;
  const ask = async () => (await send()) as Question;
  return { client, send, ask };
}

/** What another process sees of the approvals of this workspace, and can answer: the person's terminal. */
const terminalIn = (workspace: string) => openFileApprovalStore({ directory: ownDirectory(workspace) });

const isMade = (workspace: string) => existsSync(join(workspace, 'made'));

test('a question between two calls carries the form, and a state that only this server can make', async () => {
  const workspace = newWorkspace();
  const { send, ask } = await openByHand(await serveShell(workspace));
  const { inputRequests, requestState } = await ask();
  expect(inputRequests).toEqual({
    approval: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: expect.stringContaining('/touch made'),
        requestedSchema: expect.objectContaining({ required: ['decision'] }),
      },
    },
  });
  const [version, body, seal] = requestState.split('.');
  const changed = JSON.parse(Buffer.from(body ?? '', 'base64url').toString());
  changed.p.approval = 'approval_other';
  const forged = Buffer.from(JSON.stringify(changed)).toString('base64url');
  const inputResponses = { approval: approve };
  for (const state of [`${version}.${forged}.${seal}`, `${version}.${body}.${'A'.repeat(43)}`, 'nothing', '']) {
    await expect(send({ inputResponses, requestState: state })).rejects.toMatchObject({ code: -32602 });
  }
  // An answer without its question is none.
  expect(await send({ inputResponses })).toMatchObject({ requestState: expect.any(String) });
  expect(isMade(workspace)).toBe(false);
  expect(await send({ inputResponses, requestState })).toMatchObject({ isError: false });
  expect(isMade(workspace)).toBe(true);
});

test('an answer counts once', async () => {
  const workspace = newWorkspace();
  const { send, ask } = await openByHand(await serveShell(workspace));
  const { requestState } = await ask();
  const inputResponses = { approval: approve };
  expect(await send({ inputResponses, requestState })).toMatchObject({ isError: false });
  const again = (await send({ inputResponses, requestState })) as Question;
  expect(again).toMatchObject({ inputRequests: { approval: expect.anything() } });
  expect(again.requestState).not.toBe(requestState);
});

test('an answer is good for what was asked, and for nothing else', async () => {
  const workspace = newWorkspace();
  const { send, ask } = await openByHand(await serveShell(workspace));
  const { requestState } = await ask();
  const other = { ...touch, arguments: { ...touch.arguments, parameters: ['made', 'other'] } };
  const asked = await send({ inputResponses: { approval: approve }, requestState }, other);
  expect(asked).toMatchObject({ inputRequests: { approval: expect.anything() } });
  expect([isMade(workspace), existsSync(join(workspace, 'other'))]).toEqual([false, false]);
});

test('no caller answers for another', async () => {
  const workspace = newWorkspace();
  const caller = (name: string) => ({ caller: { name, may: 'everything' as const }, token: `token-of-${name}` });
  const server = await serveShell(workspace, { callers: [caller('one'), caller('two')] });
  const one = await openByHand(server, 'token-of-one');
  const two = await openByHand(server, 'token-of-two');
  const { requestState } = await one.ask();
  const answer = { inputResponses: { approval: approve }, requestState };
  await expect(two.send(answer)).rejects.toMatchObject({ code: -32602 });
  expect(terminalIn(workspace).list()).toHaveLength(1);
  expect(await one.send(answer)).toMatchObject({ isError: false });
});

test('what somebody else answered meanwhile counts, whatever is said later', async () => {
  const workspace = newWorkspace();
  const server = await serveShell(workspace);
  const { send, ask } = await openByHand(server);
  const { requestState } = await ask();
  const [pending] = terminalIn(workspace).list();
  expect(terminalIn(workspace).answer(pending?.id ?? '', { answer: 'deny', by: 'terminal', note: 'never' })).toBe(
    'answered',
  );
  const late = (await send({ inputResponses: { approval: approve }, requestState })) as { content: unknown[] };
  expect(late).toMatchObject({ isError: true });
  expect(textOf(late)).toContain('never');
  expect(isMade(workspace)).toBe(false);
});

test('a person can think for longer than the call is held, and the run goes on with the answer', async () => {
  const workspace = newWorkspace();
  const server = await serveShell(workspace, { yieldMs: 1_500, beatMs: 20 });
  const { questions, person } = slowPerson();
  const client = await connect(newClient({ generation: '2025-11-25', person }), server);
  const seen: Progress[] = [];
  const answer = textOf(await client.callTool(touch, { onprogress: (progress) => seen.push(progress) }));
  expect(JSON.parse(answer)).toMatchObject({ run_id: expect.stringMatching(/^run_/) });
  await expect.poll(() => questions.length, patience).toBe(1);
  expect(seen.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^waiting for approval for /));
  expect(isMade(workspace)).toBe(false);
  questions[0]?.answer(approve);
  await expect.poll(() => isMade(workspace), patience).toBe(true);
});

test('the question ends when somebody else has answered', async () => {
  const workspace = newWorkspace();
  const server = await serveShell(workspace);
  const { questions, person } = slowPerson();
  const client = await connect(newClient({ generation: '2025-11-25', person }), server);
  const call = client.callTool(touch);
  await expect.poll(() => questions.length, patience).toBe(1);
  const [pending] = terminalIn(workspace).list();
  terminalIn(workspace).answer(pending?.id ?? '', { answer: 'approve', by: 'terminal' });
  expect(await call).toMatchObject({ isError: false });
  await expect.poll(() => questions[0]?.signal.aborted, patience).toBe(true);
  expect(isMade(workspace)).toBe(true);
});

test('a client that cannot show the question is one where nobody answers', async () => {
  const workspace = newWorkspace();
  const server = await serveShell(workspace);
  const person = () => Promise.reject(new Error('No window is open'));
  const client = await connect(newClient({ generation: '2025-11-25', person }), server);
  const answer = await client.callTool(touch);
  expect(answer.isError).toBe(true);
  expect(JSON.parse(textOf(answer))).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } });
  expect([terminalIn(workspace).list().length, isMade(workspace)]).toEqual([1, false]);
});

test('a call that is withdrawn takes its question back, and a late answer starts nothing', async () => {
  const workspace = newWorkspace();
  const server = await serveShell(workspace);
  const { questions, person } = slowPerson();
  const client = await connect(newClient({ generation: '2025-11-25', person }), server);
  const cancel = new AbortController();
  const call = client.callTool(touch, { signal: cancel.signal }).catch(() => 'withdrawn');
  await expect.poll(() => questions.length, patience).toBe(1);
  cancel.abort();
  expect(await call).toBe('withdrawn');
  await expect.poll(() => terminalIn(workspace).list(), patience).toEqual([]);
  questions[0]?.answer(approve);
  expect(textOf(await client.callTool({ name: 'cli', arguments: { command: 'runs list' } }))).toContain('"canceled"');
  expect(isMade(workspace)).toBe(false);
});

test('the runs of a chat can be stopped together', async () => {
  const workspace = newWorkspace();
  const server = await serveShell(workspace, { yieldMs: 300 });
  const client = await connect(newClient({ generation: '2025-11-25' }), server);
  const start = async (seconds: string, chat: string) => {
    const given = { command: 'sh', parameters: ['-c', `exec sleep ${seconds}`] };
    await client.callTool({ name: 'shell_cmd', arguments: given, _meta: { 'cmdgate/chat': chat } });
    return await findProcess(workspace, 'sleep', seconds);
  };
  const [one, two, other] = [await start('601', 'a'), await start('602', 'a'), await start('603', 'b')];
  expect([one, two, other].map(isAlive)).toEqual([true, true, true]);
  expect(server.gate.cancel({ chat: 'a' })).toBe('cancel_requested');
  await expect.poll(() => [one, two].map(isAlive), patience).toEqual([false, false]);
  expect(isAlive(other)).toBe(true);
});

test('what was sent to the background goes on when the session ends', async () => {
  const workspace = newWorkspace();
  const server = await serveShell(workspace);
  const client = newClient({ generation: '2025-11-25' });
  const transport = new StreamableHTTPClientTransport(new URL(server.url));
  await client.connect(transport);
  writeFileSync(join(workspace, 'wait.sh'), 'until [ -e go ]; do sleep 0.05; done; touch done\n');
  const command = 'shell --background -- sh wait.sh';
  expect(textOf(await client.callTool({ name: 'cli', arguments: { command } }))).toContain('"success":true');
  await transport.terminateSession();
  writeFileSync(join(workspace, 'go'), '');
  await expect.poll(() => existsSync(join(workspace, 'done')), patience).toBe(true);
});

test('a client is asked between two calls also while somebody sits at the terminal', async () => {
  const workspace = newWorkspace();
  const server = await serveShell(workspace);
  onTestFinished(terminalIn(workspace).attend());
  const { send, ask } = await openByHand(server);
  const { requestState } = await ask();
  expect(await send({ inputResponses: { approval: approve }, requestState })).toMatchObject({ isError: false });
  expect(isMade(workspace)).toBe(true);
});

test('a caller who may not run programs is not shown the tool for it', async () => {
  const reader = { caller: { name: 'reader', may: ['runs *'] }, token: 'token-of-reader' };
  const server = await serveShell(newWorkspace(), { callers: [reader] });
  const client = await connect(newClient({ generation: '2025-11-25' }), server, reader.token);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['cli']);
  await expect(client.callTool(touch)).rejects.toMatchObject({ code: -32602 });
});
