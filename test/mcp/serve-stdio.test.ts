// serveStdio over streams of this process, where the test holds both ends.

import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Gate } from '../../src/gateway/gate.js';
import { serveStdio } from '../../src/surfaces/mcp/serve-stdio.js';
import type { RunEvent } from '../../src/vocabulary/event.js';
import { localCaller, openSession, openTestGate } from './fixtures/test-gate.js';

/** How long something may take on a busy machine. */
const patience = { timeout: 20_000 };

let gate: Gate;

beforeAll(async () => {
  gate = await openTestGate();
});

afterAll(() => gate.close());

function open(signal?: AbortSignal, onEvent?: (event: RunEvent) => void) {
  const input = new PassThrough();
  const output = new PassThrough();
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const served = serveStdio({
    gate,
    caller: localCaller,
    session: openSession(),
    input,
    output,
    ...(signal && { signal }),
    ...(onEvent && { onEvent }),
  });
  const send = (id: number, method: string, params: unknown) =>
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  send(0, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } });
  const call = (id: number, command: string) => send(id, 'tools/call', { name: 'cli', arguments: { command } });
  const answers = () =>
    new Map(
      text
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => [JSON.parse(line).id, JSON.parse(line)]),
    );
  return { input, output, served, call, answers };
}

test('the signal cancels what runs, answers it, and resolves', async () => {
  const stop = new AbortController();
  const { served, call, answers } = open(stop.signal);
  call(1, 'wait by-signal');
  call(2, 'state by-signal');
  await expect.poll(() => answers().get(2)?.result.content[0].text, patience).toContain('running');
  stop.abort();
  await served;
  expect(answers().get(1)).toMatchObject({ result: { isError: true } });
});

test('a signal that was aborted before serves nobody', async () => {
  const { served } = open(AbortSignal.abort());
  await expect(served).resolves.toBeUndefined();
});

test('a client that no longer reads is gone: its calls are cancelled', async () => {
  const { output, served, call, answers } = open();
  call(1, 'wait broken-output');
  call(2, 'state broken-output');
  await expect.poll(() => answers().get(2)?.result.content[0].text, patience).toContain('running');
  output.destroy(new Error('EPIPE'));
  await served;
  const after = open();
  after.call(3, 'state broken-output');
  await expect.poll(() => after.answers().get(3)?.result.content[0].text, patience).toContain('aborted');
  after.input.end();
  await after.served;
});

test('an input that breaks is the end of the client', async () => {
  const { input, served } = open();
  input.destroy(new Error('broken'));
  await expect(served).resolves.toBeUndefined();
});

test('the log of a run goes to the owner and not to the client', async () => {
  const events: RunEvent[] = [];
  const { input, served, call, answers } = open(undefined, (event) => events.push(event));
  call(1, 'fail');
  await expect.poll(() => answers().get(1)?.result.isError, patience).toBe(true);
  input.end();
  await served;
  expect(JSON.stringify(answers().get(1))).not.toContain('internal detail');
  const logged = events.flatMap((event) => (event.type === 'log' ? [event.message] : []));
  expect(logged).toEqual(['about to fail', expect.stringContaining('internal detail')]);
});
