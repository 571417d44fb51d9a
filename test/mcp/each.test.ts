// `tools: "each"`: a tool for each command, seen by a real client of either protocol version.

import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '../../src/gate/session.js';
import type { CommandDefinitions } from '../../src/sources/typescript/definition.js';
import { createAcli } from '../../src/surfaces/library/create-acli.js';
import type { HttpServerHandle } from '../../src/surfaces/mcp/serve-http.js';
import { serveHttp } from '../../src/surfaces/mcp/serve-http.js';
import { textOf } from './fixtures/shell-client.js';

const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-each-')));
const audit = join(workspace, 'audit.jsonl');
const removed: unknown[] = [];

const point = { type: 'object', properties: { x: { type: 'number' } }, required: ['x'], additionalProperties: false };

const commands: CommandDefinitions = {
  geo: {
    description: 'Places',
    subcommands: {
      find: {
        description: 'Find a place',
        danger: 'safe',
        arguments: [
          { name: 'name', type: 'string', required: true, description: 'Its name' },
          { name: '--near', type: 'integer', default: 3, description: 'How near' },
        ],
        outputSchema: point,
        handler: ({ near }) => ({ x: near }),
      },
      names: {
        description: 'All names',
        danger: 'safe',
        outputSchema: { type: 'array', items: { type: 'string' } },
        handler: () => ['here', 'there'],
      },
      wrong: { description: 'Answers with nonsense', danger: 'safe', outputSchema: point, handler: () => ({ y: 1 }) },
      remove: {
        description: 'Remove a place',
        danger: 'destructive',
        arguments: [{ name: 'name', type: 'string', required: true, description: 'Its name' }],
        dryRun: true,
        handler: ({ name }) => removed.push(name),
      },
    },
  },
  // The same name as `geo find` would have.
  geo_find: { description: 'Another one', handler: () => 'another' },
  cli: { description: 'Has the name of our own tool', handler: () => 'not the tool' },
  payroll: { description: 'Only for some', danger: 'safe', handler: () => 'salaries' },
  noisy: {
    description: 'Logs',
    danger: 'safe',
    handler: (_, { log }) => {
      log.debug('a detail');
      log.warn('careful');
      return 'logged';
    },
  },
  list: {
    description: 'List numbers',
    danger: 'safe',
    lists: true,
    handler: () => Array.from({ length: 50 }, (_, index) => index),
  },
};

const acli = createAcli(commands, {
  name: 'maps',
  version: '4.5.6',
  description: 'Places and ways',
  title: 'Maps',
  website: 'https://example.com/maps',
  icons: [{ src: 'https://example.com/maps.svg', sizes: ['any'] }],
  tools: 'each',
  logs: 'client',
  workspace,
  audit: { file: audit },
  sandbox: 'off',
});
const callers = [
  { caller: { name: 'all', may: 'everything' }, token: 'a'.repeat(40) },
  { caller: { name: 'some', may: ['geo *', 'geo_find'] }, token: 'b'.repeat(40) },
] as const;
let server: HttpServerHandle;

beforeAll(async () => {
  server = await serveHttp({ gate: acli.gate, callers, openSession: () => openSession(workspace) });
});

afterAll(async () => {
  await server.close();
  await acli.close();
  rmSync(workspace, { recursive: true, force: true });
});

describe.each(['2025-11-25', '2026-07-28'])('%s', (version) => {
  const clients: Client[] = [];
  let client: Client;

  async function connect(token: string, capabilities: ClientCapabilities = {}): Promise<Client> {
    const opened = new Client(
      { name: 'test', version: '1' },
      { capabilities, ...(version === '2026-07-28' && { versionNegotiation: { mode: 'auto' as const } }) },
    );
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await opened.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
    clients.push(opened);
    return opened;
  }

  beforeAll(async () => {
    client = await connect(callers[0].token);
  });

  afterAll(async () => {
    for (const one of clients) await one.close();
  });

  test('the server introduces itself as its owner wants', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toEqual({
      name: 'maps',
      version: '4.5.6',
      title: 'Maps',
      description: 'Places and ways',
      websiteUrl: 'https://example.com/maps',
      icons: [{ src: 'https://example.com/maps.svg', sizes: ['any'] }],
    });
    expect(client.getInstructions()).toContain('Maps: Places and ways\nEach command is a tool');
  });

  test('each command is a tool with its schemas and hints, and no two have one name', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual([
      'cli',
      expect.stringMatching(/^geo_find_[0-9a-f]{8}$/),
      'geo_names',
      'geo_wrong',
      'geo_remove',
      expect.stringMatching(/^geo_find_[0-9a-f]{8}$/),
      expect.stringMatching(/^cli_[0-9a-f]{8}$/),
      'payroll',
      'noisy',
      'list',
    ]);
    expect(new Set(names).size).toBe(names.length);
    expect(tools[1]).toEqual({
      name: names[1],
      title: 'geo find',
      description: 'Find a place',
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'Its name' },
          near: { type: 'integer', default: 3, description: 'How near' },
        },
        required: ['name'],
      },
      outputSchema: point,
      annotations: { readOnlyHint: true },
    });
    expect(tools[4]?.annotations).toEqual({ readOnlyHint: false, destructiveHint: true });
    expect(tools[5]?.annotations).toEqual({ readOnlyHint: false, destructiveHint: false });
    expect(Object.keys(tools[9]?.inputSchema.properties ?? {})).toEqual(['limit', 'cursor']);
  });

  test('a call answers with the text of cli and with what the output schema says', async () => {
    const { tools } = await client.listTools();
    const name = tools[1]?.name ?? '';
    const found = await client.callTool({ name, arguments: { name: 'home', near: 7 } });
    expect(found).toMatchObject({ isError: false, structuredContent: { x: 7 } });
    expect(JSON.parse(textOf(found))).toMatchObject({ success: true, data: { x: 7 } });
    const all = await client.callTool({ name: 'geo_names' });
    const names = ['here', 'there'];
    expect(all.structuredContent).toEqual(version === '2025-11-25' ? { result: names } : names);
    const page = await client.callTool({ name: 'list', arguments: { limit: 2 } });
    expect(JSON.parse(textOf(page))).toMatchObject({ data: [0, 1], _meta: { pagination: { has_more: true } } });
  });

  test('what does not fit the output schema is no structured content', async () => {
    const result = await client.callTool({ name: 'geo_wrong' });
    expect(result).toMatchObject({
      isError: true,
      content: [{}, { text: expect.stringContaining('The command ran') }],
    });
    expect(JSON.parse(textOf(result))).toMatchObject({ success: true, data: { y: 1 } });
    expect(result.structuredContent).toBeUndefined();
  });

  test('wrong arguments are all told, and what destroys asks a person', async () => {
    const { tools } = await client.listTools();
    const wrong = await client.callTool({ name: tools[1]?.name ?? '', arguments: { nmae: 'x', near: 'far' } });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toMatch(/nmae.*near|near.*nmae/s);
    const asked = await client.callTool({ name: 'geo_remove', arguments: { name: 'home' } });
    expect(JSON.parse(textOf(asked))).toMatchObject({
      success: false,
      error: { code: 'PERMISSION_DENIED', details: [{ code: 'APPROVAL_REQUIRED' }] },
    });
    expect(removed).toEqual([]);
  });

  test('a person who approves lets it run', async () => {
    const own = await connect(callers[0].token, { elicitation: { form: {} } });
    own.setRequestHandler('elicitation/create', () => ({
      action: 'accept',
      content: { decision: 'approve once' },
    }));
    const result = await own.callTool({ name: 'geo_remove', arguments: { name: version } });
    expect(result.isError).toBe(false);
    expect(removed.splice(0)).toEqual([version]);
  });

  test('it is recorded as the same command, by the same door, with what the client calls itself', async () => {
    await client.callTool({ name: 'geo_names' });
    await client.callTool({ name: 'cli', arguments: { command: 'geo names' } });
    const lines = readFileSync(audit, 'utf8').trim().split('\n').slice(-2);
    const [each, one] = lines.map((line) => JSON.parse(line));
    const told = ({ command, user_context: { door, client } }: typeof each) => ({ command, door, client });
    expect([told(each), told(one)]).toEqual(
      Array(2).fill({ command: 'geo names', door: 'mcp-http', client: 'test 1' }),
    );
  });

  test('a command that a caller may not run is neither listed nor found', async () => {
    const some = await connect(callers[1].token);
    const { tools } = await some.listTools();
    expect(tools.map(({ title }) => title)).toEqual([
      undefined,
      'geo find',
      'geo names',
      'geo wrong',
      'geo remove',
      'geo_find',
    ]);
    const unknown = (name: string) => ({
      code: -32602,
      message: expect.stringContaining(`Unknown tool: "${name}". Call tools/list again`),
    });
    await expect(some.callTool({ name: 'payroll' })).rejects.toMatchObject(unknown('payroll'));
    await expect(some.callTool({ name: 'nothing' })).rejects.toMatchObject(unknown('nothing'));
  });

  test('a client that sets a log level gets what handlers log, where the owner shares it', async () => {
    const own = await connect(callers[0].token);
    const messages: unknown[] = [];
    own.setNotificationHandler('notifications/message', ({ params }) => void messages.push(params));
    await own.callTool({ name: 'noisy' });
    expect(messages).toEqual([]);
    const _meta = { 'io.modelcontextprotocol/logLevel': 'info' };
    if (version === '2025-11-25') await own.setLoggingLevel('info');
    await own.callTool({ name: 'noisy', ...(version === '2026-07-28' && { _meta }) });
    expect(messages).toEqual([
      {
        level: 'warning',
        logger: 'noisy',
        data: expect.objectContaining({ type: 'handler-log', content: 'careful', seq: 1 }),
      },
    ]);
  });

  test('cli is there as well, with the commands of the gate itself', async () => {
    const result = await client.callTool({ name: 'cli', arguments: { command: 'help --search place' } });
    expect(JSON.parse(textOf(result))).toMatchObject({ success: true });
  });
});
