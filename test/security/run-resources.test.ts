// What a run printed is for the caller who started it, by whichever name it is asked for.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { newWorkspace, serveShell } from '../mcp/fixtures/shell-client.js';

const callers = [
  { caller: { name: 'anna', may: 'everything' }, token: 'a'.repeat(40) },
  { caller: { name: 'eve', may: 'everything' }, token: 'e'.repeat(40) },
] as const;

test.each(['2025-11-25', '2026-07-28'])('%s: another caller neither lists, completes nor reads it', async (version) => {
  const { url } = await serveShell(newWorkspace(), { callers });
  const connect = async (token: string) => {
    const client = new Client(
      { name: 'test', version: '1' },
      version === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } } : {},
    );
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    onTestFinished(() => client.close());
    return client;
  };
  const [anna, eve] = await Promise.all(callers.map(({ token }) => connect(token)));
  await anna?.callTool({ name: 'shell_cmd', arguments: { command: 'printf', parameters: ['the secret of anna'] } });
  const resources = (await anna?.listResources())?.resources ?? [];
  const [{ uri = '', name = '' } = {}] = resources;
  expect(resources).toHaveLength(1);
  expect((await anna?.readResource({ uri }))?.contents).toMatchObject([{ text: 'the secret of anna' }]);

  expect((await eve?.listResources())?.resources).toEqual([]);
  const ref = { type: 'ref/resource', uri: 'run://{run}/{stream}{?from}' } as const;
  const { completion } = (await eve?.complete({ ref, argument: { name: 'run', value: '' } })) ?? {};
  expect(completion?.values).toEqual([]);
  for (const stream of ['output', 'stdout', 'stderr', 'data']) {
    const asked = `run://${name}/${stream}`;
    const problem = await eve?.readResource({ uri: asked }).catch((error: unknown) => error);
    expect(problem).toMatchObject({ code: -32602, message: expect.stringContaining('Resource not found') });
    // As unknown as a run that never was.
    const never = await eve?.readResource({ uri: `run://${name}0/${stream}` }).catch((error: unknown) => error);
    const plain = (error: unknown) => (error as Error).message.replaceAll(`${name}0`, '…').replaceAll(name, '…');
    expect(plain(problem)).toBe(plain(never));
  }
});
