// `cmdgate connect`: every client's file is written, read back as the client would, and its server started from there.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { beforeAll, describe, expect, test } from 'vitest';
import { clients, type Scope } from '../../src/owner/connect/clients.js';
import { cmdgate, makeDirectory } from '../cli/process.js';

let initialized: string;
let project: string;
const home = makeDirectory();

beforeAll(async () => {
  initialized = makeDirectory();
  await cmdgate(['init', '--name', 'desk', '--start', 'shell'], { cwd: initialized });
  project = copyProject();
});

/** What `cmdgate init` has written, in a directory of its own. */
function copyProject(files: Readonly<Record<string, string>> = {}): string {
  const cwd = makeDirectory(files);
  cpSync(initialized, cwd, { recursive: true });
  return cwd;
}

async function connect(words: string, cwd = project) {
  const { code, stdout } = await cmdgate(['connect', ...words.split(' ')], { cwd, environment: { HOME: home } });
  return { code, ...JSON.parse(stdout) };
}

const placesOf = (directory: string) => ({ project: directory, home, platform: process.platform, environment: {} });

function fileOf(name: string, scope: Scope): string {
  const client = clients.find((one) => one.name === name);
  return client?.file(scope, placesOf(project)) ?? '';
}

function readSettings(file: string): Record<string, unknown> {
  const text = readFileSync(file, 'utf8');
  return (file.endsWith('.toml') ? parseToml(text) : parseJson(text)) as Record<string, unknown>;
}

interface Entry {
  readonly command: string;
  readonly args: string[];
}

/** As a client that was started from a menu would. */
async function callThrough({ command, args }: Entry): Promise<string> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const env = { PATH: '/usr/bin:/bin', HOME: home, XDG_STATE_HOME: process.env.XDG_STATE_HOME ?? home };
  await client.connect(new StdioClientTransport({ command, args, cwd: home, env }));
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['cli', 'shell_cmd']);
    const { content } = await client.callTool({ name: 'shell_cmd', arguments: { command: 'ls' } });
    return (content as { text: string }[])[0]?.text ?? '';
  } finally {
    await client.close();
  }
}

/** What the person had there before, with what an editor of text must not lose. */
const before: Readonly<Record<string, string>> = {
  json: '{\n\t// mine\n\t"theme": "dark",\n\t"KEY": {\n\t\t"other": { "command": "other" } // stays\n\t}\n}\n',
  toml: 'model = "o5" # mine\n\n[mcp_servers.other]\ncommand = "other"\n\n[tui]\ntext = """\n[mcp_servers.desk]\n"""\n',
};

describe.each(clients.map(({ name, scopes, key, format }) => ({ name, scope: scopes[0], key, format })))(
  '$name',
  ({ name, scope, key, format }) => {
    test('it merges, starts from what it wrote, changes nothing twice, and is undone to the byte', async () => {
      const file = fileOf(name, scope);
      const mine = (before[format] as string).replace('KEY', key);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, mine);

      const made = await connect(name);
      expect(made).toMatchObject({
        code: 0,
        data: {
          client: name,
          already_connected: false,
          started: { tools: 2 },
          files: [{ path: file, effect: 'updated' }],
        },
      });
      const text = readFileSync(file, 'utf8');
      expect(text).toContain('mine');
      const servers = readSettings(file)[key] as Record<string, Entry>;
      expect(Object.keys(servers)).toEqual(['other', 'desk']);
      expect(await callThrough(servers.desk as Entry)).toContain('cmdgate.config.json');

      expect((await connect(name)).data).toMatchObject({ already_connected: true, files: [] });
      expect(readFileSync(file, 'utf8')).toBe(text);

      expect((await connect(`${name} --remove`)).data).toMatchObject({ removed: true });
      expect(readFileSync(file, 'utf8')).toBe(mine);
      expect((await connect(`${name} --remove`)).data).toMatchObject({ removed: false });
    });
  },
);

test('what was not there before is gone afterwards', async () => {
  const cwd = copyProject();
  await connect('cursor', cwd);
  expect(existsSync(join(cwd, '.cursor/mcp.json'))).toBe(true);

  await connect('cursor --remove', cwd);
  expect(existsSync(join(cwd, '.cursor/mcp.json'))).toBe(false);
});

test('an address is written as each client has it, and the token only by the name of its variable', async () => {
  const url = 'http://127.0.0.1:8420/mcp';
  const entries: Record<string, unknown> = {};
  for (const { name, key, remote } of clients.filter((client) => client.remote)) {
    const { data } = await connect(`${name} --print --url ${url} --token-env DESK_TOKEN`);
    const { file, text } = data.print[0];
    const settings = file.endsWith('.toml') ? parseToml(text) : parseJson(text);
    entries[name] = settings[key].desk;
    expect(remote).toBeDefined();
  }

  const bearer = (text: string) => ({ headers: { Authorization: `Bearer ${text}` } });
  expect(entries).toEqual({
    'claude-code': { type: 'http', url, ...bearer('${DESK_TOKEN}') },
    codex: { url, bearer_token_env_var: 'DESK_TOKEN' },
    cursor: { url, ...bearer('${env:DESK_TOKEN}') },
    vscode: { type: 'http', url, ...bearer('${env:DESK_TOKEN}') },
    gemini: { httpUrl: url, ...bearer('$DESK_TOKEN') },
    zed: { url, ...bearer('<the value of DESK_TOKEN>') },
  });
});

describe("a client's own shell", () => {
  test.each([
    ['claude-code', '.claude/settings.json', { permissions: { deny: ['Bash'] } }],
    ['gemini', '.gemini/settings.json', { tools: { exclude: ['run_shell_command'] } }],
    ['codex --scope project', '.codex/config.toml', { features: { shell_tool: false } }],
  ])('%s is closed where that is asked for, and --remove opens it again and says so', async (words, name, settings) => {
    const cwd = copyProject();
    const closed = await connect(`${words} --close-shell`, cwd);
    expect(closed.data.notes.join(' ')).toContain('cannot use its own shell any more');
    const file = join(cwd, name);
    expect(readSettings(file)).toMatchObject(settings);

    const { data } = await connect(`${words} --remove`, cwd);
    expect(data.notes).toEqual(['Its own shell is switched on again.']);
    expect(existsSync(file)).toBe(false);
  });

  test('what a person had closed before stays closed, until that is asked for', async () => {
    const mine = '{ "permissions": { "deny": ["Bash"] } }\n';
    const cwd = copyProject({ '.claude/settings.json': mine });
    const { notes } = (await connect('claude-code --close-shell', cwd)).data;
    expect(notes.at(-1)).toMatch(/keep it out of git with a line in .gitignore: \/.mcp.json$/);
    expect((await connect('claude-code --hook --dry-run', cwd)).data.notes).toEqual([
      expect.stringContaining("the hook has nothing to judge. To switch it on, run 'npx cmdgate connect claude-code"),
    ]);

    expect((await connect('claude-code --remove', cwd)).data.notes).toEqual([
      'Its own shell stays switched off, as it was before; --remove --close-shell switches it on.',
    ]);
    expect(readFileSync(join(cwd, '.claude/settings.json'), 'utf8')).toBe(mine);
    await connect('claude-code --remove --close-shell', cwd);
    expect(existsSync(join(cwd, '.claude/settings.json'))).toBe(false);
  });

  test('the terminal of Zed is denied by the rule that no other overrides', () => {
    const zed = clients.find(({ name }) => name === 'zed');
    expect(zed?.closeShell?.('user', placesOf('/p'))).toEqual([
      {
        file: join(home, '.config/zed/settings.json'),
        path: ['agent', 'tool_permissions', 'tools', 'terminal', 'always_deny'],
        ...{ value: { pattern: '.*' }, kind: 'add' },
      },
    ]);
  });
});

test.each([
  ['darwin', {}, '/h/Library/Application Support/Claude', '/h/Library/Application Support/Code/User', '/h/.config/zed'],
  ['linux', {}, '/h/.config/Claude', '/h/.config/Code/User', '/h/.config/zed'],
  ['linux', { XDG_CONFIG_HOME: '/x' }, '/x/Claude', '/x/Code/User', '/x/zed'],
  ['win32', { APPDATA: '/a' }, '/a/Claude', '/a/Code/User', '/a/Zed'],
])('applications keep their settings where %s has them (%j)', (platform, environment, desktop, code, zed) => {
  const places = { project: '/p', home: '/h', platform, environment };
  const directory = (name: string) => dirname(clients.find((one) => one.name === name)?.file('user', places) ?? '');
  expect([directory('claude-desktop'), directory('vscode'), directory('zed')]).toEqual([desktop, code, zed]);
});

describe('hooks', () => {
  test.each([
    ['claude-code', '.claude/settings.json', ['PreToolUse', 'PostToolUse', 'PostToolUseFailure']],
    ['codex --scope project', '.codex/hooks.json', ['PreToolUse', 'PostToolUse']],
    ['cursor', '.cursor/hooks.json', ['beforeShellExecution', 'afterShellExecution']],
    ['gemini', '.gemini/settings.json', ['BeforeTool', 'AfterTool']],
  ])('%s gets ours beside those it has, once', async (words, name, events) => {
    const cwd = copyProject();
    const file = join(cwd, name);
    const mine = `${JSON.stringify({ version: 1, hooks: { [events[0] as string]: [{ command: './mine.sh' }] } }, null, 2)}\n`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, mine);

    await connect(`${words} --hook --fail open`, cwd);
    expect((await connect(`${words} --hook --fail open`, cwd)).data).toMatchObject({ already_connected: true });
    const { hooks } = readSettings(file) as unknown as { hooks: Record<string, unknown[]> };
    expect(Object.keys(hooks)).toEqual(events);
    expect(hooks[events[0] as string]).toHaveLength(2);
    const client = words.split(' ')[0];
    const lineOf = (event: string) => JSON.stringify(readHooks()[event]?.at(-1));
    const readHooks = () => (readSettings(file) as unknown as { hooks: Record<string, unknown[]> }).hooks;
    const installed = ` hook ${client} --config ${join(cwd, 'cmdgate.config.json')}`;
    expect(lineOf(events[0] as string)).toContain(`${installed} --fail open"`);
    for (const event of events.slice(1)) expect(lineOf(event)).toContain(`${installed}"`);
    // Another choice takes the place of the first.
    await connect(`${words} --hook --ask later`, cwd);
    expect(readHooks()[events[0] as string]).toHaveLength(2);
    expect(lineOf(events[0] as string)).toContain(`${installed} --ask later || sh -c`);

    expect((await connect(`${words} --remove`, cwd)).data.notes).toEqual([
      'Its hooks are removed: no policy judges what its own shell runs.',
    ]);
    expect(readFileSync(file, 'utf8')).toBe(mine);
  });

  test('a hook that is gone or killed refuses with a reason in every shell, and after the line says nothing', async () => {
    const cwd = copyProject();
    const { data } = await connect('claude-code --hook --print', cwd);
    const { hooks } = parseJson(data.print[0].text);
    const [before, after] = ['PreToolUse', 'PostToolUse'].map((event) => hooks[event][0].hooks[0]);
    expect([before.onFailure, after.onFailure]).toEqual(['block', undefined]);

    const node = before.command.split(' ')[0];
    const shells = ['sh', 'bash', 'zsh'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0);
    for (const shell of shells) {
      for (const broken of ['/nowhere/node', "sh -c 'kill -9 $$' --"]) {
        const told = spawnSync(shell, ['-c', before.command.replace(node, broken)], { encoding: 'utf8', input: '{}' });
        expect({ shell, status: told.status, stdout: told.stdout }).toEqual({ shell, status: 2, stdout: '' });
        expect(told.stderr).toContain('cmdgate gave no answer, so this line was not run.\n');
      }
    }
    expect(after.command).not.toContain('||');
  });
});

describe('what cannot be written is told, and nothing is changed', () => {
  test.each([
    ['cursor', '.cursor/mcp.json', '{\n  "mcpServers": {\n', /mcp\.json:\d+ cannot be changed/],
    ['cursor', '.cursor/mcp.json', '[]', /it is not a JSON object/],
    ['codex --scope project', '.codex/config.toml', 'a = 1\nb = \n', /config\.toml:2 cannot be changed/],
    ['codex --scope project', '.codex/config.toml', 'mcp_servers = { x = { command = "y" } }\n', /cannot be changed/],
  ])('%s: %s with %j', async (words, name, text, message) => {
    const cwd = copyProject();
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);

    const { code, error } = await connect(words, cwd);
    expect({ code, message: error.message, hint: error.hint }).toMatchObject({
      code: 4,
      message: expect.stringMatching(message),
      hint: expect.stringContaining('add this by hand'),
    });
    expect(readFileSync(join(cwd, name), 'utf8')).toBe(text);
  });

  test('a directory in place of the file, and a server that does not start', async () => {
    const cwd = makeDirectory();
    await cmdgate(['init'], { cwd });
    mkdirSync(join(cwd, '.mcp.json'));
    expect((await connect('claude-code', cwd)).error.message).toContain('.mcp.json cannot be changed');

    writeFileSync(join(cwd, 'commands/note.ts'), 'export const broken = 1;');
    expect((await connect('cursor', cwd)).error).toMatchObject({ code: 'SERVER_NOT_STARTED' });
    expect(existsSync(join(cwd, '.cursor'))).toBe(false);
  });

  test('a link is followed, and stays a link', async () => {
    const cwd = copyProject({ 'dotfiles/mcp.json': '{}' });
    symlinkSync(join(cwd, 'dotfiles/mcp.json'), join(cwd, '.mcp.json'));
    await connect('claude-code', cwd);

    expect(readFileSync(join(cwd, 'dotfiles/mcp.json'), 'utf8')).toContain('"mcpServers"');
  });

  test('everything that does not go together is told at once', async () => {
    const { code, error } = await connect('vscode --hook --close-shell --token-env X');
    expect({ code, fields: error.details.map(({ field }: { field: string }) => field) }).toEqual({
      code: 2,
      fields: ['--hook', '--close-shell', '--token-env'],
    });
  });

  test('without a configuration there is nothing to connect', async () => {
    expect((await connect('cursor', makeDirectory())).error).toMatchObject({
      code: 'NO_CONFIGURATION',
      hint: expect.stringContaining('cmdgate init'),
    });
  });
});
