// What runs gave out, read as resources by a real client; and completions for their addresses.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShellClient, type ShellClient, textOf } from './fixtures/shell-client.js';

const doors = [
  { transport: 'stdio', generation: '2025-11-25' },
  { transport: 'stdio', generation: '2026-07-28' },
  { transport: 'http', generation: '2025-11-25' },
  { transport: 'http', generation: '2026-07-28' },
] as const;

interface Content {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text?: string;
  readonly blob?: string;
}

describe.each(doors)('$transport, $generation', (door) => {
  const cleanUp: (() => unknown)[] = [];
  let opened: ShellClient;

  beforeAll(async () => {
    opened = await openShellClient(door, (step) => cleanUp.unshift(step));
  });

  afterAll(async () => {
    for (const step of cleanUp) await step();
  });

  const read = async (uri: string) => (await opened.client.readResource({ uri })).contents as readonly Content[];

  test('a long answer links to all of it, which is read part by part', async () => {
    const parameters = ['-c', 'seq 1 30000; seq 1 3 >&2'];
    const { content } = await opened.client.callTool({
      name: 'shell_cmd',
      arguments: { command: 'sh', parameters },
    });
    const [, link] = content;
    expect(content).toHaveLength(2);
    expect(link).toEqual({
      type: 'resource_link',
      uri: expect.stringMatching(/^run:\/\/run_[0-9a-z_]+\/stdout$/),
      name: expect.stringMatching(/^run_[0-9a-z_]+ stdout$/),
      description: 'All of stdout',
      mimeType: 'text/plain',
    });
    const { uri } = link as { uri: string };
    let all = '';
    let parts = 0;
    for (let next: string | undefined = uri; next !== undefined; parts++) {
      const [first, rest]: readonly Content[] = await read(next);
      expect(first).toMatchObject({ uri: next, mimeType: 'text/plain' });
      all += first?.text ?? '';
      next = rest?.uri;
      if (next !== undefined) expect(rest?.text).toMatch(/^\[Up to byte \d+ of 168894\. Continue with run:/);
    }
    expect(parts).toBe(3);
    expect(all).toBe(Array.from({ length: 30_000 }, (_, index) => `${index + 1}\n`).join(''));
    expect(await read(uri.replace('stdout', 'stderr'))).toMatchObject([{ text: '1\n2\n3\n' }]);
  });

  test('a short answer has no link, and its run is listed and completed', async () => {
    const result = await opened.client.callTool({ name: 'shell_cmd', arguments: { command: 'printf a.txt' } });
    expect(result.content).toHaveLength(1);
    expect(textOf(result)).toContain('a.txt');
    const { resources } = await opened.client.listResources();
    expect(resources[0]).toMatchObject({ uri: expect.stringMatching(/^run:.*\/output$/), title: expect.any(String) });
    expect(await read(resources[0]?.uri ?? '')).toMatchObject([{ text: 'a.txt' }]);

    const { resourceTemplates } = await opened.client.listResourceTemplates();
    const uri = resourceTemplates[0]?.uriTemplate ?? '';
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['run://{run}/{stream}{?from}']);
    const complete = async (name: string, value: string) =>
      (await opened.client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion;
    const run = resources[0]?.name ?? '';
    expect(await complete('run', run.slice(0, -1))).toMatchObject({ values: expect.arrayContaining([run]) });
    expect(await complete('run', 'nothing')).toEqual({ values: [], total: 0, hasMore: false });
    expect(await complete('stream', 's')).toEqual({ values: ['stdout', 'stderr'], total: 2, hasMore: false });
    const other = opened.client.complete({
      ref: { type: 'ref/prompt', name: 'x' },
      argument: { name: 'x', value: '' },
    });
    await expect(other).rejects.toMatchObject({ code: -32602 });
  });

  test('bytes that are not valid UTF-8 text come as they are', async () => {
    await opened.client.callTool({ name: 'shell_cmd', arguments: { command: 'printf', parameters: ['\\377\\376'] } });
    const { resources } = await opened.client.listResources();
    expect(await read(resources[0]?.uri ?? '')).toMatchObject([
      { mimeType: 'application/octet-stream', blob: Buffer.from([0xff, 0xfe]).toString('base64') },
    ]);
  });

  test.each([
    'run://run_1_1/stdout',
    'run://run_1_1/secrets',
    'run://run_1_1/stdout?from=-1',
    'run://run_1_1/../run_1_2/stdout',
    'file:///etc/passwd',
    'run://--help/stdout',
  ])('%s is not found', async (uri) => {
    await expect(opened.client.readResource({ uri })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(`Resource not found: ${uri}`),
      data: { uri },
    });
  });
});
