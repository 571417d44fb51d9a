// The same behaviour through both transports and both protocol generations, seen by a real client.

import { randomUUID } from 'node:crypto';
import { Client, type Progress, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Heartbeat } from '../../src/surfaces/mcp/progress.js';
import { serveHttp } from '../../src/surfaces/mcp/serve-http.js';
import { stdioServer } from './fixtures/stdio-process.js';
import { localCaller, openSession, openTestGate } from './fixtures/test-gate.js';

/** How long something may take on a busy machine. */
const patience = { timeout: 20_000 };

const generations = ['2025-11-25', '2026-07-28'] as const;
const transports = ['stdio', 'http'] as const;

const cliTool = {
  name: 'cli',
  description: "Execute CLI command. Run 'help' for available commands.",
  inputSchema: {
    type: 'object',
    properties: {
      command: { type: 'string', description: "CLI command string (e.g., 'calendar events --today')" },
    },
    required: ['command'],
  },
};

describe.each(transports.flatMap((transport) => generations.map((generation) => ({ transport, generation }))))(
  '$transport, $generation',
  ({ transport, generation }) => {
    let client: Client;
    const cleanUp: (() => Promise<void>)[] = [];

    async function connect(heartbeat: Heartbeat): Promise<Client> {
      const opened = new Client(
        { name: 'test', version: '1.0.0' },
        generation === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } } : {},
      );
      if (transport === 'stdio') {
        const args = [...stdioServer.args, String(heartbeat.firstMs), String(heartbeat.everyMs)];
        await opened.connect(new StdioClientTransport({ command: stdioServer.command, args, stderr: 'ignore' }));
        cleanUp.push(() => opened.close());
        return opened;
      }
      const gate = await openTestGate();
      const server = await serveHttp({ gate, localCaller, openSession, heartbeat });
      await opened.connect(new StreamableHTTPClientTransport(new URL(server.url)));
      cleanUp.push(
        () => opened.close(),
        () => server.close(),
        () => gate.close(),
      );
      return opened;
    }

    beforeAll(async () => {
      client = await connect({ firstMs: 60_000, everyMs: 60_000 });
    });

    afterAll(async () => {
      for (const step of cleanUp) await step();
    });

    const call = (command: string) => client.callTool({ name: 'cli', arguments: { command } });

    /** The ACLI response of a call, which must be all that the result holds. */
    const respond = async (command: string): Promise<Record<string, unknown>> => {
      const { _meta, resultType, ...result } = await call(command);
      const [content] = result.content;
      const text = content?.type === 'text' ? content.text : '';
      const response: Record<string, unknown> = JSON.parse(text);
      expect(result).toEqual({ content: [{ type: 'text', text }], isError: response.success !== true });
      expect(text).toBe(JSON.stringify(response));
      return response;
    };

    const stateOf = async (id: string) => (await respond(`state ${id}`)).data;

    test('the client gets the generation it asked for, the gate’s name, and how to start', () => {
      expect(client.getNegotiatedProtocolVersion()).toBe(generation);
      expect(client.getServerVersion()).toEqual({ name: 'test-gate', version: '1.2.3', description: 'For the tests' });
      expect(client.getInstructions()).toMatch(/^test-gate: For the tests\nThe tool cli runs one command per call\./);
    });

    test('the list of tools is the definition of the specification and nothing else', async () => {
      const { tools } = await client.listTools();
      expect(tools).toEqual([cliTool]);
    });

    test('a call answers with the ACLI response as its only content', async () => {
      expect(await respond('echo hello')).toMatchObject({ success: true, data: { text: 'hello' } });
    });

    test('a failed command is an answer, with isError', async () => {
      expect(await respond('nothing')).toMatchObject({ success: false, error: { code: 'COMMAND_NOT_FOUND' } });
    });

    test.each([
      [undefined, 'The argument "command" is missing.'],
      [{}, 'The argument "command" is missing.'],
      [{ command: 7 }, 'The argument "command" must be a string, not a number.'],
      [{ command: null }, 'The argument "command" must be a string, not null.'],
      [{ command: ['help'] }, 'The argument "command" must be a string, not an array.'],
      [{ command: 'help', max: 3 }, 'The tool has no argument "max".'],
    ])('wrong arguments %j get an answer that says what is wrong', async (wrong, message) => {
      const result = await client.callTool({ name: 'cli', ...(wrong && { arguments: wrong }) });
      const [content] = result.content;
      expect(result.isError).toBe(true);
      expect(JSON.parse(content?.type === 'text' ? content.text : '')).toMatchObject({
        success: false,
        error: { code: 'VALIDATION_ERROR', message, hint: expect.stringContaining('{"command": "help"}') },
      });
      expect(await respond('echo still-here')).toMatchObject({ success: true });
    });

    test('another tool is refused as the protocol says, and the server keeps serving', async () => {
      await expect(client.callTool({ name: 'shell', arguments: {} })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('Unknown tool: "shell"'),
      });
      expect(await respond('echo still-here')).toMatchObject({ success: true });
    });

    test('a cancelled call reaches the signal of its handler, and no other', async () => {
      const [id, other] = [randomUUID(), randomUUID()];
      const cancel = new AbortController();
      const cancelOther = new AbortController();
      const wait = (name: string, { signal }: AbortController) =>
        client.callTool({ name: 'cli', arguments: { command: `wait ${name}` } }, { signal }).catch(() => 'rejected');
      const waiting = wait(id, cancel);
      const otherWaiting = wait(other, cancelOther);
      await expect.poll(() => stateOf(id), patience).toBe('running');
      await expect.poll(() => stateOf(other), patience).toBe('running');

      cancel.abort();

      expect(await waiting).toBe('rejected');
      await expect.poll(() => stateOf(id), patience).toBe('aborted');
      expect(await stateOf(other)).toBe('running');
      cancelOther.abort();
      expect(await otherWaiting).toBe('rejected');
      await expect.poll(() => stateOf(other), patience).toBe('aborted');
    });

    /** What a call reports. It is let go when that has arrived: the client drops progress that comes with the answer. */
    const progressOf = async (command: string, id: string, count: number): Promise<Progress[]> => {
      const seen: Progress[] = [];
      const answer = client.callTool(
        { name: 'cli', arguments: { command } },
        { onprogress: (progress) => seen.push(progress) },
      );
      await expect.poll(() => seen.length, patience).toBe(count);
      await respond(`release ${id}`);
      expect(await answer).toMatchObject({ isError: false });
      return seen;
    };

    test('the handler’s progress arrives in order and always increases', async () => {
      const id = randomUUID();
      expect(await progressOf(`steps ${id} 0 2 1 2 5`, id, 5)).toEqual([
        { progress: 0, total: 10, message: 'at 0' },
        { progress: 2, total: 10, message: 'at 2' },
        { progress: expect.closeTo(2.001, 6), total: 10, message: 'at 1' },
        { progress: expect.closeTo(2.002, 6), total: 10, message: 'at 2' },
        { progress: 5, total: 10, message: 'at 5' },
      ]);
    });

    test('the values of a handler that streams arrive while it runs', async () => {
      const id = randomUUID();
      const seen = await progressOf(`stream ${id} 3`, id, 3);
      expect(seen.map(({ message }) => message)).toEqual(['{"index":1}', '{"index":2}', '{"index":3}']);
    });

    test('a silent call with a progress token has a heartbeat', async () => {
      const seen: Progress[] = [];
      const cancel = new AbortController();
      const impatient = await connect({ firstMs: 20, everyMs: 20 });
      const waiting = impatient
        .callTool(
          { name: 'cli', arguments: { command: `wait ${randomUUID()}` } },
          { onprogress: (progress) => seen.push(progress), signal: cancel.signal },
        )
        .catch(() => 'rejected');
      await expect.poll(() => seen.length, patience).toBeGreaterThanOrEqual(3);
      cancel.abort();
      expect(await waiting).toBe('rejected');
      expect(seen.slice(0, 3)).toEqual([
        { progress: expect.closeTo(0.001, 6), message: expect.stringMatching(/^running for \d+ s$/) },
        { progress: expect.closeTo(0.002, 6), message: expect.stringMatching(/^running for \d+ s$/) },
        { progress: expect.closeTo(0.003, 6), message: expect.stringMatching(/^running for \d+ s$/) },
      ]);
    });

    test('a hundred calls at once each get their own answer', async () => {
      const texts = Array.from({ length: 100 }, (_, index) => `text-${index}`);
      const answers = await Promise.all(
        texts.map(async (text, index) => (await respond(`echo ${text} --delay ${(index * 37) % 50}`)).data),
      );
      expect(answers).toEqual(texts.map((text) => ({ text })));
    });
  },
);
