import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { StdioTransport } from './stdio-transport.js';

const request = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;

async function open(answer?: (message: JSONRPCMessage & { id: number }) => JSONRPCMessage) {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = new StdioTransport(input, output, 1_000_000);
  const received: number[] = [];
  transport.onmessage = (message) => {
    const { id } = message as { id: number };
    received.push(id);
    if (answer) void transport.send(answer(message as JSONRPCMessage & { id: number }));
  };
  await transport.start();
  return { input, output, received };
}

const written = (output: PassThrough) =>
  String(output.read() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test('a client that sends and does not read is not read any further, and gets every answer once it reads', async () => {
  const text = 'x'.repeat(100_000);
  const { input, output, received } = await open(({ id }) => ({ jsonrpc: '2.0', id, result: { text } }));
  for (let id = 0; id < 1_000; id += 1) {
    input.write(request(id));
    await nextTurn();
  }

  expect(received.length).toBeLessThan(100);
  expect(output.writableLength).toBeLessThan(9_000_000);

  let lines = 0;
  output.on('data', (chunk: Buffer) => {
    lines += chunk.toString('latin1').split('\n').length - 1;
  });
  await expect.poll(() => lines).toBe(1_000);
});

test('an id that belongs to an unanswered request is refused', async () => {
  const { input, output, received } = await open();
  input.write(request(1) + request(1));
  await nextTurn();

  expect(received).toEqual([1]);
  expect(written(output)).toEqual([
    {
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32600,
        message: 'Invalid request: the id 1 belongs to a request that is still running. Use a new id for each request.',
      },
    },
  ]);
});

test('more unanswered requests than a client can mean are refused, each by its id', async () => {
  const { input, output, received } = await open();
  input.write(Array.from({ length: 1_026 }, (_, id) => request(id)).join(''));
  await expect.poll(() => received.length).toBe(1_024);
  await nextTurn();

  expect(written(output).map(({ id, error }) => [id, error.message])).toEqual(
    [1_024, 1_025].map((id) => [
      id,
      'Too many requests: 1024 are still running. Wait for an answer before sending more.',
    ]),
  );
});
