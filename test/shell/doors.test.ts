// `shell` and `policy` through the doors that people and programs use: the built command line, the REPL and createGate.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ConfiguredGate, createGate } from '../../src/index.js';
import { ledgerEntries } from '../fixtures/ledger-entries.js';
import { type Files, lenient, newWorkspace } from './workspace.js';

const bin = join(import.meta.dirname, '../../bin/cmdgate.js');

function workspaceWith(files: Files = {}, configuration: object = {}): string {
  const config = { shell: { enabled: true }, sandbox: 'off', ...configuration };
  return newWorkspace({ 'cmdgate.config.json': JSON.stringify(config), 'a.txt': 'one\ntwo\n', ...files });
}

function cmdgate(workspace: string, words: readonly string[], input?: string) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [bin, ...words], {
    cwd: workspace,
    encoding: 'utf8',
    input,
    timeout: 30_000,
  });
  return {
    status,
    stderr,
    answers: stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  };
}

describe('the command line', () => {
  test('gives every word after the program to the program', () => {
    const workspace = workspaceWith();

    const { status, answers } = cmdgate(workspace, [
      'shell',
      '--timeout',
      '5000',
      'printf',
      '%s|',
      '--help',
      '--',
      '-x',
    ]);

    expect([status, answers[0].data.stdout]).toEqual([0, '--help|--|-x|']);
  });

  test('has no `shell` where the owner did not enable it', () => {
    const { status, answers } = cmdgate(workspaceWith({}, { shell: {} }), ['shell', 'ls']);

    expect([status, answers[0].error.code]).toEqual([2, 'COMMAND_NOT_FOUND']);
  });

  test('says of what needs a person how to approve it, and takes the approval that was given later', () => {
    const workspace = workspaceWith({ 'build/x': '' });

    const { status, answers } = cmdgate(workspace, ['shell', 'rm', '-r', 'build']);

    const { code, hint, approval_id } = answers[0].error;
    expect([status, code]).toEqual([4, 'APPROVAL_REQUIRED']);
    expect(hint).toContain('cmdgate approvals');
    const listed = cmdgate(workspace, ['approvals', 'list']).answers[0].data.approvals;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([approval_id]);
    expect(existsSync(join(workspace, 'build/x'))).toBe(true);
  });

  test('does not let whoever has no terminal approve', () => {
    const workspace = workspaceWith({ 'build/x': '' });
    const { answers } = cmdgate(workspace, ['shell', 'rm', '-r', 'build']);

    const approved = cmdgate(workspace, ['approvals', 'approve', answers[0].error.approval_id]);

    expect(approved.answers[0].error.code).toBe('INTERACTIVE_REQUIRED');
    expect(cmdgate(workspace, ['shell', 'rm', '-r', 'build']).status).toBe(4);
  });

  test('does not run a destructive command of the owner without a person', () => {
    const commands = `export const wipe = {
      description: 'Remove everything', danger: 'destructive', dryRun: true, handler: () => ({ wiped: true }) };\n`;
    const workspace = workspaceWith({ 'commands.mjs': commands }, { commands: ['commands.mjs'] });

    const { status, answers } = cmdgate(workspace, ['run', 'wipe']);

    expect([status, answers[0].error.code]).toEqual([4, 'APPROVAL_REQUIRED']);
  });
});

test('what tells the gate what to do is not changed by an agent', () => {
  const files = {
    'rules/policy.json': '{ "default": "ask" }',
    'commands/greet.mjs': `export const greet = { description: 'Greet', danger: 'safe', handler: () => 'hello' };`,
  };
  const workspace = workspaceWith(files, { policy: 'rules/policy.json', commands: ['commands/*.mjs'] });

  for (const path of ['cmdgate.config.json', 'rules/policy.json', 'commands/greet.mjs', 'commands/new.mjs']) {
    const { answers } = cmdgate(workspace, ['shell', '--stdin', 'x', 'tee', path]);
    expect([path, answers[0].error?.code]).toEqual([path, 'PERMISSION_DENIED']);
  }
  expect(cmdgate(workspace, ['shell', '--stdin', 'x', 'tee', 'rules/other.json']).status).toBe(0);
  expect(cmdgate(workspace, ['shell', 'cat', 'rules/policy.json']).status).toBe(0);
});

describe('policy', () => {
  test('check tells the decision, the evidence and what would run, and runs nothing', () => {
    const workspace = workspaceWith({ 'build/x': '' });

    const { answers } = cmdgate(workspace, ['policy', 'check', 'rm', '-r', 'build']);

    expect(answers[0].data).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('removes'),
      rules: [],
      evidence: [{ effect: 'destroys' }, { effect: 'destroys', argument: 'build' }],
      command: 'shell rm -r build',
      would_run: { args: ['-r', 'build'], directory: workspace },
    });
    expect(existsSync(join(workspace, 'build/x'))).toBe(true);
  });

  test('check tells of a denied program which rule denies it, and what to do instead', () => {
    const { answers } = cmdgate(workspaceWith(), ['policy', 'check', 'python3', '-c', 'print(1)']);

    expect(answers[0].data).toMatchObject({
      decision: 'deny',
      rules: [{ id: 'inline-code' }],
      instead: expect.stringContaining('file'),
    });
  });

  test('check speaks about commands of the owner, too', () => {
    const commands = `export const greet = { description: 'Greet', danger: 'safe', handler: () => 'hello' };`;
    const workspace = workspaceWith({ 'commands.mjs': commands }, { commands: ['commands.mjs'] });

    const { answers } = cmdgate(workspace, ['policy', 'check', 'greet']);

    expect(answers[0].data).toMatchObject({ decision: 'allow', rules: [{ id: 'own-commands' }], command: 'greet' });
  });

  test('test tries all examples', () => {
    const { status, answers } = cmdgate(workspaceWith(), ['policy', 'test']);

    expect([status, answers[0].data.failed]).toEqual([0, 0]);
    expect(answers[0].data.passed).toBeGreaterThan(50);
  });

  test('explain tells from the log why a run of another process was denied', () => {
    const workspace = workspaceWith();
    const { answers } = cmdgate(workspace, ['shell', 'cat', '/etc/passwd']);

    const explained = cmdgate(workspace, ['policy', 'explain', answers[0].meta.request_id]).answers[0];

    expect(explained.data).toMatchObject({
      run: answers[0].meta.request_id,
      command: 'shell cat /etc/passwd',
      decision: 'deny',
      rules: [{ id: 'leaves-workspace' }],
      evidence: [{ effect: 'outside', argument: '/etc/passwd' }],
    });
    expect(cmdgate(workspace, ['policy', 'explain', 'run_none']).answers[0].error.code).toBe('VALIDATION_ERROR');
  });

  test('a policy file with mistakes is told with the place of each', () => {
    const policy =
      '{\n  "default": "ask",\n  "rules": [\n    { "id": "x", "decision": "alow", "program": "npm" }\n  ]\n}\n';
    const workspace = workspaceWith({ 'policy.json': policy }, { policy: 'policy.json' });

    const { status, answers } = cmdgate(workspace, ['shell', 'ls']);

    expect(status).toBe(4);
    const text = JSON.stringify(answers[0].error);
    expect(text).toContain('policy.json:4');
    expect(text).toContain('Did you mean \\"allow\\"?');
    expect(text).toContain('reason');
    expect(text).toContain('match');
  });

  test('an example that its rule does not match keeps the gate from opening', () => {
    const rule = { id: 'tests', decision: 'allow', reason: 'Tests run.', program: 'npm', match: ['git push'] };
    const workspace = workspaceWith({}, { policy: { default: 'ask', rules: [rule] } });

    const { status, answers } = cmdgate(workspace, ['shell', 'ls']);

    expect(status).toBe(4);
    expect(JSON.stringify(answers[0].error)).toContain('git');
  });

  test('a rule that holds nothing back, because it names no command, is told', () => {
    const rule = { id: 'no-wipe', decision: 'deny', reason: 'Never.', command: 'wipe', match: ['wipe'] };
    const workspace = workspaceWith({}, { policy: { default: 'ask', rules: [rule] } });

    expect(cmdgate(workspace, ['shell', 'ls']).stderr).toContain('The policy rule "no-wipe" has "wipe"');
  });

  test("an owner's rule lets what would be asked about run", () => {
    const rule = {
      id: 'node-scripts',
      decision: 'allow',
      reason: 'Scripts of this project may run.',
      program: 'node',
      arguments: ['scripts/*'],
      match: ['node scripts/hello.js'],
      not_match: ['node other.js', 'node -e 1'],
    };
    const files = { 'scripts/hello.js': 'console.log("hello")\n', 'other.js': '' };
    const workspace = workspaceWith(files, { policy: { default: 'ask', rules: [rule] } });

    expect(cmdgate(workspace, ['shell', 'node', 'scripts/hello.js']).answers[0].data.stdout).toBe('hello\n');
    expect(cmdgate(workspace, ['shell', 'node', 'other.js']).answers[0].error.code).toBe('APPROVAL_REQUIRED');
    expect(cmdgate(workspace, ['shell', 'node', '-e', '1']).answers[0].error.code).toBe('PERMISSION_DENIED');
  });
});

test('the REPL runs programs too', () => {
  const lines = 'shell wc -l a.txt\nshell cat /etc/passwd\npolicy check git push\n';

  const { answers } = cmdgate(workspaceWith(), ['repl', '--stdin'], lines);

  expect(answers.map(({ ok, data, error }) => (ok ? (data.stdout ?? data.decision) : error.code))).toEqual([
    '2 a.txt\n',
    'PERMISSION_DENIED',
    'ask',
  ]);
});

describe('createGate', () => {
  async function open(configuration: object = {}, files: Files = {}): Promise<ConfiguredGate> {
    const directory = workspaceWith(files, configuration);
    const gate = await createGate({ config: 'cmdgate.config.json', directory });
    onTestFinished(() => gate.close());
    return gate;
  }

  test('gives programs the variables that the owner lists, and hides those that are references', async () => {
    const programs = { environment: { MODE: 'test', KEY: 'env:SHELL_TEST_KEY' } };
    const workspace = workspaceWith({}, { programs, policy: lenient });
    const environment = { ...process.env, SHELL_TEST_KEY: 'abc-secret-123', OTHER: 'unseen' };
    const gate = await createGate({ config: 'cmdgate.config.json', directory: workspace, environment });
    onTestFinished(() => gate.close());

    const outcome = await gate.run({ path: 'shell', input: { command: 'env' } });

    const { stdout } = (outcome as { data: { stdout: string } }).data;
    expect(stdout).toContain('MODE=test');
    expect(stdout).toContain('KEY=[REDACTED]');
    expect(stdout).not.toMatch(/unseen|abc-secret/);
  });

  test('records the decision and who approved, before the run and after it', async () => {
    const directory = workspaceWith({ 'build/x': '' });
    const approve = async () => ({ answer: 'approve', by: 'library' }) as const;
    const gate = await createGate({ config: 'cmdgate.config.json', directory, approve });

    await gate.run(['shell', 'rm', '-r', 'build'], { chat: 'chat_7' });
    await gate.close();

    const entries = ledgerEntries(directory).filter(({ run }) => run !== undefined);
    expect(entries.map(({ type }) => type)).toEqual(['accepted', 'asked', 'answered', 'start', 'end']);
    expect(entries.at(-1)).toMatchObject({
      command: 'shell rm -r build',
      success: true,
      user_context: { chat_id: 'chat_7' },
      decision: { decision: 'ask', reason: expect.any(String), approval: { answer: 'approve', by: 'library' } },
    });
  });

  test('a dry run tells that it would ask, and asks nobody', async () => {
    const gate = await open({}, { 'build/x': '' });

    const outcome = await gate.run(['shell', 'rm', '-r', 'build'], { dryRun: true });

    expect(outcome).toMatchObject({ status: 'completed', data: { effect: 'would_run', decision: 'ask' } });
    expect((await (await gate.gate.approvals()).list()).length).toBe(0);
  });
});
