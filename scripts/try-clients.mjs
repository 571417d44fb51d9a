// The real clients that npm has, with what `cmdgate connect` writes: which servers they see, what their hooks let through,
// and whether they call the tools of a gate. A model on loopback asks for the calls, so no account is needed. They are
// large, so this is no part of `npm test`; they stay installed in a directory of their own.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startModel } from './clients/fixture-model.mjs';

const cmdgate = fileURLToPath(new URL('../bin/cmdgate.js', import.meta.url));
const installed = process.env.CMDGATE_CLIENTS ?? join(tmpdir(), 'cmdgate-clients');
// By its tag: npm would choose a Claude Code that also runs on an older Node.
const packages = ['node@22', '@anthropic-ai/claude-code@latest', '@openai/codex@latest', '@google/gemini-cli@latest'];
mkdirSync(installed, { recursive: true });
writeFileSync(join(installed, 'package.json'), '{ "private": true }');
execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: installed, stdio: 'inherit' });

const model = await startModel();
const chosen = process.argv.slice(2);

const clients = [
  {
    name: 'claude-code',
    program: 'claude',
    // The strictest trial: it allows everything itself.
    ask: ['-p', 'go', '--permission-mode', 'bypassPermissions'],
    list: [['--scope', 'user'], ['mcp', 'list'], /desk: .*Connected/],
    shell: [/^Bash$/, (command) => ({ command, description: 'Try it' })],
    tool: /^mcp__desk__shell_cmd$/,
    settings: ({ project }) => join(project, '.claude/settings.json'),
    seconds: ['"timeout": 60', '"timeout": 2'],
    hanging: 'refused',
  },
  {
    name: 'codex',
    program: 'codex',
    ask: ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', '-s', 'danger-full-access', 'go'],
    list: [[], ['mcp', 'list'], /desk .*serve --config .*enabled/],
    shell: [/^exec_command$/, (cmd) => ({ cmd })],
    tool: /desk.*shell_cmd$/,
    unlisted: { namespace: 'mcp__desk', name: 'shell_cmd' },
    settings: ({ home }) => join(home, '.codex/hooks.json'),
    seconds: ['"timeout": 60', '"timeout": 2'],
    // It has no setting for it.
    hanging: 'ran',
  },
  {
    name: 'gemini',
    program: 'gemini',
    ask: ['-m', 'gemini-2.5-flash', '--approval-mode', 'yolo', '-p', 'go'],
    list: [[], ['mcp', 'list'], /desk: .*Connected/],
    shell: [/^run_shell_command$/, (command) => ({ command })],
    tool: /^mcp_desk_shell_cmd$/,
    settings: ({ project }) => join(project, '.gemini/settings.json'),
    seconds: ['"timeout": 60000', '"timeout": 2000'],
    hanging: 'ran',
    // Nobody is there to answer its own question, and it waits forever.
    hook: ['--ask', 'later'],
  },
].filter(({ name }) => chosen.length === 0 || chosen.includes(name));

const geminiSettings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false },
};

const rows = [];
for (const client of clients) await tryClient(client);
await model.close();
console.log(`\n${rows.map(([ok, ...cells]) => [ok ? 'ok    ' : 'FAILED', ...cells].join('  ')).join('\n')}`);

async function tryClient(client) {
  const version = await inPlace(client, ({ run }) =>
    run(['--version']).then(({ text }) => /\d+\.\d+\.\d+/.exec(text)?.[0]),
  );
  const tell = (what, seen, expected, note = '') => {
    const isRight = seen === expected;
    if (!isRight) process.exitCode = 1;
    rows.push([isRight, `${client.program} ${version}`.padEnd(16), what.padEnd(34), seen.padEnd(8), note]);
    console.log(...rows.at(-1));
  };

  await inPlace(client, async ({ ours, run }) => {
    const [scope, words, expected] = client.list;
    ours('connect', client.name, ...scope);
    const isListed = expected.test((await run(words)).text);
    ours('connect', client.name, ...scope, '--remove');
    const isGone = !expected.test((await run(words)).text);
    tell('server listed, and gone after --remove', isListed && isGone ? 'yes' : 'no', 'yes');
  });

  await inPlace(client, async ({ ours, run, made, lastRun }) => {
    // Claude Code asks before it starts a server of the project, and nobody is there.
    ours('connect', client.name, '--scope', 'user');
    model.wants(client.tool, { command: 'touch made.txt' }, client.unlisted);
    await run(client.ask);
    const { door, client: name, state } = lastRun() ?? {};
    tell('shell_cmd called through MCP', made() ? 'ran' : 'no', 'ran', `${door} ${name ?? ''} ${state}`);
  });

  // What the policy says of a line, or what becomes of the hook, and what then happens to the line.
  const broken = (from, to) => (text) => text.replaceAll(from, to);
  const instead = (line) => (text) => text.replaceAll(/"command": "\S+ \S+ hook/g, () => `"command": "${line} hook`);
  const killed = instead("sh -c 'kill -9 $$'");
  const hangs = (text) => instead("sh -c 'sleep 20'")(text).replaceAll(...client.seconds);
  for (const [what, line, change, expected] of [
    ['allowed by the policy', 'touch made.txt', undefined, 'ran'],
    ['denied by the policy', 'touch made.txt; cat /etc/passwd', undefined, 'refused'],
    ['asked by the policy', 'touch made.txt; rm -r src', undefined, 'refused'],
    ['hook: its program is missing', 'touch made.txt', broken(process.execPath, '/nowhere/node'), 'refused'],
    ['hook: its configuration is missing', 'touch made.txt', broken('cmdgate.config.json', 'none.json'), 'refused'],
    ['hook: killed', 'touch made.txt', killed, 'refused'],
    ['hook: hangs until the client ends it', 'touch made.txt', hangs, client.hanging],
  ]) {
    await inPlace(client, async ({ ours, run, made, lastRun, places }) => {
      ours('connect', client.name, '--hook', ...(client.hook ?? []));
      if (change) {
        const file = client.settings(places);
        const before = readFileSync(file, 'utf8');
        const after = change(before);
        if (after === before) throw new Error(`nothing to change in ${before}`);
        writeFileSync(file, after);
      }
      const [name, inputOf] = client.shell;
      model.wants(name, inputOf(line));
      const { text } = await run(client.ask);
      if (model.state.heard.length === 0) console.log(text);
      const told = (model.state.heard[0] ?? 'nothing').replaceAll(/\s+/g, ' ');
      const state = change ? '' : `recorded: ${lastRun()?.state ?? 'in the audit'}; `;
      tell(
        what,
        made() ? 'ran' : 'refused',
        expected,
        expected === 'ran' ? state : `${state}model told: ${told.slice(0, 90)}`,
      );
    });
  }
}

/** A home and a project of its own, with a gate in it. */
async function inPlace(client, use) {
  const root = mkdtempSync(join(tmpdir(), 'cmdgate-try-clients-'));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const directory of [home, project, join(project, 'src'), join(home, '.codex'), join(home, '.gemini')]) {
    mkdirSync(directory);
  }
  writeFileSync(join(project, 'src/a.txt'), 'a');
  writeFileSync(join(home, '.codex/config.toml'), codexSettings());
  writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(geminiSettings));
  const env = {
    ...{ PATH: `${join(installed, 'node_modules/node/bin')}:${process.env.PATH}`, HOME: home, TERM: 'dumb' },
    ...{ XDG_STATE_HOME: join(root, 'state'), SHELL: '/bin/bash', GEMINI_CLI_TRUST_WORKSPACE: 'true', IS_SANDBOX: '1' },
    ...{ ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'fixture', FIXTURE_KEY: 'fixture' },
    ...{ GOOGLE_GEMINI_BASE_URL: model.url, GEMINI_API_KEY: 'fixture' },
    ...{
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      ENABLE_TOOL_SEARCH: 'false',
      MCP_CONNECTION_NONBLOCKING: 'false',
    },
  };
  const ours = (...words) =>
    JSON.parse(execFileSync(process.execPath, [cmdgate, ...words], { cwd: project, env, encoding: 'utf8' }));
  try {
    ours('init', '--name', 'desk', '--start', 'shell');
    return await use({
      places: { home, project },
      ours,
      run: (words) => finish(join(installed, 'node_modules/.bin', client.program), words, { cwd: project, env }),
      made: () => existsSync(join(project, 'made.txt')) || !existsSync(join(project, 'src')),
      lastRun: () => ours('run', 'runs', 'list', '--limit', '1').data.runs[0],
    });
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function finish(program, words, options) {
  return new Promise((resolve) => {
    const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    const late = setTimeout(() => child.kill('SIGKILL'), 120_000);
    child.once('close', () => {
      clearTimeout(late);
      resolve({ text });
    });
  });
}

function codexSettings() {
  return `model = "gpt-5.5"
model_provider = "fixture"

[model_providers.fixture]
name = "fixture"
base_url = "${model.url}/v1"
wire_api = "responses"
env_key = "FIXTURE_KEY"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false
`;
}
