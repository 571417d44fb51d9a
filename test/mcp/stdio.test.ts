import { afterEach, beforeEach, expect, test } from 'vitest';
import { StdioProcess } from './fixtures/stdio-process.js';

let server: StdioProcess;

beforeEach(() => {
  server = new StdioProcess();
});

afterEach(() => {
  server.kill();
});

const initialize = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

const call = (id: number, command: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'cli', arguments: { command } },
});

async function open(): Promise<void> {
  server.send(initialize);
  expect(await server.next()).toMatchObject({ id: 'init', result: { protocolVersion: '2025-11-25' } });
  server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
}

const unreadable = (code: number, id: unknown = null) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.stringMatching(/^(Parse error|Invalid request): /) },
});

test('garbage is answered as JSON-RPC says, before and after the handshake, and the server keeps serving', async () => {
  server.write('this is not JSON\n');
  expect(await server.next()).toEqual(unreadable(-32700));
  await open();
  const garbage: [string | Buffer, unknown][] = [
    ['{"jsonrpc":"2.0","id":1,\n', unreadable(-32700)],
    [Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]), unreadable(-32700)],
    ['[]\n', unreadable(-32600)],
    ['"text"\n', unreadable(-32600)],
    ['{"id":7}\n', unreadable(-32600, 7)],
    ['{"jsonrpc":"1.0","id":"x","method":"ping"}\n', unreadable(-32600, 'x')],
    [`${'['.repeat(100_000)}\n`, unreadable(-32700)],
    [`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"text":"${'x'.repeat(5_000_000)}"}}\n`, unreadable(-32600)],
  ];
  for (const [line, answer] of garbage) {
    server.write(line);
    expect(await server.next()).toEqual(answer);
  }
  server.write('\n  \r\n');
  server.send(call(2, 'echo fine'));
  expect(await server.next()).toMatchObject({ id: 2, result: { isError: false } });
  expect(await server.end()).toBe(0);
});

test('a client of MCP 2025-03-26 may send batches, which are answered as one; nobody else may', async () => {
  const batch = [
    call(1, 'echo one'),
    call(2, 'echo two --delay 30'),
    7,
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    call(1, 'echo again'),
    call(3, 'wait withdrawn'),
  ];
  await open();
  server.send(batch);
  expect(await server.next()).toEqual(unreadable(-32600));
  server.kill();

  server = new StdioProcess();
  server.send({ ...initialize, params: { ...initialize.params, protocolVersion: '2025-03-26' } });
  expect(await server.next()).toMatchObject({ result: { protocolVersion: '2025-03-26' } });
  server.send(batch);
  server.send([{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } }]);
  expect(await server.next()).toMatchObject([
    unreadable(-32600),
    { id: 1, error: { message: expect.stringContaining('Use a new id') } },
    { id: 1, result: { isError: false } },
    { id: 2, result: { isError: false } },
  ]);
  expect(await server.end()).toBe(0);
});

test('a message may come in pieces, and end with CRLF', async () => {
  await open();
  const text = `${JSON.stringify(call(3, 'echo Grüße'))}\r\n`;
  for (const byte of Buffer.from(text)) server.write(Buffer.from([byte]));
  expect(await server.next()).toMatchObject({ id: 3, result: { isError: false } });
});

test('quick calls that came before the end of the input are answered', async () => {
  server.send(initialize);
  server.send(call(4, 'echo piped'));
  const ended = server.end();
  expect(await server.next()).toMatchObject({ id: 'init' });
  expect(await server.next()).toMatchObject({ id: 4, result: { isError: false } });
  expect(await ended).toBe(0);
});

test('the end of the input cancels a running call, answers it, and ends the server', async () => {
  await open();
  server.send(call(5, 'wait at-end'));
  server.send(call(6, 'state at-end'));
  expect(await server.next()).toMatchObject({ id: 6, result: { isError: false } });
  const ended = server.end();
  expect(await server.next()).toMatchObject({ id: 5, result: { isError: true } });
  expect(await server.next()).toBeUndefined();
  expect(await ended).toBe(0);
  expect(server.stderr).toContain('aborted at-end\n');
  expect(server.stderr).toContain('served\n');
});

test('a cancelled call is not answered, and the next one is', async () => {
  await open();
  server.send(call(7, 'wait cancelled'));
  server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
  server.send(call(8, 'echo next'));
  expect(await server.next()).toMatchObject({ id: 8, result: { isError: false } });
  const ended = server.end();
  expect(await server.next()).toBeUndefined();
  expect(await ended).toBe(0);
});

test('what is written holds exactly the fields of the specification', async () => {
  await open();
  server.send({ jsonrpc: '2.0', id: 9, method: 'tools/list' });
  expect(await server.next()).toEqual({
    jsonrpc: '2.0',
    id: 9,
    result: {
      tools: [
        {
          name: 'cli',
          description: "Execute CLI command. Run 'help' for available commands.",
          inputSchema: {
            type: 'object',
            properties: {
              command: { type: 'string', description: "CLI command string (e.g., 'calendar events --today')" },
            },
            required: ['command'],
          },
        },
      ],
    },
  });
  server.send(call(10, 'echo exact'));
  expect(await server.next()).toEqual({
    jsonrpc: '2.0',
    id: 10,
    result: { content: [{ type: 'text', text: expect.stringContaining('"exact"') }], isError: false },
  });
  for (const cursor of ['page-2', 7, '']) {
    server.send({ jsonrpc: '2.0', id: 11, method: 'tools/list', params: { cursor } });
    const message = expect.stringMatching(/^Unknown cursor\. List the tools without a cursor/);
    expect(await server.next()).toMatchObject({ id: 11, error: { code: -32602, message } });
  }
  for (const level of ['loud', 7, undefined]) {
    server.send({ jsonrpc: '2.0', id: 13, method: 'logging/setLevel', params: { level } });
    const message = expect.stringMatching(/^Unknown log level\. The levels are debug, info/);
    expect(await server.next()).toMatchObject({ id: 13, error: { code: -32602, message } });
  }
  server.send({ jsonrpc: '2.0', id: 12, method: 'tools/call', params: { name: 'cli', arguments: 'help' } });
  expect(await server.next()).toMatchObject({ id: 12, error: { code: -32602 } });
});
