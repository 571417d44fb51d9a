// How others find and start the package: the entry for the MCP registry, and the bundle for desktop clients.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const { name, version, mcpName } = read('package.json');

let directory: string;
let bundle: string;
beforeAll(() => {
  // As it is unpacked, with this checkout in the place of the installed package.
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-bundle-'));
  bundle = join(directory, 'bundle');
  mkdirSync(join(bundle, 'server/node_modules'), { recursive: true });
  cpSync(join(root, 'mcpb/start.mjs'), join(bundle, 'server/start.mjs'));
  symlinkSync(root, join(bundle, 'server/node_modules/cmdgate'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What a client makes of the manifest when its user chose this directory. */
function startOf(workspace: string): string[] {
  const { args } = read('mcpb/manifest.json').server.mcp_config;
  const values: Record<string, string> = { __dirname: bundle, 'user_config.workspace': workspace };
  return args.map((word: string) => word.replace(/\$\{([^}]+)\}/g, (_, key) => values[key] ?? ''));
}

test('the entry for the MCP registry names this package, at this version, as package.json does', () => {
  const { description, packages, ...entry } = read('server.json');
  expect(entry).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'cmdgate',
    version,
  });
  // What the schema and the registry demand of names and descriptions.
  expect(mcpName).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(description.length).toBeLessThanOrEqual(100);
  expect(packages).toMatchObject([{ registryType: 'npm', identifier: name, version, transport: { type: 'stdio' } }]);
});

test('the bundle and cmdgate-checks have the version of the package', () => {
  expect(read('mcpb/manifest.json')).toMatchObject({ manifest_version: '0.3', name, version });
  expect(read('packages/checks/package.json').version).toBe(version);
});

test('the bundle serves the directory that was chosen, with and without a configuration', async () => {
  const seen: unknown[] = [];
  for (const workspace of [join(root, 'examples/office'), directory]) {
    const client = new Client({ name: 'desktop', version: '1' });
    const env = { PATH: '/usr/bin:/bin', XDG_STATE_HOME: join(directory, 'state') };
    const parameters = { command: process.execPath, args: startOf(workspace), cwd: '/', env };
    await client.connect(new StdioClientTransport({ ...parameters, stderr: 'ignore' }));
    const { tools } = await client.listTools();
    seen.push([client.getServerVersion()?.name, tools.map((tool) => tool.name)]);
    await client.close();
  }
  expect(seen).toEqual([
    ['office', ['cli']],
    ['cmdgate', ['cli']],
  ]);
});

test('a directory that is not there is named, with what to do about it', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, startOf('/no/such/directory'), { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    'cmdgate: the workspace "/no/such/directory" cannot be opened (ENOENT). Choose a directory in the settings of the extension.\n',
  ]);
});
