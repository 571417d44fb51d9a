import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Gate } from '../../src/gate/gate.js';
import { openSession as sessionIn } from '../../src/gate/session.js';
import { type ServeStdioOptions, serveStdio } from '../../src/surfaces/mcp/serve-stdio.js';
import type { RunEvent } from '../../src/vocabulary/event.js';
import { findProcess } from '../fixtures/find-process.js';
import { isAlive } from '../fixtures/is-alive.js';
import { newWorkspace } from './fixtures/shell-client.js';
import { openShellGate } from './fixtures/shell-gate.js';
import { localCaller, openSession, openTestGate } from './fixtures/test-gate.js';

/** How long something may take on a busy machine. */
const patience = { timeout: 20_000 };

let gate: Gate;

beforeAll(async () => {
  gate = await openTestGate();
});

afterAll(() => gate.close());

function open(options: Partial<ServeStdioOptions> = {}) {
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
    ...options,
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
  return { input, output, served, send, call, answers };
}

test('the signal cancels what runs, answers it, and resolves', async () => {
  const stop = new AbortController();
  const { served, call, answers } = open({ signal: stop.signal });
  call(1, 'wait by-signal');
  call(2, 'state by-signal');
  await expect.poll(() => answers().get(2)?.result.content[0].text, patience).toContain('running');
  stop.abort();
  await served;
  expect(answers().get(1)).toMatchObject({ result: { isError: true } });
});

test('a signal that was aborted before serves nobody', async () => {
  const { served } = open({ signal: AbortSignal.abort() });
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
  const { input, served, call, answers } = open({ onEvent: (event) => events.push(event) });
  call(1, 'fail');
  await expect.poll(() => answers().get(1)?.result.isError, patience).toBe(true);
  input.end();
  await served;
  expect(JSON.stringify(answers().get(1))).not.toContain('internal detail');
  const logged = events.flatMap((event) => (event.type === 'log' ? [event.message] : []));
  expect(logged).toEqual(['about to fail', expect.stringContaining('internal detail')]);
});

test('a client that leaves ends what went on after its answer, and the gate goes on', async () => {
  const workspace = newWorkspace();
  const shellGate = await openShellGate(workspace, 200);
  onTestFinished(() => shellGate.close());
  const { input, served, send, answers } = open({ gate: shellGate, session: sessionIn(workspace) });
  send(1, 'tools/call', { name: 'shell_cmd', arguments: { command: 'sh', parameters: ['-c', 'exec sleep 600'] } });
  await expect.poll(() => answers().get(1)?.result.content[0].text, patience).toContain('runs wait run_');
  const pid = await findProcess(workspace, 'sleep', '600');
  expect(isAlive(pid)).toBe(true);
  input.end();
  await served;
  await expect.poll(() => isAlive(pid), patience).toBe(false);
});
