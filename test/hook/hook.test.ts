// `cmdgate hook` as a client starts it: one event on standard input, one answer on standard output.

import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HookClient } from '../../src/surfaces/hook/client.js';
import { claudeCode } from '../../src/surfaces/hook/clients/claude-code.js';
import { codex } from '../../src/surfaces/hook/clients/codex.js';
import { cursor } from '../../src/surfaces/hook/clients/cursor.js';
import { gemini } from '../../src/surfaces/hook/clients/gemini.js';
import { answerEvent, type HookSettings } from '../../src/surfaces/hook/run-hook.js';

const executable = fileURLToPath(new URL('../../bin/cmdgate.js', import.meta.url));
let folder: string;
let workspace: string;
let config: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hook-')));
  workspace = join(folder, 'workspace');
  mkdirSync(join(workspace, 'src'), { recursive: true });
  mkdirSync(join(folder, 'elsewhere'));
  writeFileSync(join(workspace, 'src/a.txt'), 'a');
  symlinkSync(join(folder, 'elsewhere'), join(workspace, 'out'));
  config = join(workspace, 'cmdgate.config.json');
  writeFileSync(config, '{ "ledger": { "directory": "../ledger" } }');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const common = { session_id: 's-1', transcript_path: '/t.jsonl', permission_mode: 'default', tool_use_id: 'toolu_1' };

function events(command: string, directory = workspace) {
  const bash = { ...common, cwd: directory, tool_name: 'Bash', tool_input: { command } };
  return {
    'claude-code': { ...bash, hook_event_name: 'PreToolUse' },
    codex: { ...bash, hook_event_name: 'PreToolUse', turn_id: 't1', model: 'm' },
    cursor: {
      ...{ conversation_id: 'c-1', generation_id: 'g-1', hook_event_name: 'beforeShellExecution' },
      ...{ workspace_roots: [directory], command, cwd: '' },
    },
    gemini: {
      ...{ session_id: 's-1', transcript_path: '/t', cwd: directory, timestamp: '2026-11-18T00:00:00Z' },
      ...{ hook_event_name: 'BeforeTool', tool_name: 'run_shell_command', tool_input: { command } },
    },
  };
}

async function answer(client: HookClient, event: unknown, more: Partial<HookSettings> = {}) {
  const environment = { PATH: process.env.PATH, HOME: folder, XDG_STATE_HOME: join(folder, 'state') };
  const settings = {
    client,
    config,
    ask: 'client',
    environment,
    signal: new AbortController().signal,
    ...more,
  } as const;
  const bytes = event instanceof Uint8Array ? event : Buffer.from(JSON.stringify(event));
  const told = await answerEvent(bytes, settings);
  return told.decision === 'none' ? told : client.answer(told.decision, told.reason);
}

const readsOnly = 'It only reads and changes files in the workspace.';

test('each client is answered in its own format', async () => {
  const line = events('cat src/a.txt');
  const specific = { hookEventName: 'PreToolUse', permissionDecision: 'allow', permissionDecisionReason: readsOnly };
  expect(await answer(claudeCode, line['claude-code'])).toEqual({ hookSpecificOutput: specific });
  expect(await answer(codex, line.codex)).toEqual({});
  expect(await answer(cursor, line.cursor)).toEqual({ permission: 'allow' });
  expect(await answer(gemini, line.gemini)).toEqual({ decision: 'allow', reason: readsOnly });

  const removing = events('rm -r src');
  const why = expect.stringContaining('rm removes');
  expect(await answer(claudeCode, removing['claude-code'])).toEqual({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask', permissionDecisionReason: why },
  });
  expect(await answer(cursor, removing.cursor)).toEqual({ permission: 'ask', user_message: why, agent_message: why });
  expect(await answer(gemini, removing.gemini)).toEqual({ decision: 'ask', reason: why, systemMessage: why });
  // Codex cannot ask, and would run the line after such an answer.
  expect(await answer(codex, removing.codex, { ask: 'later' })).toEqual({
    hookSpecificOutput: {
      ...{ hookEventName: 'PreToolUse', permissionDecision: 'deny' },
      permissionDecisionReason: expect.stringContaining("approve it with 'cmdgate approvals'"),
    },
  });
});

test('other tools get no opinion, and unknown events are failures', async () => {
  const write = { ...events('ls')['claude-code'], tool_name: 'Write' };
  expect(await answer(claudeCode, write)).toEqual({ decision: 'none' });
  const { command: _, ...without } = events('ls').cursor;
  for (const [event, message] of [
    [{ ...write, hook_event_name: 'Stop' }, 'the event "Stop" is not supported by this hook'],
    [without, '"command" is missing in the event, or is not a string'],
    [Buffer.from('{'), 'the event on standard input is not JSON'],
    [Buffer.from('[]'), 'the event on standard input is not a JSON object'],
    [Buffer.from([0x7b, 0xff]), 'the event on standard input is not UTF-8'],
    [Buffer.from(''), 'the client sent no event on standard input'],
    [
      Buffer.from('{"tool_name":"Bash","tool_input":{"command":"ls","command":"rm -r src"}}'),
      'has the key "command" twice',
    ],
    [Buffer.from(`{"a":${'['.repeat(300)}${']'.repeat(300)}}`), 'the event is nested too deeply'],
  ] as const) {
    await expect(answer(event === without ? cursor : claudeCode, event)).rejects.toThrow(message);
  }
  const relative = answer(claudeCode, events('ls')['claude-code'], { config: 'cmdgate.config.json' });
  await expect(relative).rejects.toThrow('--config is not an absolute path');
});

// What a real bash may read differently from the gate, and what it would do elsewhere.
test.each([
  ['a variable of the client', 'cat $FOO'],
  ['a variable that may be a secret', 'echo $API_KEY'],
  ['the output of a program', 'cat $(cat src/a.txt)'],
  ['a name that is no program', 'll'],
  ['a function', 'f() { ls; }; f'],
  ['eval', 'eval ls'],
  ['an alias', "alias ls='rm -r src'; ls"],
  ['a directory that may not be there', 'cd missing; ls'],
  ['a directory that a failure leaves out', 'false && cd src; ls'],
  ['a directory behind a negation', '! cd missing && ls'],
  ['a directory of another branch', 'if cd missing && false; then ls; else cat a.txt; fi'],
  ['a directory of a loop', 'for i in 1 2; do cd src; ls; done'],
  ['a pattern after a change', 'touch x && ls *'],
  ['a pattern that leaves by a link', 'cat o*/secret'],
  ['a pattern for the directory above', 'ls .*'],
  ['the search path', 'PATH=./src:$PATH; ls'],
  ['what bash reads first', 'BASH_ENV=./src/a.txt; ls'],
  ['where cd looks', 'CDPATH=/etc; cd ssl && ls'],
  ['code in a number', "x='a[$(touch pwned)]'; [[ $x -eq 1 ]]"],
  ['code in a sum', 'read x < src/a.txt; echo $((x))'],
  ['a path of zsh', 'cat =ls'],
  ['a shell inside', "bash -c 'echo $SECRET'"],
  ['a NUL character', 'ls \0src'],
  ['half a character', 'ls \ud800'],
  ['what a link becomes', 'mv out in && cat in/secret'],
])('%s is never allowed: %s', async (_name, line) => {
  const told = (await answer(claudeCode, events(line)['claude-code'])) as {
    hookSpecificOutput: { permissionDecision: string };
  };
  expect(told.hookSpecificOutput.permissionDecision).not.toBe('allow');
});

test('a directory outside of the workspace asks, and the answer names both', async () => {
  const told = JSON.stringify(await answer(claudeCode, events('ls', join(folder, 'elsewhere'))['claude-code']));
  expect(told).toContain('"ask"');
  expect(told).toContain(join(folder, 'elsewhere'));
  expect(told).toContain('outside');
  // A link leads where it leads.
  expect(JSON.stringify(await answer(claudeCode, events('ls', join(workspace, 'out'))['claude-code']))).toContain(
    '"ask"',
  );
});

function start(words: readonly string[], input: string, environment: NodeJS.ProcessEnv = {}) {
  const env = { PATH: process.env.PATH, XDG_STATE_HOME: join(folder, 'state'), ...environment };
  const { status, stdout } = spawnSync(process.execPath, [executable, ...words], { input, env, encoding: 'utf8' });
  return { status, answer: stdout === '' ? '' : JSON.parse(stdout) };
}

test('an answer names the home directory, and has no word about the lack of a shell', () => {
  const words = ['hook', 'claude-code', '--config', join(workspace, 'cmdgate.config.json')];
  const reasonFor = (line: string) =>
    start(words, JSON.stringify(events(line)['claude-code'])).answer.hookSpecificOutput.permissionDecisionReason;
  expect(reasonFor('cat ~/.ssh/id_rsa')).toContain('may lead outside the workspace. Write the full path for cat.');
  expect(reasonFor('source .env')).toContain('source is a shell builtin, and its effect is known only when');
  expect(reasonFor('kill 1')).toMatch(/^cmdgate: Processes, .*[^.] \(rule 'changes-system'\)\./);
});

test('the decision and the end that the client reports are in the ledger', () => {
  // A ledger of its own: this process has another place for what vouches for it.
  const own = join(workspace, 'own.config.json');
  writeFileSync(own, '{ "ledger": { "directory": "../own-ledger" } }');
  const hook = ['hook', 'claude-code', '--config', own];
  const before = { ...events('ls src')['claude-code'], tool_use_id: 'toolu_2' };
  const told = start(hook, JSON.stringify(before), { CMDGATE_CONFIG: '/nowhere', CMDGATE_INSTANCE_ID: 'other' });
  expect([told.status, told.answer.hookSpecificOutput.permissionDecision]).toEqual([0, 'allow']);
  const handed = start(['--config', own, 'run', 'runs', 'list', '--limit', '1'], '').answer.data.runs[0];
  expect(handed).toMatchObject({ state: 'handed_over', door: 'hook', session: 's-1' });
  const after = { ...before, hook_event_name: 'PostToolUseFailure', error: 'Exit code 2\nls: cannot access' };
  expect(start(hook, JSON.stringify({ ...after, duration_ms: 12 }))).toEqual({ status: 0, answer: {} });
  const ended = start(['--config', own, 'run', 'runs', 'list', '--limit', '1'], '').answer.data.runs[0];
  expect(ended).toMatchObject({ run: handed.run, state: 'failed', exit_code: 2, duration_ms: 12 });
  expect(start(['--config', own, 'audit', 'verify'], '').answer.data.sound).toBe(true);
});

test('a failure asks where the client can, refuses where it cannot, and lets the client decide where the owner says so', () => {
  const missing = ['--config', join(folder, 'missing.json')];
  const event = JSON.stringify(events('ls')['claude-code']);
  const reason = (told: ReturnType<typeof start>) => told.answer.hookSpecificOutput;
  expect(reason(start(['hook', 'claude-code', ...missing], event)).permissionDecision).toBe('ask');
  expect(reason(start(['hook', 'codex', ...missing], event)).permissionDecision).toBe('deny');
  expect(reason(start(['hook', 'claude-code', ...missing, '--ask', 'later'], event)).permissionDecision).toBe('deny');
  expect(start(['hook', 'claude-code', ...missing, '--fail', 'open'], event)).toEqual({ status: 0, answer: {} });
  // A mistake in the command itself must block: other exit codes than 2 let the line run.
  expect(start(['hook', 'claude-code', '--bogus'], event).status).toBe(2);
});

test('what VS Code sends to the hooks of Claude Code gets no opinion', async () => {
  const event = { hookEventName: 'PreToolUse', sessionId: 's', cwd: workspace, tool_name: 'editFiles', tool_input: {} };
  expect(await answer(claudeCode, event)).toEqual({ decision: 'none' });
});

/** As a client would: whatever stands on standard input, it waits for the end of the process. */
async function startWith(words: readonly string[], give: (input: Writable) => void, stdout: 'pipe' | number = 'pipe') {
  const env = { PATH: process.env.PATH, XDG_STATE_HOME: join(folder, 'state') };
  const child = spawn(process.execPath, [executable, ...words], { env, stdio: ['pipe', stdout, 'pipe'] });
  let [told, noted] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (told += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (noted += chunk.toString()));
  const input = child.stdin as Writable;
  input.on('error', () => undefined);
  give(input);
  const status = await new Promise((resolve) => child.once('close', resolve));
  const { permissionDecision, permissionDecisionReason } = told ? JSON.parse(told).hookSpecificOutput : ({} as never);
  return { status, decision: permissionDecision, reason: permissionDecisionReason, noted };
}

describe('whatever goes wrong, the line is not let through', () => {
  const line = () => JSON.stringify(events('ls')['claude-code']);
  const hook = () => ['hook', 'claude-code', '--config', config];

  test('an event that never ends, and one that has too much', async () => {
    const [endless, huge] = await Promise.all([
      startWith([...hook(), '--timeout', '1'], (input) => input.write(line())),
      startWith(hook(), (input) => input.end(Buffer.alloc(100 * 1024 * 1024, ' '))),
    ]);
    expect(endless).toMatchObject({ status: 0, decision: 'ask', reason: expect.stringContaining('within 1 seconds') });
    expect(huge).toMatchObject({ status: 0, decision: 'ask', reason: expect.stringContaining('more than 16777216') });
  });

  test.runIf(existsSync('/dev/full'))('an answer that cannot be written: exit code 2, with a reason', async () => {
    const full = openSync('/dev/full', 'w');
    const told = await startWith(hook(), (input) => input.end(line()), full);
    closeSync(full);
    expect(told).toMatchObject({
      ...{ status: 2, decision: undefined },
      noted: 'cmdgate hook: the answer could not be written, so this line is refused.\n',
    });
  });

  test('a ledger that cannot be written, and a question that nobody answers', async () => {
    const unwritable = join(workspace, 'unwritable.config.json');
    writeFileSync(join(folder, 'a-file'), '');
    writeFileSync(unwritable, '{ "ledger": { "directory": "../a-file/ledger" } }');
    const removing = JSON.stringify(events('rm -r src')['claude-code']);
    const [without, waiting] = await Promise.all([
      startWith(['hook', 'claude-code', '--config', unwritable], (input) => input.end(line())),
      startWith([...hook(), '--ask', 'wait', '--timeout', '2'], (input) => input.end(removing)),
    ]);
    expect(without).toMatchObject({ status: 0, decision: 'ask' });
    expect(without.reason).toContain('could not judge this line');
    expect(waiting).toMatchObject({ status: 0, decision: 'deny' });
    expect(waiting.reason).toContain("approve it with 'cmdgate approvals'");
  });

  test('eight events at once are all judged and recorded', async () => {
    const own = join(workspace, 'many.config.json');
    writeFileSync(own, '{ "ledger": { "directory": "../many-ledger" } }');
    const words = ['hook', 'claude-code', '--config', own];
    const told = await Promise.all(Array.from({ length: 8 }, () => startWith(words, (input) => input.end(line()))));
    expect(told.map(({ decision }) => decision)).toEqual(Array(8).fill('allow'));
    const runs = start(['--config', own, 'run', 'runs', 'list', '--limit', '20'], '').answer.data.runs;
    expect(runs).toHaveLength(8);
    expect(start(['--config', own, 'audit', 'verify'], '').answer.data.sound).toBe(true);
  });
});
