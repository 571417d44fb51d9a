// Through the public API: real manuals, real programs.

import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../../../test/fixtures/bundle.js';
import { callTool, type LoadOptions, loadManual, type Manual, ManualError, UtcpError } from './index.js';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-utcp-')));

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const placeholder = (name: string) => `\${${name}}`;
const seconds = expect.any(Number);
const text = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] });

function tool(name: string, command: string, args: readonly string[], more: object = {}, inputs: object = {}) {
  const tool_call_template = { call_template_type: 'cli', command, args, ...more };
  return {
    name,
    description: `Runs ${name}`,
    inputs: { type: 'object', properties: {}, ...inputs },
    tool_call_template,
  };
}

async function load(tools: readonly object[], options: LoadOptions = {}): Promise<Manual> {
  const manual = await loadManual({ utcp_version: '1.0.0', tools }, { name: 'files', ...options });
  onTestFinished(() => manual.close());
  return manual;
}

/** The error that a call ends with. */
async function errorOf(call: Promise<unknown>): Promise<UtcpError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof UtcpError) return error;
  throw new Error('The call was expected to end with a UtcpError.', { cause: error });
}

const say = tool('say', 'printf', ['%s', `said ${placeholder('words')}`], {}, text('words'));

describe('a manual', () => {
  test('tells its name and its tools', async () => {
    const outputs = { type: 'object', properties: { stdout: { type: 'string' } } };
    const manual = await load([{ ...say, outputs, tags: ['speech'] }]);
    expect({ ...manual, close: undefined }).toEqual({
      name: 'files',
      description: expect.any(String),
      tools: [
        {
          name: 'say',
          description: 'Runs say',
          inputs: expect.objectContaining(text('words')),
          outputs,
          tags: ['speech'],
          form: 'specification',
        },
      ],
      problems: [],
      close: undefined,
    });
  });

  test('is read from a file, whose name it has', async () => {
    const file = join(directory, 'speech.json');
    writeFileSync(file, JSON.stringify({ tools: [say] }));
    const manual = await loadManual(file);
    onTestFinished(() => manual.close());
    expect(manual.name).toBe('speech');
    expect(await callTool(manual, 'speech.say', { words: 'a b' })).toMatchObject({ stdout: 'said a b' });
  });

  test('stays what it was when its object is changed', async () => {
    const changing = { ...structuredClone(say), outputs: { type: 'object', description: 'Words' } };
    const manual = await load([changing]);
    changing.outputs.description = 'Numbers';
    Object.assign(changing.inputs, { properties: { words: { type: 'integer' } } });
    expect(manual.tools[0]).toMatchObject({ inputs: text('words'), outputs: { description: 'Words' } });
    expect(await callTool(manual, 'say', { words: 'x' })).toMatchObject({ stdout: 'said x' });
  });

  test('is what would stand in a file: what is undefined is not there', async () => {
    const manual = await load([{ ...say, outputs: undefined, tags: undefined }]);
    expect(manual).toMatchObject({ tools: [{ name: 'say', outputs: undefined, tags: [] }], problems: [] });
    const endless: Record<string, unknown> = {};
    endless.tools = [endless];
    await expect(loadManual(endless)).rejects.toThrow(/can be serialized as JSON/);
  });

  test('with a tool that cannot be used has the others', async () => {
    const manual = await load([tool('http', 'x', [], { call_template_type: 'http' }), say]);
    expect(manual.tools.map(({ name }) => name)).toEqual(['say']);
    expect(manual.problems).toMatchObject([{ file: 'manual', pointer: expect.stringContaining('/tools/0') }]);
    expect(await callTool(manual, 'say', { words: 'x' })).toMatchObject({ stdout: 'said x' });
  });

  test('that is JSON of another kind has no tools, and says so', async () => {
    const file = join(directory, 'number.json');
    writeFileSync(file, '7');
    const manual = await loadManual(file);
    onTestFinished(() => manual.close());
    expect(manual).toMatchObject({ tools: [], problems: [{ file, severity: 'error' }] });
  });

  test.each([
    ['nothing.json', undefined, /cannot be read/],
    ['broken.json', '{ "tools": [', /broken\.json:1/],
    ['empty.json', '', /empty/],
    ['help.json', JSON.stringify({ tools: [say] }), /"help" is reserved/],
  ])('that is none is told: %s', async (name, content, message) => {
    const file = join(directory, name);
    if (content !== undefined) writeFileSync(file, content);
    const failure: unknown = await loadManual(file).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ManualError);
    expect(failure).toMatchObject({ name: 'ManualError', message: expect.stringMatching(message) });
    expect((failure as ManualError).problems).toMatchObject([{ file, severity: 'error' }]);
  });

  test.each<[unknown, RegExp]>([
    [{ variable: {} }, /no option "variable". Did you mean "variables"/],
    [{ variables: { TOKEN: 7 } }, /The variable "TOKEN" must be a string/],
    [{ paths: 'all' }, /paths/],
    [{ shell: 'say' }, /shell must be an array of strings/],
    [{ limits: { timeout: 1 } }, /no limit "timeout"/],
    [{ workspace: join(directory, 'nowhere') }, /no directory/],
  ])('with options that are none is a mistake: %j', async (options, message) => {
    const loading = loadManual({ tools: [] }, options as LoadOptions);
    await expect(loading).rejects.toThrow(TypeError);
    await expect(loading).rejects.toThrow(message);
  });
});

describe('a call', () => {
  test.each(['say', 'files.say'])('gives what the program printed: %s', async (name) => {
    const manual = await load([say]);
    const words = `$(touch x); ${placeholder('HOME')} *`;
    expect(await callTool(manual, name, { words })).toEqual({
      stdout: `said ${words}`,
      stderr: '',
      return_code: 0,
      execution_time: seconds,
    });
  });

  test('finds a tool by the name that its manual gives it', async () => {
    const manual = await load([{ ...say, name: 'files.say it' }]);
    const results = ['files.say it', 'say it', 'say_it', 'files.say_it'].map((name) =>
      callTool(manual, name, { words: 'x' }),
    );
    expect((await Promise.all(results)).map(({ stdout }) => stdout)).toEqual(Array(4).fill('said x'));
  });

  test('gives all of a large output', async () => {
    const manual = await load([tool('count', 'seq', ['100000'])]);
    const { stdout, ...rest } = await callTool(manual, 'count');
    expect([stdout.length, rest]).toEqual([588_895, { stderr: '', return_code: 0, execution_time: seconds }]);
  });

  test('of a program that fails has a result, or is thrown where that is asked for', async () => {
    const manual = await load([tool('fail', 'ls', ['/no/such/directory'])]);
    const result = await callTool(manual, 'fail');
    expect(result).toEqual({
      stdout: '',
      stderr: expect.stringContaining('/no/such/directory'),
      return_code: 2,
      execution_time: seconds,
    });
    const error = await errorOf(callTool(manual, 'fail', {}, { throwOnFailure: true }));
    expect({ ...error }).toMatchObject({
      name: 'CommandFailedError',
      code: 'EXECUTION_ERROR',
      result: { ...result, execution_time: seconds },
    });
  });

  test('starts in the directory that it is given', async () => {
    const manual = await load([tool('where', 'pwd', [])]);
    const where = async (from?: string) =>
      (await callTool(manual, 'where', {}, from === undefined ? {} : { directory: from })).stdout.trim();
    expect([await where(), await where(directory)]).toEqual([realpathSync(process.cwd()), directory]);
    expect(await errorOf(where(join(directory, 'nowhere')))).toMatchObject({ name: 'DirectoryNotFoundError' });
  });

  test('tells what happens on the way', async () => {
    const manual = await load([say]);
    const types: string[] = [];
    await callTool(manual, 'say', { words: 'x' }, { onEvent: ({ type }) => types.push(type) });
    expect([types[0], types.includes('output-delta'), types.at(-1)]).toEqual(['run-start', true, 'run-end']);
  });

  test('with options that are none is a mistake', async () => {
    const manual = await load([say]);
    const called = (options: object) => callTool(manual, 'say', { words: 'x' }, options);
    await expect(called({ timeout: 5 })).rejects.toThrow(/no option "timeout". Did you mean "timeoutMs"/);
    await expect(called({ timeoutMs: 0 })).rejects.toThrow(TypeError);
    await expect(callTool({ ...manual }, 'say')).rejects.toThrow(/loadManual/);
  });
});

describe('what keeps a call from its end is thrown', () => {
  const notExecutable = join(directory, 'plain.txt');
  writeFileSync(notExecutable, 'no program');
  chmodSync(notExecutable, 0o644);
  const number = { properties: { count: { type: 'integer' } }, required: ['count'] };

  test.each<[string, object, object, object]>([
    ['CommandNotFoundError', tool('it', 'no-such-program-here', []), {}, { code: 'PROGRAM_NOT_FOUND' }],
    ['PermissionError', tool('it', notExecutable, []), {}, { code: 'PROGRAM_NOT_EXECUTABLE' }],
    [
      'DirectoryNotFoundError',
      tool('it', 'pwd', [], { working_directory: '/no/such/directory' }),
      {},
      { code: 'DIRECTORY_NOT_FOUND' },
    ],
    [
      'TimeoutError',
      tool('it', 'sleep', ['600'], { timeout: 0.3 }),
      {},
      { code: 'TIMEOUT', result: expect.anything() },
    ],
    [
      'ValidationError',
      tool('it', 'seq', [placeholder('count')], {}, number),
      { count: 'many' },
      { code: 'VALIDATION_ERROR', details: [expect.objectContaining({ message: expect.any(String) })] },
    ],
    [
      'ToolNotFoundError',
      tool('it2', 'true', []),
      {},
      { code: 'COMMAND_NOT_FOUND', hint: expect.stringMatching(/it2/) },
    ],
  ])('%s', async (name, definition, args, expected) => {
    const manual = await load([definition]);
    const error = await errorOf(callTool(manual, 'it', args as Record<string, unknown>));
    expect(error).toMatchObject({ name, message: expect.any(String), hint: expect.stringMatching(/./), ...expected });
    expect(String(error)).toMatch(new RegExp(`^${name}: `));
  });

  test('a caller’s own time limit', async () => {
    const manual = await load([tool('wait', 'sleep', ['600'])]);
    expect(await errorOf(callTool(manual, 'wait', {}, { timeoutMs: 300 }))).toMatchObject({ name: 'TimeoutError' });
  });

  test('a signal', async () => {
    const manual = await load([tool('wait', 'sleep', ['600'])]);
    const controller = new AbortController();
    const { signal } = controller;
    const onEvent = ({ type }: { type: string }) => type === 'run-start' && controller.abort();
    expect(await errorOf(callTool(manual, 'wait', {}, { signal, onEvent }))).toMatchObject({ name: 'CanceledError' });
  });

  test('a manual that was closed', async () => {
    const unused = await load([say]);
    const used = await load([say]);
    await callTool(used, 'say', { words: 'x' });
    for (const manual of [unused, used]) {
      await manual.close();
      await manual.close();
      const error = await errorOf(callTool(manual, 'say', { words: 'x' }));
      expect(error).toMatchObject({ name: 'UnavailableError', code: 'UNAVAILABLE' });
    }
  });

  test('a destructive tool that nobody approves', async () => {
    const remove = { ...tool('remove', 'echo', ['removed']), tags: ['danger:destructive'] };
    const alone = await load([remove], { workspace: directory });
    expect(await errorOf(callTool(alone, 'remove'))).toMatchObject({ name: 'ApprovalRequiredError' });
    const asked = await load([remove], {
      workspace: directory,
      approve: async () => ({ answer: 'approve', by: 'test' }),
    });
    expect(await callTool(asked, 'remove')).toMatchObject({ stdout: 'removed\n' });
  });
});

describe('the owner', () => {
  test('defines variables, whose values nobody is shown', async () => {
    const secret = 'k3y-of-the-owner';
    const show = tool('show', 'sh', ['-c', 'echo "$KEY"; echo "$KEY" >&2; exit 1'], {
      environment: { KEY: placeholder('KEY') },
    });
    const manual = await load([show], { variables: { KEY: secret } });
    const error = await errorOf(callTool(manual, 'show', {}, { throwOnFailure: true }));
    expect(error.result).toMatchObject({ stdout: '[REDACTED]\n', stderr: '[REDACTED]\n', return_code: 1 });
    expect(JSON.stringify([error, error.message, manual])).not.toContain(secret);
    const without = await load([show, say]);
    expect([without.tools.length, without.problems[0]?.message]).toEqual([1, expect.stringContaining('KEY')]);
  });

  test('says which variables of the process a manual may read', async () => {
    const name = 'CMDGATE_TEST_UTCP';
    process.env[name] = 'from outside';
    onTestFinished(() => {
      delete process.env[name];
    });
    const show = tool('show', 'printf', ['%s', `<${placeholder(name)}>`]);
    expect((await load([show])).tools).toEqual([]);
    const manual = await load([show], { environment: [name] });
    expect(await callTool(manual, 'show')).toMatchObject({ return_code: 0 });
  });

  test('gives a workspace that paths stay in, and otherwise they lead anywhere', async () => {
    const workspace = join(directory, 'workspace');
    mkdirSync(workspace);
    writeFileSync(join(workspace, 'in.txt'), 'inside');
    writeFileSync(join(directory, 'out.txt'), 'outside');
    const read = tool('read', 'cat', [placeholder('file')], {}, text('file'));
    const kept = await load([read], { workspace });
    expect(await callTool(kept, 'read', { file: 'in.txt' })).toMatchObject({ stdout: 'inside' });
    const outside = [join(directory, 'out.txt'), '../out.txt'];
    for (const file of outside) {
      expect(await errorOf(callTool(kept, 'read', { file }))).toMatchObject({ name: 'PathTraversalError' });
    }
    expect(await errorOf(callTool(kept, 'read', { file: 'in.txt' }, { directory: '..' }))).toMatchObject({
      name: 'PathTraversalError',
    });
    const free = await load([read]);
    for (const file of outside) {
      expect(await callTool(free, 'read', { file }, { directory: workspace })).toMatchObject({ stdout: 'outside' });
    }
  });

  test('names the tools that may use a shell', async () => {
    const count = tool('count', `printf "%s" "${placeholder('word')}" | wc -c`, [], { shell: true }, text('word'));
    expect((await load([count])).tools).toEqual([]);
    for (const shell of [['count'], ['files.count']]) {
      const manual = await load([count], { shell });
      expect((await callTool(manual, 'count', { word: '$(id)' })).stdout.trim()).toBe('5');
    }
  });

  test('may have every call recorded', async () => {
    const file = join(directory, 'audit.jsonl');
    const manual = await load([say], { audit: { file } });
    await callTool(manual, 'say', { words: 'x' });
    await errorOf(callTool(manual, 'nothing'));
    await manual.close();
    const entries = readFileSync(file, 'utf8').trim().split('\n');
    expect(entries.map((line) => JSON.parse(line).success)).toEqual([true, false]);
  });
});

test('a process that forgets to close its manual ends all the same', async () => {
  const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  await bundle(source('./index.ts'), join(directory, 'utcp.mjs'));
  const keeper = source('../../../execution/process/keeper/program/keeper-process.mjs');
  await bundle(keeper, join(directory, 'keeper-process.mjs'));
  symlinkSync(source('../../../../node_modules'), join(directory, 'node_modules'));
  const program = `
    import { callTool, loadManual } from './utcp.mjs';
    const manual = await loadManual(${JSON.stringify({ tools: [say] })}, { name: 'files' });
    console.log((await callTool(manual, 'say', { words: 'it' })).stdout);
  `;
  writeFileSync(join(directory, 'forgets.mjs'), program);
  const { stdout } = await promisify(execFile)(process.execPath, ['forgets.mjs'], { cwd: directory, timeout: 25_000 });
  expect(stdout).toBe('said it\n');
});
