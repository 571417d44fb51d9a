// shell_cmd through both transports and both protocol generations, seen by a real client.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElicitRequest, ElicitResult, Progress } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findProcess } from '../fixtures/find-process.js';
import { isAlive } from '../fixtures/is-alive.js';
import { openShellClient, type ShellClient, textOf } from './fixtures/shell-client.js';

/** How long something may take on a busy machine. */
const patience = { timeout: 20_000 };

const generations = ['2025-11-25', '2026-07-28'] as const;
const transports = ['stdio', 'http'] as const;
const doors = transports.flatMap((transport) => generations.map((generation) => ({ transport, generation })));

/** Prints the words, then waits until there is a file `go`. */
const printAndWait = (...words: string[]) => ({
  command: 'sh',
  parameters: ['-c', `for word; do echo "$word"; done; until [ -e go ]; do sleep 0.05; done; echo end`, 'sh', ...words],
});

/** Goes on for long. */
const goOn = { command: 'sh', parameters: ['-c', 'exec sleep 600'] };

const letGo = ({ workspace }: ShellClient) => writeFileSync(join(workspace, 'go'), '');

const pidIn = ({ workspace }: ShellClient) => findProcess(workspace, 'sleep', '600');

describe.each(doors)('$transport, $generation', (door) => {
  const cleanUp: (() => unknown)[] = [];
  /** Serves all tests that need nothing of their own. */
  let opened: ShellClient;
  const openOwn = (yieldMs: number) => openShellClient({ ...door, yieldMs }, onTestFinished);

  beforeAll(async () => {
    opened = await openShellClient(door, (step) => cleanUp.unshift(step));
  });

  afterAll(async () => {
    for (const step of cleanUp) await step();
  });

  test('it is the second tool, and the model is told how to use both', async () => {
    const { client } = opened;
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['cli', 'shell_cmd']);
    expect(tools[1]?.inputSchema).toMatchObject({
      type: 'object',
      properties: {
        command: { type: 'string' },
        parameters: { type: 'array', items: { type: 'string' } },
        directory: { type: 'string' },
        timeout: { type: 'number', default: 600_000 },
        output_format: { type: 'string', enum: ['markdown', 'json'], default: 'markdown' },
        output_detail: { type: 'string', enum: ['minimal', 'full'], default: 'minimal' },
        artifact_paths: { type: 'array', items: { type: 'string' } },
        stdin: { type: 'string' },
      },
      required: ['command'],
      additionalProperties: false,
    });
    expect(client.getInstructions()).toContain('shell_cmd');
    await expect(client.callTool({ name: 'shell', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('The tools are "cli" and "shell_cmd".'),
    });
  });

  test('a program runs, and every argument arrives as it was', async () => {
    const parameters = ['%s\\n', "it's", '$HOME', 'a  b', '', '*'];
    const { text, isError } = await opened.run({ command: 'printf', parameters, output_format: 'json' });
    expect(isError).toBe(false);
    expect(JSON.parse(text)).toMatchObject({ exit_code: 0, stdout: "it's\n$HOME\na  b\n\n*\n" });
    expect(await opened.run({ command: 'cat', stdin: 'given' })).toMatchObject({
      isError: false,
      text: expect.stringContaining('given'),
    });
  });

  test('wrong arguments are an answer that names all of them', async () => {
    const { text, isError } = await opened.run({ command: 7, parameters: 'x', shell: true, output_format: 'json' });
    expect(isError).toBe(true);
    const { error } = JSON.parse(text);
    expect(error.code).toBe('VALIDATION_ERROR');
    for (const name of ['command', 'parameters', 'shell']) expect(JSON.stringify(error.details)).toContain(name);
    const missing = await opened.client.callTool({ name: 'shell_cmd' });
    expect(missing.isError).toBe(true);
    expect(textOf(missing)).toContain('command');
  });

  test('what is printed arrives as progress while the program runs', async () => {
    const seen: Progress[] = [];
    const answer = opened.client.callTool(
      { name: 'shell_cmd', arguments: printAndWait('grün', '🙂') },
      { onprogress: (progress) => seen.push(progress) },
    );
    await expect.poll(() => seen.map(({ message }) => message).join(''), patience).toContain('grün\n🙂\n');
    letGo(opened);
    expect((await answer).isError).toBe(false);
    const values = seen.map(({ progress }) => progress);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
  });

  test('a client that asks for log messages gets everything that is printed, in order', async () => {
    const { client, run } = opened;
    const messages: { level: string; logger?: string | undefined; data: Record<string, unknown> }[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => {
      messages.push(params as (typeof messages)[number]);
    });
    const count = { command: 'sh', parameters: ['-c', 'seq 1 20000; echo trouble >&2; sleep 0.2; echo last'] };
    await run(count);
    expect(messages).toEqual([]);

    const level = { 'io.modelcontextprotocol/logLevel': 'info' };
    if (door.generation === '2025-11-25') await client.setLoggingLevel('info');
    await run(count, { 'cmdgate/chat': 'chat-7', ...(door.generation === '2026-07-28' && level) });

    const content = (stream: string) =>
      messages.flatMap(({ data }) => (data.stream === stream ? [data.content] : [])).join('');
    await expect.poll(() => content('stdout'), patience).toMatch(/last\n$/);
    expect(content('stdout')).toBe(`${Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('')}last\n`);
    expect(content('stderr')).toBe('trouble\n');
    const numbers = messages.map(({ data }) => Number(data.seq));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(messages[0]).toEqual({
      level: 'info',
      logger: 'shell_cmd',
      data: {
        type: 'tool-stream',
        stream: 'stdout',
        content: expect.stringMatching(/^1\n2\n/),
        seq: expect.any(Number),
        run_id: expect.stringMatching(/^run_/),
        session_id: expect.stringMatching(/^session_/),
        chat_id: 'chat-7',
      },
    });
  });

  test('a chat that could not be named again is refused', async () => {
    for (const chat of ['', 7, 'x'.repeat(201)]) {
      await expect(opened.run({ command: 'true' }, { 'cmdgate/chat': chat })).rejects.toMatchObject({ code: -32602 });
    }
  });

  test('what needs a person is refused where the client has nobody to ask, whatever the arguments say', async () => {
    const given = { command: 'touch', parameters: ['made'], output_format: 'json' };
    const more = { decision: 'approve once', inputResponses: { approval: { action: 'accept' } } };
    expect(await opened.run({ ...given, ...more })).toMatchObject({ isError: true });
    const { text, isError } = await opened.run(given);
    expect(isError).toBe(true);
    expect(text).toContain('approval_');
    expect(existsSync(join(opened.workspace, 'made'))).toBe(false);
  });

  test('a long run is answered with its id, and goes on', async () => {
    const own = await openOwn(300);
    const { text, isError } = await own.run({ ...printAndWait('first'), output_format: 'json' });
    expect(isError).toBe(false);
    const { status, run_id: id, next } = JSON.parse(text);
    expect(['queued', 'starting', 'running']).toContain(status);
    expect(next).toBe(`runs wait ${id}`);
    letGo(own);
    expect(await own.cli(next)).toMatchObject({
      success: true,
      data: { state: 'completed', data: { stdout: 'first\nend\n' } },
    });
  });

  test('what still runs when the client leaves is ended', async () => {
    const own = await openOwn(200);
    const { text } = await own.run(goOn);
    expect(text).toContain('runs wait run_');
    const pid = await pidIn(own);
    expect(isAlive(pid)).toBe(true);
    await own.leave();
    await expect.poll(() => isAlive(pid), patience).toBe(false);
  });
});

describe.each(doors)('what needs a person, over $transport, $generation', (door) => {
  const cleanUp: (() => unknown)[] = [];
  const questions: ElicitRequest['params'][] = [];
  let says: ElicitResult = { action: 'cancel' };
  let opened: ShellClient;

  beforeAll(async () => {
    const person = (question: ElicitRequest['params']) => {
      questions.push(question);
      return says;
    };
    opened = await openShellClient({ ...door, person }, (step) => cleanUp.unshift(step));
  });

  afterEach(() => {
    questions.length = 0;
  });

  afterAll(async () => {
    for (const step of cleanUp) await step();
  });

  const touch = (...parameters: string[]) => opened.run({ command: 'touch', parameters, output_format: 'json' });
  const isMade = (name: string) => existsSync(join(opened.workspace, name));

  test('it runs when the person approves, who has seen everything', async () => {
    says = { action: 'accept', content: { decision: 'approve once' } };
    expect(await touch('approved', ' a "b"\u202e\n')).toMatchObject({ isError: false });
    expect([questions.length, isMade('approved')]).toEqual([1, true]);
    const [question] = questions;
    const directory = `Directory    ${opened.workspace}\n`;
    for (const part of ['"approved"', String.raw`"\x20a \"b\"\u202e\n"`, directory, 'It makes files.']) {
      expect(question?.message).toContain(part);
    }
    expect(question).toMatchObject({
      requestedSchema: {
        properties: {
          decision: { enum: ['deny', 'approve once', 'this session', 'always', 'always similar'] },
          note: { type: 'string' },
        },
        required: ['decision'],
      },
    });
    // Once: the same request asks again.
    expect(await touch('approved', ' a "b"\u202e\n')).toMatchObject({ isError: false });
    expect(questions).toHaveLength(2);
  });

  test.each([
    { action: 'decline' },
    { action: 'accept', content: { decision: 'deny', note: 'Use another name' } },
  ] satisfies ElicitResult[])('it does not run when the person says no: %j', async (answer) => {
    says = answer;
    const { text, isError } = await touch('denied');
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
    expect(text).toContain(answer.content ? 'Use another name' : 'A person denied');
    expect([questions.length, isMade('denied')]).toEqual([1, false]);
  });

  test.each([
    { action: 'cancel' },
    { action: 'accept' },
    { action: 'accept', content: { decision: 'yes' } },
  ] satisfies ElicitResult[])('it does not run when nothing was decided: %j', async (answer) => {
    says = answer;
    const { text, isError } = await touch('undecided');
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } });
    expect([questions.length, isMade('undecided')]).toEqual([1, false]);
  });

  test('always is said once', async () => {
    says = { action: 'accept', content: { decision: 'always' } };
    expect(await touch('always')).toMatchObject({ isError: false });
    expect(questions[0]?.message).toMatch(
      /"always" also writes this rule.*\n\n {4}Rule +\{\n.*"decision": "allow".*\[\s+"always"\s+\]/s,
    );
    expect(await touch('always')).toMatchObject({ isError: false });
    expect([questions.length, isMade('always')]).toEqual([1, true]);
  });

  test('the commands of the other tool ask as well', async () => {
    says = { action: 'accept', content: { decision: 'approve once' } };
    expect(await opened.cli('shell -- touch by-cli')).toMatchObject({ success: true });
    expect([questions.length, isMade('by-cli')]).toEqual([1, true]);
  });
});
