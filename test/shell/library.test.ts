// createShell(): shell_cmd for a program that embeds it, with real programs.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Approval } from '../../src/index.js';
import { openFileApprovalStore } from '../../src/ledger/approvals/file-approval-store.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { giveAnswer } from '../../src/owner/approvals/give-answer.js';
import { isAlive } from '../fixtures/is-alive.js';
import { Heard, lenient, newWorkspace, openShell } from './workspace.js';

describe('a run', () => {
  test('answers with both streams, the exit code and a text for a model', async () => {
    const shell = openShell({}, { 'a.txt': 'one\ntwo\n' });

    const result = await shell.run({ command: 'wc', parameters: ['-l', 'a.txt'] });

    expect(result).toEqual({
      runId: expect.stringMatching(/^run_/),
      state: 'completed',
      exitCode: 0,
      stdout: '2 a.txt\n',
      stderr: '',
      timedOut: false,
      scope: 'checked',
      durationMs: expect.any(Number),
      artifacts: [],
      assistantOutput: undefined,
      error: undefined,
      warnings: [],
      text: expect.stringContaining('2 a.txt'),
    });
  });

  test('is told that a short time is in milliseconds, whether it was enough or not', async () => {
    const shell = openShell();
    const note = '"timeout" is in milliseconds: 600 is less than a second. For 600 seconds, use 600000.';

    const enough = await shell.run({ command: 'true', timeout: 600 });
    const tooShort = await shell.run({ command: 'sleep 30', timeout: 600 });

    expect(enough).toMatchObject({ state: 'completed', warnings: [{ code: 'SHORT_TIMEOUT', message: note }] });
    expect(tooShort).toMatchObject({ timedOut: true, text: expect.stringContaining(note) });
    expect((await shell.run({ command: 'true', timeout: 5_000 })).warnings).toEqual([]);
  });

  test('goes through its states in order, and ends once', async () => {
    const shell = openShell({}, { 'a.txt': 'x' });
    const heard = new Heard();

    await shell.run({ command: 'cat', parameters: ['a.txt'] }, { onEvent: heard.listen, chat: 'chat_1' });

    expect(heard.states).toEqual(['queued', 'starting', 'running', 'completed']);
    expect(heard.events.map(({ seq }) => seq)).toEqual([...heard.events.map(({ seq }) => seq)].sort((a, b) => a - b));
    const stream = heard.events.find(({ type }) => type === 'tool-stream');
    expect(stream).toEqual({
      type: 'tool-stream',
      stream: 'stdout',
      content: 'x',
      seq: expect.any(Number),
      run_id: expect.stringMatching(/^run_/),
      session_id: expect.stringMatching(/^session_/),
      chat_id: 'chat_1',
    });
  });

  test('gets every argument byte for byte', async () => {
    const shell = openShell();
    const awkward = ["it's", '(x)', '$5.00', '\\d+', '', 'a b', '#x', 'two\nlines', '$HOME', '*', '~x', 'ü🌱', '-n'];

    const result = await shell.run({ command: 'printf', parameters: ['%s\\0', ...awkward] });

    expect(result.stdout.split('\0').slice(0, -1)).toEqual(awkward);
  });

  test('sees nothing of the environment but what was given', async () => {
    process.env.CMDGATE_TEST_SECRET = 'do-not-tell';
    const shell = openShell({ policy: lenient, environment: { DEPLOY: 'staging' } });

    const { stdout } = await shell.run({ command: 'env' });

    delete process.env.CMDGATE_TEST_SECRET;
    const variables = Object.fromEntries(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    );
    expect(variables).toMatchObject({ TERM: 'dumb', NO_COLOR: '1', PAGER: 'cat', DEPLOY: 'staging' });
    expect(variables).not.toHaveProperty('CMDGATE_TEST_SECRET');
  });

  test('writes over a file with the text that it was given, and asks before it only empties it', async () => {
    const shell = openShell({}, { 'a.txt': 'old' });

    const written = await shell.run({ command: 'tee', parameters: ['a.txt'], stdin: 'new' });
    const emptied = await shell.run({ command: 'tee', parameters: ['a.txt'] });

    expect([written.state, emptied.error?.code]).toEqual(['completed', 'APPROVAL_REQUIRED']);
    expect(readFileSync(join(shell.workspace, 'a.txt'), 'utf8')).toBe('new');
  });

  test('is refused with everything that is wrong with it, and nothing runs', async () => {
    const shell = openShell();
    const wrong = { command: 'ls -la', parameters: ['a', 7], timeout: -1, output_format: 'xml' } as never;

    const { state, error } = await shell.run(wrong);

    expect([state, error?.code]).toEqual(['failed', 'VALIDATION_ERROR']);
    expect(error?.details.map(({ field }) => field).sort()).toEqual([
      'command',
      'output_format',
      'parameters[1]',
      'timeout',
    ]);
  });

  test('hashes its artifacts, and tells of those that are missing', async () => {
    const shell = openShell({}, { 'dist/app.js': 'let x;\n' });

    const { artifacts } = await shell.run({ command: 'ls', artifact_paths: ['dist/app.js', 'gone.txt'] });

    const sha256 = createHash('sha256').update('let x;\n').digest('hex');
    expect(artifacts).toEqual([
      { path: 'dist/app.js', sha256, bytes: 7 },
      { path: 'gone.txt', error: expect.any(String) },
    ]);
  });

  test('that fails is a result, with its exit code', async () => {
    const shell = openShell();

    const { state, exitCode, stderr, error } = await shell.run({ command: 'ls', parameters: ['missing'] });

    expect([state, exitCode, error?.code]).toEqual(['failed', 2, 'EXECUTION_ERROR']);
    expect(stderr).toContain('missing');
  });

  test('that takes too long is ended with everything that it started, and keeps its output', async () => {
    const shell = openShell({ policy: lenient }, { 'slow.sh': 'echo begun\nsleep 300 &\necho $!\nwait\n' });

    const result = await shell.run({ command: 'sh', parameters: ['slow.sh'], timeout: 500 });

    expect([result.state, result.timedOut, result.error?.code]).toEqual(['timed_out', true, 'TIMEOUT']);
    const [begun, pid] = result.stdout.split('\n');
    expect(begun).toBe('begun');
    expect(isAlive(Number(pid))).toBe(false);
  });
});

describe('an assistant', () => {
  const assistant = (body: string) => ({ codex: { text: `#!/bin/sh\n${body}\n`, mode: 0o755 } });

  test('that succeeds has its clean words in the result and in an event of their own', async () => {
    const shell = openShell({ policy: lenient }, assistant("printf '\\033[1mDone.\\033[0m All\\r tests pass.\\n'"));
    const heard = new Heard();

    const result = await shell.run({ command: './codex' }, { onEvent: heard.listen });

    expect(result.error?.message).toBeUndefined();
    expect(result.assistantOutput).toContain('tests pass.');
    expect(result.assistantOutput).not.toContain('\u001b');
    const said = heard.events.find(({ type }) => type === 'assistant-output');
    expect(said).toMatchObject({ type: 'assistant-output', content: result.assistantOutput });
  });

  test('that fails is told with the end of what it printed', async () => {
    const shell = openShell({ policy: lenient }, assistant('echo "no credits left" >&2; exit 3'));

    const { text, exitCode, assistantOutput } = await shell.run({ command: './codex' });

    expect([exitCode, assistantOutput]).toEqual([3, undefined]);
    expect(text).toContain('no credits left');
  });
});

describe('sessions and chats', () => {
  test('a session has its own trusted directory and variables', async () => {
    const shell = openShell({ policy: lenient }, { 'inner/a.txt': 'inside', 'outer.txt': 'outside' });
    const session = shell.openSession({ variables: { working_directory: 'inner', GREETING: 'hello' } });

    const [here, greeting, out] = await Promise.all([
      shell.run({ command: 'cat', parameters: ['a.txt'] }, { session }),
      shell.run({ command: 'printenv', parameters: ['GREETING'] }, { session }),
      shell.run({ command: 'cat', parameters: ['../outer.txt'] }, { session }),
    ]);

    expect([here.stdout, greeting.stdout]).toEqual(['inside', 'hello\n']);
    expect(out.error?.code).toBe('PERMISSION_DENIED');
  });

  test('a session is held to its own time and number of programs', async () => {
    const alone = 'mkdir lock || echo not alone\nsleep 0.2\nrmdir lock\nsleep 60\n';
    const shell = openShell({ policy: lenient }, { 'alone.sh': alone });
    const session = shell.openSession({ limits: { timeoutMs: 1_000, processes: 1 } });
    const run = () => shell.run({ command: 'sh', parameters: ['alone.sh'] }, { session });

    const results = await Promise.all([run(), run()]);

    expect(results.map(({ state, stdout }) => [state, stdout])).toEqual([
      ['timed_out', ''],
      ['timed_out', ''],
    ]);
  });

  test('one chat is stopped while another goes on', async () => {
    const shell = openShell({ policy: lenient });
    const heard = new Heard();
    const sleep = (chat: string, seconds: string) =>
      shell.run({ command: 'sleep', parameters: [seconds] }, { chat, onEvent: heard.listen });
    const one = sleep('one', '300');
    const two = sleep('two', '1');
    await heard.until((event) => event.type === 'run-state' && event.state === 'running' && event.chat_id === 'one');
    await heard.until((event) => event.type === 'run-state' && event.state === 'running' && event.chat_id === 'two');

    const outcomes = [shell.cancel({ chat: 'one' }), shell.cancel({ chat: 'none' })];

    expect(outcomes).toEqual(['cancel_requested', 'not_found']);
    expect([(await one).state, (await two).state]).toEqual(['canceled', 'completed']);
    expect(shell.cancel({ chat: 'one' })).toBe('already_finished');
  });

  test('stopping a session stops what waits for a person or for its turn, and that never starts', async () => {
    const shell = openShell({ limits: { processes: 1 }, approve: () => new Promise(() => undefined), policy: lenient });
    const session = shell.openSession();
    const heard = new Heard();
    const options = { session, onEvent: heard.listen };
    const runs = [
      shell.run({ command: 'sleep', parameters: ['300'] }, options),
      shell.run({ command: 'sleep', parameters: ['301'] }, options),
      shell.run({ command: 'npm', parameters: ['test'] }, options),
    ];
    await heard.until((event) => event.type === 'run-state' && event.state === 'running');
    await heard.until((event) => event.type === 'approval-request');

    expect(shell.cancel({ session: session.id })).toBe('cancel_requested');

    expect((await Promise.all(runs)).map(({ state }) => state)).toEqual(['canceled', 'canceled', 'canceled']);
    expect(heard.states.filter((state) => state === 'running')).toHaveLength(1);
    expect(await shell.pendingApprovals()).toEqual([]);
  });

  test('a signal ends a run as a cancel does', async () => {
    const shell = openShell({ policy: lenient });
    const controller = new AbortController();
    const heard = new Heard();
    const running = shell.run(
      { command: 'sleep', parameters: ['300'] },
      { signal: controller.signal, onEvent: heard.listen },
    );
    await heard.until((event) => event.type === 'run-state' && event.state === 'running');

    controller.abort();

    expect((await running).state).toBe('canceled');
  });
});

describe('a result that cannot wait', () => {
  test('tells how far the program is; the run goes on and is read by its id', async () => {
    const shell = openShell({ policy: lenient }, { 'slow.sh': 'echo first\nsleep 2\necho second\n' });

    const early = await shell.run({ command: 'sh', parameters: ['slow.sh'] }, { yieldMs: 500 });

    expect(early).toMatchObject({ state: 'running', stdout: 'first\n', exitCode: null, error: undefined });
    expect(early.text).toContain(`runs wait ${early.runId}`);
    const later = await shell.gate.run({
      line: ['runs', 'wait', early.runId],
      door: 'library',
      caller: { name: 'local', may: 'everything' },
      session: shell.openSession(),
    });
    expect(later).toMatchObject({ data: { state: 'completed', data: { stdout: 'first\nsecond\n', exit_code: 0 } } });
  });
});

test('a run that goes on alone does not end with the request that started it', async () => {
  const shell = openShell({ policy: lenient }, { 'slow.sh': 'sleep 1\necho done\n' });
  const controller = new AbortController();
  const request = { command: 'sh', parameters: ['slow.sh'] };
  const heard = new Heard();

  const early = await shell.run(request, { yieldMs: 100, signal: controller.signal, onEvent: heard.listen });
  controller.abort();

  expect(early.state).toBe('running');
  await heard.until((event) => event.type === 'run-state' && event.state === 'completed');
  expect(heard.states).toEqual(['queued', 'starting', 'running', 'completed']);
});

describe('an approval', () => {
  const asks = { command: 'rm', parameters: ['-r', 'build'] };

  test('is asked for with everything that a person needs, and given once', async () => {
    const asked: Approval[] = [];
    const shell = openShell(
      {
        approve: async (approval) => {
          asked.push(approval);
          return { answer: 'approve', by: 'library' };
        },
      },
      { 'build/x': '' },
    );

    const result = await shell.run(asks, { chat: 'chat_1' });

    expect(result.state).toBe('completed');
    expect(existsSync(join(shell.workspace, 'build'))).toBe(false);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      caller: 'local',
      door: 'library',
      chat: 'chat_1',
      run: result.runId,
      reason: expect.stringContaining('removes'),
      subject: {
        command: 'shell',
        program: expect.stringMatching(/\/rm$/),
        args: ['-r', 'build'],
        directory: shell.workspace,
        environment: expect.arrayContaining(['PATH', 'TERM']),
        touches: [join(shell.workspace, 'build')],
      },
    });
  });

  test('that is denied keeps it from running, and says what the person said', async () => {
    const shell = openShell(
      { approve: async () => ({ answer: 'deny', by: 'library', note: 'We still need it.' }) },
      { 'build/x': '' },
    );

    const { error } = await shell.run(asks);

    expect([error?.code, error?.message]).toEqual([
      'PERMISSION_DENIED',
      "A person denied 'rm -r build' (library): We still need it.",
    ]);
    expect(existsSync(join(shell.workspace, 'build/x'))).toBe(true);
  });

  test('that nobody gives can be given later, for exactly the same request, once', async () => {
    const shell = openShell({}, { 'build/x': '', 'other/x': '' });

    const refused = await shell.run(asks);
    const id = refused.error?.approvalId ?? '';
    const given = await shell.answerApproval(id, { answer: 'approve', by: 'library' });
    const other = await shell.run({ command: 'rm', parameters: ['-r', 'other'] });
    const done = await shell.run(asks);
    const again = await shell.run(asks);

    expect([refused.error?.code, given, other.error?.code]).toEqual([
      'APPROVAL_REQUIRED',
      'answered',
      'APPROVAL_REQUIRED',
    ]);
    expect([done.state, again.error?.code]).toEqual(['completed', 'APPROVAL_REQUIRED']);
  });

  test('is void when the script that was approved is written to before it starts', async () => {
    const shell = openShell(
      {
        approve: async () => {
          writeFileSync(join(shell.workspace, 'job.sh'), 'echo evil > evil.txt\n');
          return { answer: 'approve', by: 'library' };
        },
      },
      { 'job.sh': 'echo good\n' },
    );

    const { error } = await shell.run({ command: 'sh', parameters: ['job.sh'] });

    expect(error?.code).toBe('PERMISSION_DENIED');
    expect(error?.message).toContain('changed');
    expect(existsSync(join(shell.workspace, 'evil.txt'))).toBe(false);
  });

  test("of one caller is not another caller's", async () => {
    const shell = openShell({}, { 'build/x': '' });
    const alice = { name: 'alice', may: 'everything' } as const;

    const refused = await shell.run(asks, { caller: alice });
    await shell.answerApproval(refused.error?.approvalId ?? '', { answer: 'approve', by: 'library' });

    expect((await shell.run(asks)).error?.code).toBe('APPROVAL_REQUIRED');
    expect((await shell.run(asks, { caller: alice })).state).toBe('completed');
  });

  test('"always" writes the rule that allows exactly this, and no more', async () => {
    const workspace = newWorkspace({ 'build/x': '', 'other/x': '' });
    const shell = openShell({
      workspace,
      approvalFiles: true,
      approve: async ({ always }) => (always ? { answer: 'approve', by: 'library', always: true } : undefined),
    });

    await shell.run(asks);

    const { rules } = JSON.parse(readFileSync(join(ownDirectory(workspace), 'always.json'), 'utf8'));
    expect(rules).toHaveLength(1);
    const silent = openShell({ workspace, approvalFiles: true });
    expect((await silent.run({ command: 'rm', parameters: ['-r', 'other'] })).error?.code).toBe('APPROVAL_REQUIRED');
    // Allowed, and there is nothing left to remove.
    expect((await silent.run(asks)).error?.code).toBe('EXECUTION_ERROR');
  });
});

test('a rule that its owner removed does not come back with an answer that was given before', async () => {
  const shell = openShell({ approvalFiles: true }, { 'build/x': '' });
  const store = openFileApprovalStore({ directory: ownDirectory(shell.workspace) });
  const asks = { command: 'rm', parameters: ['-r', 'build'] };
  await shell.run(asks);
  const [approval] = store.list();

  await giveAnswer(store, approval as Approval, { answer: 'approve', always: true });
  const written = store.readAlways();
  rmSync(store.alwaysFile);
  const { state } = await shell.run(asks);

  expect([written.length, state, store.readAlways()]).toEqual([1, 'completed', []]);
});

test('a policy with mistakes is refused with all of them', () => {
  const policy = { default: 'maybe', rules: [{ id: 'x', decision: 'allow', reason: 'y', program: 'ls' }] };

  expect(() => openShell({ policy })).toThrow(/policy\.default[\s\S]*policy\.rules\[0\]/);
});
