// `cmdgate run`, as a shell and its user see it.

import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { packageVersion } from '../../src/version.js';
import { ledgerOf } from '../fixtures/ledger-entries.js';
import { environment, openWorkspace } from './fixture.js';
import { cmdgate, finish, makeDirectory, onTerminal, startCmdgate } from './process.js';

const cwd = openWorkspace();
const run = (...words: string[]) => cmdgate(['run', ...words], { cwd, environment });
const dataOf = (stdout: string): unknown => JSON.parse(stdout).data;

describe('formats', () => {
  test('off a terminal the answer is the response envelope, on one line', async () => {
    const { code, stdout, stderr } = await run('echo', 'hello');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      data: { words: ['hello'] },
      error: null,
      warnings: [],
      meta: {
        duration_ms: expect.any(Number),
        request_id: expect.stringMatching(/^run_/),
        command: 'echo hello',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
        timeout_ms: 30_000,
        schema_version: '1.0',
        tool_version: packageVersion,
        cwd,
        config_sources: [join(cwd, 'cmdgate.config.json')],
        config_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
        ok: true,
        exit_code: 0,
      },
    });
  });

  test('an error is an envelope too, and says what to do', async () => {
    const { code, stdout, stderr } = await run('ecko', 'hello');
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      data: null,
      error: {
        code: 'COMMAND_NOT_FOUND',
        message: "Command 'ecko' not found",
        hint: "Did you mean 'echo'? Run 'help' for available commands",
        suggestion: "Did you mean 'echo'? Run 'help' for available commands",
        phase: 'validation',
        retryable: false,
        fix_required: "Command 'ecko' not found",
        examples: ['help echo'],
        exit_code: 2,
      },
      warnings: [],
      meta: expect.objectContaining({ ok: false, exit_code: 2, command: 'ecko hello' }),
    });
  });

  test('--format chooses between json, acli and text', async () => {
    const [json, acli, text] = await Promise.all(
      ['json', 'acli', 'text'].map((format) => run('echo', 'hello', '--format', format)),
    );
    expect(JSON.parse(json?.stdout ?? '')).toMatchObject({ ok: true });
    expect(JSON.parse(acli?.stdout ?? '')).toMatchObject({ success: true, data: { words: ['hello'] } });
    expect(text?.stdout).toContain('hello');
    expect(text?.stdout).not.toContain('{');
  });

  test('a format that does not exist is a wrong argument', async () => {
    const { code, stdout } = await run('echo', '--format', 'xml');
    expect(code).toBe(2);
    expect(JSON.parse(stdout).error.details).toEqual([expect.objectContaining({ field: '--format', value: 'xml' })]);
  });

  test.each([['secret'], ['nothing'], ['hang'], ['fail'], ['echo', '--nothing']])(
    'a refused or failed request is answered in the format it asked for: %s',
    async (...words) => {
      const { stdout } = await run(...words, '--format', 'acli');
      expect(JSON.parse(stdout)).toMatchObject({ success: false, error: { code: expect.any(String) } });
    },
  );

  test('on a terminal the answer is text for a person, in colors', async () => {
    const table = await onTerminal(['run', 'table'], { cwd, environment });
    expect(table.stdout).toContain('\x1b[1m');
    expect({ code: table.code, text: stripVTControlCharacters(table.stdout) }).toEqual({
      code: 0,
      text: 'id  name\n 1  Lunch\n 2  Tea\n',
    });
    const wrong = await onTerminal(['run', 'ecko'], { cwd, environment });
    expect(wrong.code).toBe(2);
    expect(wrong.stdout).toContain('\x1b[31m');
    expect(stripVTControlCharacters(wrong.stdout)).toContain("error: Command 'ecko' not found [COMMAND_NOT_FOUND]");
  });

  test('NO_COLOR takes the colors and leaves the text', async () => {
    const { stdout } = await onTerminal(['run', 'ecko'], { cwd, environment: { ...environment, NO_COLOR: '1' } });
    expect(stdout).toContain("error: Command 'ecko' not found [COMMAND_NOT_FOUND]");
    expect(stdout).not.toContain('\x1b');
  });

  test('in CI even a terminal gets JSON without colors', async () => {
    const { stdout } = await onTerminal(['run', 'table'], { cwd, environment: { ...environment, CI: 'true' } });
    expect(dataOf(stdout)).toEqual([
      { id: 1, name: 'Lunch' },
      { id: 2, name: 'Tea' },
    ]);
    expect(stdout).not.toContain('\x1b');
  });

  test('a terminal can be asked for JSON', async () => {
    const { stdout } = await onTerminal(['run', 'table', '--format', 'json'], { cwd, environment });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  test('a stream is one document off a terminal, whatever the format, and shown once on one', async () => {
    expect(dataOf((await run('stream')).stdout)).toEqual(['one', 'two']);
    expect(dataOf((await run('stream', '--format', 'acli')).stdout)).toEqual(['one', 'two']);
    const shown = await onTerminal(['run', 'stream'], { cwd, environment });
    expect(shown.stdout.match(/one/g)).toHaveLength(1);
    expect(shown.stdout.match(/two/g)).toHaveLength(1);
    const asked = await onTerminal(['run', 'stream', '--format', 'json'], { cwd, environment });
    expect(dataOf(asked.stdout)).toEqual(['one', 'two']);
  });

  test('what a handler logs goes to stderr', async () => {
    const { stdout, stderr } = await run('logs');
    expect(dataOf(stdout)).toEqual({ value: 'logged' });
    expect(stderr).toBe('warn: careful\n');
  });
});

describe('words', () => {
  test.each([
    [['two words', ' leading', 'trailing ']],
    [['', '']],
    [[`it's`, 'say "hi"', 'back\\slash', '`tick`']],
    [['line one\nline two', 'tab\there', '\r\n']],
    [['*', '?', '[a-z]', '~', '{a,b}', '!!']],
    [[';', '&&', '||', '|', '>', '<', '&', '$(id)', '$HOME', '#']],
    [['grüße', '日本語', '👩‍👩‍👧', '\u202e']],
    [['-', '=', ',', '\\,']],
    [['a'.repeat(9_000)]],
    [Array.from({ length: 99 }, (_, index) => `${index}`)],
  ])('arrive exactly as the shell gave them: %j', async (words) => {
    expect(dataOf((await run('echo', ...words)).stdout)).toEqual({ words });
  });

  test('after -- are never options', async () => {
    const words = ['--format', 'text', '--help', '-x', '--'];
    expect(dataOf((await run('echo', '--', ...words)).stdout)).toEqual({ words });
  });

  test.each([
    ['over a hundred', Array.from({ length: 2_000 }, () => 'x')],
    ['over ten thousand characters', ['x'.repeat(100_000)]],
  ])('%s are taken: the limits of a model are none for a process', async (_what, words) => {
    expect(dataOf((await run('echo', ...words)).stdout)).toEqual({ words });
  });
});

describe('standard options', () => {
  test.each([
    [['--format', 'acli', 'echo', 'hello']],
    [['--format=acli', 'echo', 'hello']],
    [['echo', '--format', 'acli', 'hello']],
    [['echo', 'hello', '--format=acli']],
    [['--timeout', '5s', '--format', 'acli', 'echo', 'hello']],
  ])('stand before or after the words of the command: %j', async (words) => {
    expect(JSON.parse((await run(...words)).stdout)).toMatchObject({ success: true, data: { words: ['hello'] } });
  });

  test('before an unknown command do not hide which word is wrong', async () => {
    const { stdout } = await run('--format', 'acli', 'ecko', 'hello');
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'COMMAND_NOT_FOUND',
      message: "Command 'ecko' not found",
      hint: expect.stringContaining("Did you mean 'echo'?"),
    });
  });

  test('--help before or after the words is the help of the command', async () => {
    const [before, after] = await Promise.all([run('--help', 'table'), run('table', '--help')]);
    expect(dataOf(before?.stdout ?? '')).toMatchObject({ command: 'table' });
    expect(dataOf(after?.stdout ?? '')).toEqual(dataOf(before?.stdout ?? ''));
  });

  test('belong to a command that declares their names', async () => {
    const own = ['--format', 'a', '--timeout', 'b', '--input', 'c', '--dry-run', 'd', '--config', 'e', '--caller', 'f'];
    const { stdout } = await run('own', ...own);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      data: { format: 'a', timeout: 'b', input: 'c', 'dry-run': 'd', config: 'e', caller: 'f' },
    });
  });

  test('--timeout ends a run', async () => {
    const { code, stdout } = await run('deaf', '--timeout', '50ms');
    expect(code).toBe(10);
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'TIMEOUT', message: 'Command timed out after 50ms' });
  });

  test('--quiet silences remarks and never the answer', async () => {
    const { stdout, stderr } = await run('table', '--format', 'text', '--timeout', '5m', '--quiet');
    expect(stdout).toContain('Lunch');
    expect(stderr).toBe('');
  });
});

describe('exit codes', () => {
  test.each([
    ['success', ['echo'], 0, undefined],
    ['an unknown command', ['nothing'], 2, 'COMMAND_NOT_FOUND'],
    ['a wrong argument', ['echo', '--nothing'], 2, 'VALIDATION_ERROR'],
    ['a path out of the workspace', ['read', '../x'], 2, 'PATH_TRAVERSAL_BLOCKED'],
    ['a denied command', ['secret'], 7, 'PERMISSION_DENIED'],
    ['a timeout', ['hang'], 10, 'TIMEOUT'],
    ['an unexpected error', ['fail'], 1, 'EXECUTION_ERROR'],
    ['a code of the command’s own', ['conflict'], 79, 'ALREADY_EXISTS'],
  ])('of %s', async (_what, words, exitCode, errorCode) => {
    const { code, stdout } = await run(...words);
    const { error, meta } = JSON.parse(stdout);
    expect({ code, error: error?.code, meta: meta.exit_code, own: error?.exit_code }).toEqual({
      code: exitCode,
      error: errorCode,
      meta: exitCode,
      own: errorCode && exitCode,
    });
  });

  test('of a rate limit and of a log that cannot be written', async () => {
    // A rate of less than one request can only be shown by a gate that lives longer than one request: the REPL.
    const limited = openWorkspace({ limits: { rate: { perMinute: 1 } } });
    const { stdout } = await cmdgate(['repl', '--stdin'], { cwd: limited, environment, input: 'who\nwho\n' });
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ meta }) => meta.exit_code)).toEqual([0, 11]);
    expect(answers[1].error).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
  });
});

describe('streams', () => {
  test('twenty megabytes arrive whole through a pipe', async () => {
    const { code, stdout } = await run('big');
    expect(code).toBe(0);
    expect((dataOf(stdout) as { text: string }).text).toHaveLength(20_000_000);
  });

  test('a reader that starts late gets the same', async () => {
    const child = startCmdgate(['run', 'big', '--note'], { cwd, environment });
    child.stdin.end();
    await once(child.stderr, 'data');
    // The pipe has long been full when the first byte is taken.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { code, stdout } = await finish(child);
    expect(code).toBe(0);
    expect((dataOf(stdout) as { text: string }).text).toHaveLength(20_000_000);
  });

  test('a reader that leaves ends the program quietly', async () => {
    const child = startCmdgate(['run', 'big'], { cwd, environment });
    child.stdin.end();
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [code] = await once(child, 'close');
    expect({ code, stderr }).toEqual({ code: 141, stderr: '' });
  });

  test('nobody reading stderr does not cost the answer', async () => {
    const child = startCmdgate(['run', 'logs'], { cwd, environment });
    child.stdin.end();
    child.stderr.destroy();
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    const [code] = await once(child, 'close');
    expect({ code, data: stdout === '' ? 'no answer' : dataOf(stdout) }).toEqual({
      code: 0,
      data: { value: 'logged' },
    });
  });

  test('what a handler prints goes to stderr, and stdout stays one document', async () => {
    const { code, stdout, stderr } = await run('chatty');
    expect(code).toBe(0);
    expect(dataOf(stdout)).toEqual({ value: 'clean' });
    expect(stderr).toBe('noise on the console\nnoise on the stream\nnoise on the other stream\n');
  });

  test('timers that a handler leaves open do not keep the process', async () => {
    const started = performance.now();
    const { code, stdout } = await run('lazy');
    expect({ code, data: dataOf(stdout) }).toEqual({ code: 0, data: { value: 'done' } });
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('signals', () => {
  const interrupted = async (word: string, signal: 'SIGINT' | 'SIGTERM') => {
    const child = startCmdgate(['run', word], { cwd, environment });
    child.stdin.end();
    const finished = finish(child);
    await once(child.stderr, 'data');
    child.kill(signal);
    return await finished;
  };

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s aborts the handler, answers with one document and exits with %d', async (signal, exitCode) => {
    rmSync(join(cwd, 'aborted.txt'), { force: true });
    const { code, stdout } = await interrupted('wait', signal);
    expect(code).toBe(exitCode);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, data: null, error: { code: 'CANCELED' } });
    expect(readFileSync(join(cwd, 'aborted.txt'), 'utf8')).toBe('aborted');
  });

  test('a handler that does not listen is left behind', async () => {
    const { code, stdout } = await interrupted('deaf', 'SIGINT');
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 130, error: 'CANCELED' });
  });

  test('a second SIGINT ends a program whose reader does not take the answer', async () => {
    const child = startCmdgate(['run', 'big', '--note'], { cwd, environment });
    child.stdin.end();
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    // The first asks; the answer is still on its way, so the program stays.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(child.exitCode).toBeNull();
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    expect((await exited)[0]).toBe(130);
    child.stdout.destroy();
  });
});

describe('the caller', () => {
  test('is local unless it is named, and a named one may only what the configuration says', async () => {
    const own = { cwd, environment };
    const [local, guest, refused] = await Promise.all([
      cmdgate(['run', 'who'], own),
      cmdgate(['--caller', 'guest', 'run', 'who'], own),
      cmdgate(['run', '--caller=guest', 'echo', 'x'], own),
    ]);
    expect(dataOf(local?.stdout ?? '')).toEqual({ value: 'local' });
    expect(dataOf(guest?.stdout ?? '')).toEqual({ value: 'guest' });
    expect(refused).toMatchObject({ code: 7, stdout: expect.stringContaining('"PERMISSION_DENIED"') });
  });

  test.each([
    [['--caller', 'nobody', 'run', 'who'], 'Use one of guest'],
    [['--caller', 'constructor', 'run', 'who'], 'Use one of guest'],
    [['--caller'], 'Use --caller <value>'],
    [['--caller=', 'run', 'who'], 'Use --caller <value>'],
    [['--caller', 'guest', '--caller', 'guest', 'run', 'who'], 'Give it once'],
  ])('that is wrong is refused: %j', async (words, hint) => {
    const { code, stdout } = await cmdgate(words, { cwd, environment });
    expect(code).toBe(2);
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'VALIDATION_ERROR', hint });
  });

  test('cannot be changed by the words of the command', async () => {
    const { stdout } = await cmdgate(['run', '--caller', 'guest', 'who', '--caller', 'local'], { cwd, environment });
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
  });
});

describe('without a workspace', () => {
  test('the program explains itself, with --help and with nothing', async () => {
    const empty = makeDirectory();
    const [help, nothing] = await Promise.all([cmdgate(['--help'], { cwd: empty }), cmdgate([], { cwd: empty })]);
    expect(help?.code).toBe(0);
    expect(dataOf(help?.stdout ?? '')).toMatchObject({
      command: 'cmdgate',
      usage: 'cmdgate [--config FILE | --no-config] [--caller NAME] [--instance-id ID] <command> [arguments]',
      commands: expect.arrayContaining([
        expect.objectContaining({ name: 'run' }),
        expect.objectContaining({ name: 'serve' }),
      ]),
    });
    expect(dataOf(nothing?.stdout ?? '')).toEqual(dataOf(help?.stdout ?? ''));
  });

  test('--help works where the configuration is broken', async () => {
    const broken = makeDirectory({ 'cmdgate.config.json': '{' });
    expect((await cmdgate(['--help'], { cwd: broken })).code).toBe(0);
  });

  test('a word that is no command of the program says where the commands of the workspace are', async () => {
    const { code, stdout } = await cmdgate(['echo', 'two words'], { cwd, environment });
    expect(code).toBe(2);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'COMMAND_NOT_FOUND',
      message: "Command 'echo' not found",
      hint: expect.stringContaining('To run a command of the workspace'),
      examples: [expect.stringMatching(/ run echo 'two words'$/), 'cmdgate help'],
    });
  });

  test('discovery works and leaves no trace', async () => {
    const empty = makeDirectory();
    for (const words of [['help'], ['schema'], ['version'], ['--version'], ['run', 'help']]) {
      expect((await cmdgate(words, { cwd: empty })).code).toBe(0);
    }
    expect(existsSync(ledgerOf(empty))).toBe(false);
  });
});

describe('serving on stdio', () => {
  test('what a handler prints does not disturb the protocol', async () => {
    const child = startCmdgate(['serve'], { cwd, environment });
    const finished = finish(child);
    const clientInfo = { name: 'raw', version: '1' };
    const messages = [
      { id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
      { method: 'notifications/initialized' },
      { id: 1, method: 'tools/call', params: { name: 'cli', arguments: { command: 'chatty' } } },
    ];
    child.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
    const { code, stdout, stderr } = await finished;
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ jsonrpc, id }) => ({ jsonrpc, id }))).toEqual([
      { jsonrpc: '2.0', id: 0 },
      { jsonrpc: '2.0', id: 1 },
    ]);
    expect(JSON.parse(answers[1].result.content[0].text)).toMatchObject({ success: true, data: 'clean' });
    expect(stderr).toContain('noise on the console\nnoise on the stream\nnoise on the other stream\n');
    expect(code).toBe(0);
  });
});
