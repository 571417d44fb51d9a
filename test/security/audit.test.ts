// The audit log: one entry for every execution, refused ones included, on the file before the answer leaves.

import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CommandError, createAcli, defineCommand } from 'cmdgate';
import { describe, expect, test } from 'vitest';
import { cmdgate, makeDirectory, startCmdgate } from '../cli/process.js';
import { answersIn, ledgerOf } from '../fixtures/ledger-entries.js';

interface Entry {
  readonly command: string;
  readonly parsed_command: string;
  readonly success: boolean;
  readonly error_code?: string;
  readonly user_context: { readonly run_id: string; readonly door: string };
}

/** Of a directory and everything in it. */
function modesBelow(directory: string): number[] {
  const names = readdirSync(directory, { recursive: true }) as string[];
  return [directory, ...names.map((name) => join(directory, name))].map((path) => statSync(path).mode);
}

/** Every line of the log; fails where one is not a JSON object of its own. */
function entriesOf(file: string): Entry[] {
  const text = readFileSync(file, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);
}

const commands = {
  echo: defineCommand({
    description: 'Echo',
    danger: 'safe',
    arguments: [{ name: 'text', type: 'string', path: false, description: 'Text' }],
    handler: ({ text }) => text,
  }),
  fail: defineCommand({
    description: 'Fail',
    handler: () => {
      throw new Error('internal detail');
    },
  }),
  conflict: defineCommand({
    description: 'Fail with a code',
    handler: () => {
      throw new CommandError('ALREADY_EXISTS', 'It exists.');
    },
  }),
  hang: defineCommand({ description: 'Hang', handler: () => new Promise(() => undefined) }),
  read: defineCommand({
    description: 'Read',
    arguments: [{ name: 'file', type: 'path', required: true, description: 'File' }],
    handler: ({ file }) => file,
  }),
  denied: defineCommand({ description: 'Denied', handler: () => 'never' }),
};

describe('an entry', () => {
  test('has exactly the fields of the specification', async () => {
    const workspace = makeDirectory();
    const file = join(workspace, '.cmdgate', 'audit.jsonl');
    const acli = createAcli(commands, { workspace, audit: { file } });
    await acli.execute({ command: `echo  'as it was sent' --dry-run` });
    await acli.execute({ command: 'nothing' }, { caller: { name: 'guest', may: ['echo'] } });
    await acli.close();
    const context = { session_id: 'library', chat_id: null, door: 'library', run_id: expect.stringMatching(/^run_/) };
    expect(entriesOf(file)).toEqual([
      {
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        command: `echo  'as it was sent' --dry-run`,
        parsed_command: 'echo',
        success: true,
        duration_ms: expect.any(Number),
        user_context: { caller: 'local', role: 'owner', dry_run: true, ...context },
      },
      {
        timestamp: expect.any(String),
        command: 'nothing',
        parsed_command: '',
        success: false,
        error_code: 'COMMAND_NOT_FOUND',
        duration_ms: expect.any(Number),
        user_context: { caller: 'guest', role: 'restricted', dry_run: false, ...context },
      },
    ]);
  });

  test('is written for every kind of end, once', async () => {
    const workspace = makeDirectory();
    const file = join(workspace, 'audit.jsonl');
    const acli = createAcli(commands, { workspace, deny: ['denied'], audit: { file } });
    const cancel = new AbortController();
    const requests = [
      ['echo a', undefined],
      ['echo "open', 'PARSE_ERROR'],
      ['', 'PARSE_ERROR'],
      [`echo ${'x'.repeat(10_000)}`, 'PARSE_ERROR'],
      ['nothing', 'COMMAND_NOT_FOUND'],
      ['echo --nothing', 'VALIDATION_ERROR'],
      ['read ../x', 'PATH_TRAVERSAL_BLOCKED'],
      ['denied', 'PERMISSION_DENIED'],
      ['hang --timeout 20', 'TIMEOUT'],
      ['fail', 'EXECUTION_ERROR'],
      ['conflict', 'ALREADY_EXISTS'],
      ['help', undefined],
      ['help nothing', 'COMMAND_NOT_FOUND'],
    ] as const;
    for (const [command] of requests) await acli.execute({ command });
    const canceled = acli.execute({ command: 'hang' }, { signal: cancel.signal });
    cancel.abort();
    await canceled;
    await acli.execute({ command: 'echo late' }, { signal: AbortSignal.abort() });
    await acli.execute({} as { command: string });
    await acli.close();
    const entries = entriesOf(file);
    expect(entries.map(({ success, error_code }) => (success ? undefined : error_code))).toEqual([
      ...requests.map(([, code]) => code),
      'CANCELED',
      'CANCELED',
      'PARSE_ERROR',
    ]);
    expect(new Set(entries.map(({ user_context }) => user_context.run_id)).size).toBe(entries.length);
  });

  test('is written for requests over the rate limit', async () => {
    const workspace = makeDirectory();
    const file = join(workspace, 'audit.jsonl');
    const acli = createAcli(commands, { workspace, limits: { rate: { perMinute: 1 } }, audit: { file } });
    for (const command of ['echo a', 'echo b']) await acli.execute({ command });
    await acli.close();
    expect(entriesOf(file).map(({ command, error_code }) => [command, error_code])).toEqual([
      ['echo a', undefined],
      ['echo b', 'RATE_LIMITED'],
    ]);
  });

  test('stays on one line, whatever the request holds', async () => {
    const workspace = makeDirectory();
    const file = join(workspace, 'audit.jsonl');
    const acli = createAcli(commands, { workspace, audit: { file } });
    const text = 'line\nbreak\r\u2028\u2029\x1b[31m"}\n{"forged":true}';
    await acli.execute({ command: `echo '${text}'` });
    await acli.execute({ command: `echo '\ud800` });
    await acli.close();
    const [first, second] = entriesOf(file);
    expect(first?.command).toBe(`echo '${text}'`);
    expect(second?.error_code).toBe('PARSE_ERROR');
  });

  test('does not hold more than the limit of characters of a request that is too long', async () => {
    const workspace = makeDirectory();
    const file = join(workspace, 'audit.jsonl');
    const acli = createAcli(commands, { workspace, audit: { file } });
    await acli.execute({ command: `echo ${'x'.repeat(5_000_000)}` });
    await acli.close();
    expect(readFileSync(file).length).toBeLessThan(11_000);
  });

  test('is there when a thousand requests at once are answered', async () => {
    const workspace = makeDirectory();
    const file = join(workspace, 'audit.jsonl');
    const acli = createAcli(commands, { workspace, audit: { file } });
    await Promise.all(Array.from({ length: 1_000 }, (_, index) => acli.execute({ command: `echo ${index}` })));
    expect(new Set(entriesOf(file).map(({ command }) => command)).size).toBe(1_000);
    await acli.close();
  });
});

const configuration = (changes: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ commands: ['commands.mjs'], ...changes });

const source = `
import { appendFileSync } from 'node:fs';
export const commands = {
  echo: {
    description: 'Echo',
    danger: 'safe',
    arguments: [{ name: 'text', type: 'string', description: 'Text' }],
    handler: ({ text }) => { appendFileSync('entered.txt', text + '\\n'); return text; },
  },
};`;

const workspaceWith = (changes?: Readonly<Record<string, unknown>>) =>
  makeDirectory({ 'commands.mjs': source, 'cmdgate.config.json': configuration(changes) });

describe('the file', () => {
  test('is made for its owner alone, and appended to by every process', async () => {
    const cwd = workspaceWith({ audit: { file: 'logs/trail.jsonl' } });
    const file = join(cwd, 'logs', 'trail.jsonl');
    for (const text of ['one', 'two', 'three']) await cmdgate(['run', 'echo', text], { cwd });
    for (const entries of [entriesOf(file), answersIn(cwd)]) {
      expect(entries.map(({ command }) => command)).toEqual(['echo one', 'echo two', 'echo three']);
    }
    expect(modesBelow(ledgerOf(cwd)).filter((mode) => (mode & 0o077) !== 0)).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('loses nothing when two processes write at once', async () => {
    const cwd = workspaceWith();
    const count = 400;
    const lines = (name: string) => Array.from({ length: count }, (_, index) => `echo ${name}${index}\n`).join('');
    await Promise.all(
      ['a', 'b'].map((name) => cmdgate(['repl', '--stdin', '--format', 'acli'], { cwd, input: lines(name) })),
    );
    const written = answersIn(cwd).map(({ command }) => command);
    for (const name of ['a', 'b']) {
      expect(written.filter((command) => command.startsWith(`echo ${name}`))).toEqual(
        Array.from({ length: count }, (_, index) => `echo ${name}${index}`),
      );
    }
  });

  test('has the entry of every answer that left, also when the gate is killed right after it', async () => {
    const cwd = workspaceWith();
    const child = startCmdgate(['repl', '--stdin', '--format', 'acli'], { cwd });
    const lines = createInterface({ input: child.stdout });
    const answers: string[] = [];
    child.stdin.write(Array.from({ length: 5_000 }, (_, index) => `echo ${index}\n`).join(''));
    for await (const line of lines) {
      answers.push(JSON.parse(line).data);
      if (answers.length === 40) child.kill('SIGKILL');
    }
    const written = new Set(answersIn(cwd).map(({ command }) => command));
    expect(answers.length).toBeGreaterThanOrEqual(40);
    expect(answers.filter((answer) => !written.has(`echo ${answer}`))).toEqual([]);
  });

  test('that is a link is not written through, and nothing runs', async () => {
    const cwd = workspaceWith({ audit: { file: 'logs/trail.jsonl' } });
    mkdirSync(join(cwd, 'logs'));
    writeFileSync(join(cwd, 'target.txt'), 'untouched');
    symlinkSync(join(cwd, 'target.txt'), join(cwd, 'logs', 'trail.jsonl'));
    const { code, stdout } = await cmdgate(['run', 'echo', 'x'], { cwd });
    expect({ code, error: JSON.parse(stdout).error?.code }).toEqual({ code: 12, error: 'UNAVAILABLE' });
    expect(existsSync(join(cwd, 'entered.txt'))).toBe(false);
    expect(readFileSync(join(cwd, 'target.txt'), 'utf8')).toBe('untouched');
  });

  test('that was torn by a sudden end does not swallow the next entry', async () => {
    const cwd = workspaceWith({ audit: { file: 'trail.jsonl' } });
    const file = join(cwd, 'trail.jsonl');
    writeFileSync(file, '{"timestamp":"2026-01-01T00:00:00.000Z","comm', { mode: 0o600 });
    await cmdgate(['run', 'echo', 'after'], { cwd });
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ command: 'echo after', success: true });
  });

  test('is kept where the configuration says, and not at all where it says so', async () => {
    const elsewhere = workspaceWith({ audit: { file: 'logs/trail.jsonl' } });
    await cmdgate(['run', 'echo', 'x'], { cwd: elsewhere });
    expect(entriesOf(join(elsewhere, 'logs', 'trail.jsonl'))).toHaveLength(1);
    expect(answersIn(elsewhere)).toHaveLength(1);
    const off = workspaceWith({ audit: false });
    const { code } = await cmdgate(['run', 'echo', 'x'], { cwd: off });
    expect(code).toBe(0);
    expect(existsSync(ledgerOf(off))).toBe(false);
  });

  test('is not touched by discovery on a command line', async () => {
    const cwd = workspaceWith();
    for (const words of [['help'], ['schema', 'echo'], ['version'], ['run', 'help'], ['run', 'echo', '--help']]) {
      expect((await cmdgate(words, { cwd })).code).toBe(0);
    }
    expect(existsSync(ledgerOf(cwd))).toBe(false);
  });
});

describe('a gate that dies while commands run', () => {
  const hanging = `
  export const commands = {
    hang: {
      description: 'Hang',
      arguments: [{ name: 'text', type: 'string', path: false, description: 'Text' }],
      handler: () => new Promise(() => process.stderr.write('running\\n')),
    },
    echo: { description: 'Echo', handler: () => 'echo' },
  };`;

  test.each([
    ['a short command', 'short'],
    ['a long command', 'x'.repeat(5_000)],
    ['a long command in another script', '日本語'.repeat(150)],
    ['a command of characters that JSON escapes', '\x01'.repeat(400)],
  ])('leaves the run of %s in the log, marked as lost', async (_what, text) => {
    const cwd = makeDirectory({ 'commands.mjs': hanging, 'cmdgate.config.json': configuration() });
    const child = startCmdgate(['run', 'hang', text], { cwd });
    await once(child.stderr, 'data');
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    await cmdgate(['run', 'echo'], { cwd });
    const entries = answersIn(cwd);
    expect(entries.map(({ parsed_command, success, error_code }) => ({ parsed_command, success, error_code }))).toEqual(
      expect.arrayContaining([
        { parsed_command: 'hang', success: false, error_code: 'LOST' },
        { parsed_command: 'echo', success: true, error_code: undefined },
      ]),
    );
    expect(entries).toHaveLength(2);
    expect(entries.find(({ type }) => type === 'lost')?.command).toContain(text.slice(0, 10));
  });
});

describe('a log that cannot be written', () => {
  test('stops new runs until it can be written again, and loses no run that was entered', async () => {
    const workspace = makeDirectory();
    const directory = join(workspace, 'log');
    const file = join(directory, 'audit.jsonl');
    let entered = 0;
    const count = defineCommand({ description: 'Count', handler: () => ++entered });
    const acli = createAcli({ count }, { workspace, audit: { file } });
    const answer = async () => JSON.parse((await acli.execute({ command: 'count' })).content[0].text);

    // A file where the directory should be: nobody, not even root, can write below it.
    writeFileSync(directory, '');
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await answer()).toMatchObject({
        success: false,
        error: { code: 'EXECUTION_ERROR', details: [{ code: 'UNAVAILABLE' }], retry_after_ms: 1000 },
      });
    }
    expect(entered).toBe(0);

    renameSync(directory, `${directory}.away`);
    expect(await answer()).toMatchObject({ success: true, data: 1 });
    await acli.close();
    expect(entriesOf(file).filter(({ success }) => success)).toHaveLength(1);
  });

  test('does not stop discovery on a command line', async () => {
    const cwd = workspaceWith({ audit: { file: 'locked/audit.jsonl' } });
    mkdirSync(join(cwd, 'locked'));
    symlinkSync('/dev/null', join(cwd, 'locked', 'audit.jsonl'));
    expect((await cmdgate(['version'], { cwd })).code).toBe(0);
  });
});

test('a server over HTTP has written the entry when its answer arrives', async () => {
  const cwd = workspaceWith();
  const child = startCmdgate(['serve', '--http', '--port', '0'], { cwd });
  child.stderr.resume();
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(JSON.parse(line).endpoint)));
  await client.callTool({ name: 'cli', arguments: { command: 'echo last' } });
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
  await client.close().catch(() => undefined);
  expect(answersIn(cwd).at(-1)).toMatchObject({
    command: 'echo last',
    success: true,
    user_context: { door: 'mcp-http' },
  });
});

test('a ledger that is removed while the gate runs is begun again, and verify tells that one is missing', async () => {
  const cwd = workspaceWith();
  const environment = { XDG_STATE_HOME: makeDirectory() };
  const child = startCmdgate(['repl', '--stdin', '--format', 'acli'], { cwd, environment });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`);
    return JSON.parse((await lines.next()).value ?? '{}');
  };
  await ask('echo before');
  const ledger = ledgerOf(cwd, environment.XDG_STATE_HOME);
  rmSync(join(ledger, 'log'), { recursive: true });
  const answers = () => answersIn(cwd, ledger);
  await expect.poll(() => ask('echo after').then(() => answers().length), { timeout: 10_000 }).toBeGreaterThan(0);
  child.stdin.end();
  await once(child, 'close');
  expect(answers().map(({ command }) => command)).toContain('echo after');
  const { code, stdout } = await cmdgate(['audit', 'verify'], { cwd, environment });
  expect({ code, kinds: JSON.parse(stdout).error.result.findings.map(({ kind }: { kind: string }) => kind) }).toEqual({
    code: 1,
    kinds: ['missing_chain'],
  });
});

test('a ledger or a configuration that others can write is refused', async () => {
  const outside = makeDirectory();
  const ledger = workspaceWith({ ledger: { directory: outside } });
  chmodSync(outside, 0o777);
  const refused = await cmdgate(['run', 'echo', 'x'], { cwd: ledger });
  expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([12, 'UNAVAILABLE']);
  expect(existsSync(join(ledger, 'entered.txt'))).toBe(false);

  const open = workspaceWith();
  chmodSync(join(open, 'cmdgate.config.json'), 0o666);
  const unread = await cmdgate(['run', 'echo', 'x'], { cwd: open });
  expect(JSON.parse(unread.stdout).error).toMatchObject({ code: 'CONFIGURATION_ERROR' });
  expect(unread.stdout).toMatch(/chmod \w+-w/);
  expect(existsSync(join(open, 'entered.txt'))).toBe(false);
});
