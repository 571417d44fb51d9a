// Runs that go on, as tasks of the extension `io.modelcontextprotocol/tasks`, seen by a real client.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openFileApprovalStore } from '../../src/ledger/approvals/file-approval-store.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { findProcess } from '../fixtures/find-process.js';
import { isAlive } from '../fixtures/is-alive.js';
import { jsonHeaders, rawHttp } from './fixtures/raw-http.js';
import { type CleanUp, newClient, newWorkspace, serveShell, textOf } from './fixtures/shell-client.js';
import { connectTaskClient, overHttp, overStdio, type TaskClient, tasksExtension } from './fixtures/task-client.js';

/** How long something may take on a busy machine. */
const patience = { timeout: 20_000 };

/** How long a process of its own may take to start and to load what runs a program. */
const startMs = 90_000;

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const taskId = expect.stringMatching(/^run_[0-9a-z_]+$/);
const facts = { taskId, createdAt: time, lastUpdatedAt: time, ttlMs: null, pollIntervalMs: 1_000 };

/** Prints a word, then waits until there is a file `go`. */
const printAndWait = {
  command: 'sh',
  parameters: ['-c', 'echo first; until [ -e go ]; do sleep 0.05; done; echo last'],
  output_format: 'json',
};

const letGo = (workspace: string) => writeFileSync(join(workspace, 'go'), '');

const withoutMeta = ({ _meta, ...fields }: Record<string, unknown>) => fields;

/** The task as it is when it has ended. */
async function endOf({ get }: TaskClient, id: unknown): Promise<Record<string, unknown>> {
  let task: Record<string, unknown> = {};
  await expect
    .poll(async () => {
      task = await get(id);
      return task.status;
    }, patience)
    .not.toMatch(/^(working|input_required)$/);
  return withoutMeta(task);
}

async function knowsNothingOf({ get, cancel, update }: TaskClient, id: unknown): Promise<void> {
  const unknown = { code: -32602, message: expect.stringContaining('Unknown task') };
  await expect(get(id)).rejects.toMatchObject(unknown);
  await expect(cancel(id)).rejects.toMatchObject(unknown);
  await expect(update(id, {})).rejects.toMatchObject(unknown);
}

const answerIn = (task: Record<string, unknown>) => JSON.parse(textOf(task.result as { content: unknown[] }));

describe.each(['stdio', 'http'] as const)('over %s', (kind) => {
  async function open(yieldMs: number, cleanUp: CleanUp) {
    const workspace = newWorkspace(cleanUp);
    const transport =
      kind === 'stdio' ? overStdio(workspace, yieldMs) : overHttp(await serveShell(workspace, { yieldMs }, cleanUp));
    return { workspace, ...(await connectTaskClient(transport, {}, cleanUp)) };
  }

  const cleanUps: (() => unknown)[] = [];
  /** Serves all tests that need nothing of their own. */
  let opened: Awaited<ReturnType<typeof open>>;

  beforeAll(async () => {
    opened = await open(60_000, (step) => cleanUps.unshift(step));
  }, startMs);

  afterAll(async () => {
    for (const step of cleanUps) await step();
  });

  test('a call that takes long becomes a task, and the task ends with what the call would have answered', {
    timeout: startMs,
  }, async () => {
    const { workspace, ...tasks } = await open(500, onTestFinished);
    const created = await tasks.call('shell_cmd', printAndWait);
    const working = { ...facts, statusMessage: expect.any(String), status: 'working' };
    expect(withoutMeta(created)).toEqual({ ...working, content: [], isTask: true });
    const statusMessage = `Running. 'runs output ${created.taskId}' shows its output so far.`;
    await expect
      .poll(async () => withoutMeta(await tasks.get(created.taskId)), patience)
      .toEqual({ ...working, statusMessage });
    letGo(workspace);
    const ended = await endOf(tasks, created.taskId);
    const content = [{ type: 'text', text: expect.any(String) }];
    const result = { resultType: 'complete', content, isError: false };
    expect(ended).toEqual({ ...facts, status: 'completed', result });
    expect(answerIn(ended)).toMatchObject({ run_id: created.taskId, exit_code: 0, stdout: 'first\nlast\n' });
    expect(await endOf(tasks, created.taskId)).toEqual(ended);
  });

  test('what is sent to the background is a task at once', async () => {
    const { workspace, ...tasks } = opened;
    const command = "shell --background -- sh -c 'until [ -e go ]; do sleep 0.05; done; echo done'";
    const { taskId: id, isTask } = await tasks.call('cli', { command });
    expect([id, isTask]).toEqual([taskId, true]);
    expect(await tasks.get(id)).toMatchObject({ status: 'working' });
    letGo(workspace);
    expect(answerIn(await endOf(tasks, id))).toMatchObject({ success: true, data: { exit_code: 0, stdout: 'done\n' } });
    // It is a run like any other.
    const shown = await tasks.call('cli', { command: `runs show ${id}` });
    expect(JSON.parse(textOf(shown as { content: unknown[] }))).toMatchObject({
      data: { run: id, state: 'completed' },
    });
  });

  test('what fails or takes too long has completed with an error, as the call would have', async () => {
    const tasks = opened;
    const failing = await tasks.call('cli', { command: "shell --background -- sh -c 'exit 3'" });
    expect(await endOf(tasks, failing.taskId)).toMatchObject({ status: 'completed', result: { isError: true } });
    const slow = await tasks.call('cli', { command: 'shell --background --timeout 200 -- sh -c "sleep 600"' });
    const ended = await endOf(tasks, slow.taskId);
    expect(ended).toMatchObject({ status: 'completed', result: { isError: true } });
    expect(JSON.stringify(answerIn(ended))).toContain('TIMEOUT');
  });

  test('a task that is canceled ends with everything that it started', async () => {
    const { workspace, ...tasks } = opened;
    const { taskId: id } = await tasks.call('cli', { command: "shell --background -- sh -c 'exec sleep 601'" });
    const pid = await findProcess(workspace, 'sleep', '601');
    expect(isAlive(pid)).toBe(true);
    expect(withoutMeta(await tasks.cancel(id))).toEqual({});
    expect(await endOf(tasks, id)).toEqual({ ...facts, statusMessage: expect.any(String), status: 'cancelled' });
    await expect.poll(() => isAlive(pid), patience).toBe(false);
    // It cannot be canceled twice, and saying so again is no error.
    expect(withoutMeta(await tasks.cancel(id))).toEqual({});
  });

  test('a call that is quick, refused or only asks what would happen is answered as ever', async () => {
    const { call } = opened;
    for (const given of [
      { command: 'shell -- printf quick' },
      { command: 'shell --background -- rm x' },
      { command: 'shell --background --dry-run -- true' },
      { command: 'runs list' },
      {},
    ]) {
      const answer = await call('cli', given);
      expect(answer).not.toHaveProperty('taskId');
      expect(answer).toMatchObject({ content: [{ type: 'text' }] });
    }
  });

  test('what is no task is unknown, whatever it is called', async () => {
    const odd = [undefined, null, 7, {}, ['run_1'], '', 'run_1', '__proto__', '--help', 'run_1 --all', 'run_\u0000'];
    for (const id of [...odd, `run_${'9'.repeat(5_000)}`]) {
      await knowsNothingOf(opened, id);
    }
  });

  test('many tasks are all there, each with its own answer', async () => {
    const tasks = opened;
    const words = Array.from({ length: 25 }, (_, index) => `word-${index}`);
    const created = await Promise.all(
      words.map((word) => tasks.call('cli', { command: `shell --background -- printf ${word}` })),
    );
    const ends = await Promise.all(created.map(({ taskId: id }) => endOf(tasks, id)));
    expect(ends.map((end) => answerIn(end).data.stdout)).toEqual(words);
  });
});

describe('a client that does not know the extension', () => {
  const wait = { name: 'shell_cmd', arguments: printAndWait };

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'of %s gets an answer that tells how to go on',
    async (generation) => {
      const workspace = newWorkspace();
      const client = newClient({ generation });
      await client.connect(overHttp(await serveShell(workspace, { yieldMs: 300 })));
      const answer = await client.callTool(wait);
      expect(JSON.parse(textOf(answer))).toMatchObject({
        run_id: taskId,
        next: expect.stringMatching(/^runs wait run_/),
      });
      letGo(workspace);
      const extensions = client.getServerCapabilities()?.extensions;
      expect(extensions).toEqual(generation === '2026-07-28' ? { [tasksExtension]: {} } : undefined);
    },
  );

  test('is told what it would have to know', async () => {
    const tasks = await connectTaskClient(overHttp(await serveShell(newWorkspace())), { capabilities: {} });
    const missing = { code: -32021, data: { requiredCapabilities: { extensions: { [tasksExtension]: {} } } } };
    for (const id of ['run_1', undefined]) {
      await expect(tasks.get(id)).rejects.toMatchObject(missing);
      await expect(tasks.cancel(id)).rejects.toMatchObject(missing);
      await expect(tasks.update(id, {})).rejects.toMatchObject(missing);
    }
  });

  test('of the earlier generation has no such methods', async () => {
    const client = newClient({ generation: '2025-11-25' });
    const server = await serveShell(newWorkspace());
    await client.connect(overHttp(server));
    const nothing = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const;
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
      const answer = client.request({ method, params: { taskId: 'run_1' } }, nothing);
      await expect(answer).rejects.toMatchObject({ code: -32601 });
    }
  });
});

test('no caller sees, answers or ends the task of another', async () => {
  const workspace = newWorkspace();
  const caller = (name: string) => ({ caller: { name, may: 'everything' as const }, token: `token-of-${name}` });
  const server = await serveShell(workspace, { callers: [caller('one'), caller('two')] });
  const one = await connectTaskClient(overHttp(server, 'token-of-one'));
  const two = await connectTaskClient(overHttp(server, 'token-of-two'));
  const command = "shell --background -- sh -c 'until [ -e go ]; do sleep 0.05; done; echo mine'";
  const { taskId: id } = await one.call('cli', { command });
  await knowsNothingOf(two, id);
  letGo(workspace);
  expect(answerIn(await endOf(one, id))).toMatchObject({ data: { stdout: 'mine\n' } });
  await knowsNothingOf(two, id);
});

test('a task outlives the gate that had it, for its own caller', async () => {
  const workspace = newWorkspace();
  const caller = (name: string) => ({ caller: { name, may: 'everything' as const }, token: `token-of-${name}` });
  const options = { callers: [caller('one'), caller('two')], ledger: true };
  const first = await serveShell(workspace, options);
  const before = await connectTaskClient(overHttp(first, 'token-of-one'));
  const done = await before.call('cli', { command: 'shell --background -- printf remembered' });
  const failed = await before.call('cli', { command: "shell --background -- sh -c 'exit 3'" });
  const ended = await before.call('cli', { command: "shell --background -- sh -c 'exec sleep 600'" });
  expect(await endOf(before, done.taskId)).toMatchObject({ status: 'completed', result: { isError: false } });
  await endOf(before, failed.taskId);
  await first.close();
  await first.gate.close();

  const second = await serveShell(workspace, options);
  const after = await connectTaskClient(overHttp(second, 'token-of-one'));
  const task = await endOf(after, done.taskId);
  expect(task).toEqual({ ...facts, status: 'completed', result: expect.objectContaining({ isError: false }) });
  expect(answerIn(task)).toMatchObject({ success: true, data: { run: done.taskId, state: 'completed' } });
  expect(JSON.stringify(answerIn(task))).toContain('remembered');
  expect(await endOf(after, failed.taskId)).toMatchObject({ status: 'completed', result: { isError: true } });
  expect(await endOf(after, ended.taskId)).toEqual({ ...facts, status: 'cancelled' });
  expect(withoutMeta(await after.cancel(done.taskId))).toEqual({});
  expect(withoutMeta(await after.update(done.taskId, {}))).toEqual({});
  const other = await connectTaskClient(overHttp(second, 'token-of-two'));
  await knowsNothingOf(other, done.taskId);
});

describe('a task that needs a person', () => {
  const capabilities = { elicitation: { form: {} }, extensions: { [tasksExtension]: {} } };
  const approve = { action: 'accept', content: { decision: 'approve once' } };

  async function ask() {
    const workspace = newWorkspace();
    const server = await serveShell(workspace);
    const tasks = await connectTaskClient(overHttp(server), { capabilities });
    const { taskId: id } = await tasks.call('cli', { command: 'shell --background -- touch made' });
    await expect.poll(async () => (await tasks.get(id)).status, patience).toBe('input_required');
    const task = await tasks.get(id);
    const [key = ''] = Object.keys(task.inputRequests as object);
    return { workspace, server, tasks, id, task, key, isMade: () => existsSync(join(workspace, 'made')) };
  }

  test('carries the question, in the same words each time, and goes on with the answer', async () => {
    const { tasks, id, task, key, isMade } = await ask();
    expect(withoutMeta(task)).toEqual({
      ...facts,
      statusMessage: `Waiting for a person's approval (${key}).`,
      status: 'input_required',
      inputRequests: {
        [key]: {
          method: 'elicitation/create',
          params: {
            mode: 'form',
            message: expect.stringContaining('"made"'),
            requestedSchema: expect.objectContaining({ required: ['decision'] }),
          },
        },
      },
    });
    expect(withoutMeta(await tasks.get(id))).toEqual(withoutMeta(task));
    expect(isMade()).toBe(false);
    expect(withoutMeta(await tasks.update(id, { [key]: approve }))).toEqual({});
    expect(await endOf(tasks, id)).toMatchObject({ status: 'completed', result: { isError: false } });
    expect(isMade()).toBe(true);
  });

  test('is not moved by an answer to something else', async () => {
    const { tasks, id, key, task, isMade } = await ask();
    const others = [{ approval: approve }, { approval_1: approve }, { [key]: 'approve' }, { [key]: { approve } }];
    const nonsense = [undefined, null, [], 'approve', {}, ...others];
    for (const responses of nonsense) expect(withoutMeta(await tasks.update(id, responses))).toEqual({});
    expect(withoutMeta(await tasks.get(id))).toEqual(withoutMeta(task));
    expect(isMade()).toBe(false);
  });

  test('ends when the person says no, and tells what he said', async () => {
    const { tasks, id, key, isMade } = await ask();
    await tasks.update(id, { [key]: { action: 'decline', content: { note: 'not today' } } });
    const ended = await endOf(tasks, id);
    expect(ended).toMatchObject({ status: 'completed', result: { isError: true } });
    expect(JSON.stringify(answerIn(ended))).toContain('not today');
    expect(isMade()).toBe(false);
  });

  test.each([
    ['closed', { action: 'cancel' }],
    ['filled with what it did not offer', { action: 'accept', content: { decision: 'yes' } }],
  ])('is unanswered when the form is %s', async (_how, response) => {
    const { tasks, id, key, isMade } = await ask();
    await tasks.update(id, { [key]: response });
    const ended = await endOf(tasks, id);
    expect(ended).toMatchObject({ status: 'completed', result: { isError: true } });
    expect(JSON.stringify(answerIn(ended))).toContain('APPROVAL_REQUIRED');
    expect(isMade()).toBe(false);
  });

  test('takes what somebody else has answered', async () => {
    const { workspace, tasks, id, key, isMade } = await ask();
    const terminal = openFileApprovalStore({ directory: ownDirectory(workspace) });
    expect(terminal.answer(key, { answer: 'approve', by: 'terminal' })).toBe('answered');
    expect(await endOf(tasks, id)).toMatchObject({ status: 'completed', result: { isError: false } });
    expect(isMade()).toBe(true);
  });

  test('shows its question only to a client that can ask it', async () => {
    const { server, id, key, tasks } = await ask();
    const other = await connectTaskClient(overHttp(server));
    const statusMessage = `Waiting for a person's approval (${key}).`;
    expect(withoutMeta(await other.get(id))).toEqual({ ...facts, statusMessage, status: 'working' });
    await tasks.cancel(id);
    expect(await endOf(tasks, id)).toMatchObject({ status: 'cancelled' });
  });

  test('is not made where the call itself can ask', async () => {
    const workspace = newWorkspace();
    const tasks = await connectTaskClient(overHttp(await serveShell(workspace)), { capabilities });
    // The client goes through the round by itself, and its person closes the form.
    const answer = await tasks.call('cli', { command: 'shell -- touch made' });
    expect(answer).toMatchObject({ isError: true });
    expect(answer).not.toHaveProperty('taskId');
  });
});

test('on the wire: the kinds of results, and the header that names the task', async () => {
  const { url } = await serveShell(newWorkspace());
  const version = '2026-07-28';
  let requests = 0;
  const send = async (method: string, name: string, params: Record<string, unknown>, knows = true) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': knows ? { extensions: { [tasksExtension]: {} } } : {},
    };
    const headers = { ...jsonHeaders, 'mcp-protocol-version': version, 'mcp-method': method, 'mcp-name': name };
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++requests, method, params: { ...params, _meta } });
    const answer = await rawHttp(url, { method: 'POST', headers }, body);
    return { status: answer.status, ...JSON.parse(answer.body) };
  };
  const content = [{ type: 'text', text: expect.stringContaining('"stdout":"done"') }];
  const call = { name: 'cli', arguments: { command: 'shell --background -- printf done' } };
  const { result } = await send('tools/call', 'cli', call);
  expect(withoutMeta(result)).toEqual({
    ...facts,
    resultType: 'task',
    status: 'working',
    statusMessage: expect.any(String),
    content: [],
  });
  const id = result.taskId;
  await expect
    .poll(async () => withoutMeta((await send('tasks/get', id, { taskId: id })).result), patience)
    .toEqual({
      ...facts,
      resultType: 'complete',
      status: 'completed',
      result: { resultType: 'complete', content, isError: false },
    });
  expect(withoutMeta((await send('tasks/cancel', id, { taskId: id })).result)).toEqual({ resultType: 'complete' });
  expect(await send('tasks/get', 'run_other', { taskId: id })).toMatchObject({ status: 400, error: { code: -32020 } });
  expect(await send('tasks/get', id, { taskId: id }, false)).toMatchObject({ status: 400, error: { code: -32021 } });
  expect(await send('tasks/list', '', {})).toMatchObject({ error: { code: -32601 } });
  expect(await send('tasks/result', id, { taskId: id })).toMatchObject({ error: { code: -32601 } });
});
