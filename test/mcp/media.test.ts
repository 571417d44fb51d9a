// Pictures and sounds that handlers answer with, through the executable: handlers run in a process beside the server.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audio, image } from '../../src/index.js';
import { textOf } from './fixtures/shell-client.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = join(root, 'bin/cmdgate.js');
let directory: string;

const commands = `import { audio, image } from '${root}dist/index.js';
export const chart = {
  description: 'A chart',
  danger: 'safe',
  arguments: [{ name: '--bytes', type: 'integer', default: 3, description: 'How many' }],
  handler: ({ bytes }) => ({
    title: 'Sales of "1"',
    pictures: [image(new Uint8Array(bytes).fill(7), 'image/png')],
    sound: audio(Buffer.from('beep'), 'audio/wav'),
  }),
};
`;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-media-'));
  writeFileSync(join(directory, 'cmdgate.config.json'), '{"commands":["commands.mjs"]}');
  writeFileSync(join(directory, 'commands.mjs'), commands);
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const environment = () => ({ PATH: process.env.PATH ?? '', XDG_STATE_HOME: join(directory, 'state') });

test('an MCP client gets them as content, and the text says which is which', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const args = [bin, 'serve'];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: directory, env: environment(), stderr: 'ignore' }),
  );
  try {
    const result = await client.callTool({ name: 'cli', arguments: { command: 'chart' } });
    expect(JSON.parse(textOf(result))).toMatchObject({
      success: true,
      data: {
        title: 'Sales of "1"',
        pictures: [{ type: 'image', mimeType: 'image/png', size_bytes: 3, content: 2 }],
        sound: { type: 'audio', mimeType: 'audio/wav', size_bytes: 4, content: 3 },
      },
    });
    expect(result.content.slice(1)).toEqual([
      { type: 'image', mimeType: 'image/png', data: Buffer.from([7, 7, 7]).toString('base64') },
      { type: 'audio', mimeType: 'audio/wav', data: Buffer.from('beep').toString('base64') },
    ]);
    // Larger than the text of an answer may be.
    const large = await client.callTool({ name: 'cli', arguments: { command: 'chart --bytes 2000000' } });
    expect((large.content[1] as { data: string }).data).toBe(Buffer.alloc(2_000_000, 7).toString('base64'));
    const tooLarge = await client.callTool({ name: 'cli', arguments: { command: 'chart --bytes 4000000' } });
    expect(JSON.parse(textOf(tooLarge))).toMatchObject({
      success: false,
      error: { message: 'The image has 4000000 bytes; at most 3145728 can be sent' },
    });
  } finally {
    await client.close();
  }
});

test('a command line shows that they are there, and gives them as base64 in JSON', () => {
  const run = (...words: string[]) =>
    execFileSync(process.execPath, [bin, 'run', 'chart', ...words], {
      cwd: directory,
      env: environment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  expect(run('--format', 'text')).toContain('(audio/wav, 4 bytes; --format json shows them)');
  expect(JSON.parse(run('--format', 'json')).data.sound).toEqual({
    type: 'audio',
    mimeType: 'audio/wav',
    data: { type: 'binary', encoding: 'base64', value: 'YmVlcA==', size_bytes: 4 },
  });
});

test('what is no picture is a mistake of the author', () => {
  expect(() => image('text' as never, 'image/png')).toThrow('image() needs bytes');
  expect(() => image(new Uint8Array(1), 'audio/wav')).toThrow('image() needs a MIME type such as "image/png"');
  expect(() => audio(new Uint8Array(1), 'audio/wav"\n')).toThrow('audio() needs a MIME type');
});
