// A user's own executable, made with runCli, behaves as cmdgate itself does.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { finish, makeDirectory, start } from './process.js';

const library = pathToFileURL(fileURLToPath(new URL('../../dist/index.js', import.meta.url))).href;

const program = `
import { CommandError, defineCommand, runCli } from ${JSON.stringify(library)};

const commands = {
  greet: defineCommand({
    description: 'Greet somebody',
    danger: 'safe',
    arguments: [
      { name: 'who', type: 'string', required: true, description: 'Whom' },
      { name: '--caller', type: 'string', description: 'Its own, as there are no callers here' },
      { name: '--config', type: 'string', description: 'Its own, as there is no configuration here' },
    ],
    examples: ['greet World'],
    handler: (args) => args,
  }),
  wait: defineCommand({
    description: 'Wait',
    danger: 'safe',
    handler: () => new Promise(() => process.stderr.write('waiting\\n')),
  }),
  noisy: defineCommand({
    description: 'Print',
    danger: 'safe',
    handler: () => { console.log('noise'); setInterval(() => {}, 1000); return 'x'.repeat(5_000_000); },
  }),
  fail: defineCommand({
    description: 'Fail',
    danger: 'safe',
    handler: () => { throw new CommandError('NOT_THERE', 'It is not there.', { exitCode: 80 }); },
  }),
  hidden: defineCommand({ description: 'Denied', handler: () => 'never' }),
};

await runCli({ name: 'hello', version: '4.5.6', commands, deny: ['hidden'], audit: { file: 'log/audit.jsonl' } });
`;

const cwd = makeDirectory({ 'hello.mjs': program });

async function hello(...words: string[]) {
  const child = start(process.execPath, ['hello.mjs', ...words], { cwd });
  child.stdin.end();
  return await finish(child);
}

test('its commands are its own words, before and after which the standard options stand', async () => {
  for (const words of [
    ['greet', 'two words', '--format', 'acli'],
    ['--format', 'acli', 'greet', 'two words'],
  ]) {
    const { code, stdout } = await hello(...words);
    expect({ code, response: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      response: { success: true, data: { who: 'two words' } },
    });
  }
});

test('options that only cmdgate has belong to its commands', async () => {
  const { stdout } = await hello('greet', 'x', '--caller', 'a', '--config', 'b');
  expect(JSON.parse(stdout).data).toEqual({ who: 'x', caller: 'a', config: 'b' });
});

test('it has help, schema, version and --help', async () => {
  const [help, schema, version, own] = await Promise.all([
    hello('help'),
    hello('schema', 'greet'),
    hello('version'),
    hello('--help'),
  ]);
  expect(JSON.parse(help?.stdout ?? '').data.commands.map(({ name }: { name: string }) => name)).toEqual([
    'greet',
    'wait',
    'noisy',
    'fail',
  ]);
  expect(JSON.parse(schema?.stdout ?? '').data).toMatchObject({ command: 'greet', inputSchema: { required: ['who'] } });
  expect(JSON.parse(version?.stdout ?? '').data).toMatchObject({ implementation: { name: 'hello', version: '4.5.6' } });
  expect(JSON.parse(own?.stdout ?? '').data).toMatchObject({ command: 'hello', usage: 'hello <command> [arguments]' });
});

test('--help and a bare call show its own commands first, and none that it denies', async () => {
  for (const words of [['--help'], []]) {
    const { stdout, stderr } = await hello(...words);
    const { commands, examples, built_in } = JSON.parse(stdout).data;
    const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
    expect(names(commands)).toEqual(['greet', 'wait', 'noisy', 'fail']);
    expect(examples).toEqual(['hello greet World']);
    expect(names(built_in)).toContain('exec');
    expect(names(built_in)).not.toContain('handles');
    expect(stderr).toMatch(/Commands:\n {2}greet +Greet somebody\n[\s\S]*Built-in commands:\n {2}serve /);
  }
});

test('where the commands are defined wrongly, --help works and shows the errors, and no words exit with 4', async () => {
  const wrong = program.replace("description: 'Wait'", 'describe: 1');
  const directory = makeDirectory({ 'hello.mjs': wrong });
  const call = async (...words: readonly string[]) => {
    const child = start(process.execPath, ['hello.mjs', ...words], { cwd: directory });
    child.stdin.end();
    const { code, stdout } = await finish(child);
    return { code, answer: JSON.parse(stdout) };
  };
  const [help, bare] = await Promise.all([call('--help'), call()]);
  expect(help).toMatchObject({ code: 0, answer: { data: { commands: [] } } });
  expect(help.answer.data.problem).toContain('wait: it has no description.');
  expect(bare).toMatchObject({ code: 4, answer: { error: { code: 'DEFINITION_ERROR' } } });
});

test.each([
  [['nothing'], 2, 'COMMAND_NOT_FOUND'],
  [['greet'], 2, 'VALIDATION_ERROR'],
  [['hidden'], 7, 'PERMISSION_DENIED'],
  [['fail'], 80, 'NOT_THERE'],
  [['wait', '--timeout', '50'], 10, 'TIMEOUT'],
])('%j exits with %d', async (words, exitCode, errorCode) => {
  const { code, stdout } = await hello(...words);
  expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: exitCode, error: errorCode });
});

test('stdout is one whole document, whatever a handler prints or leaves open', async () => {
  const { code, stdout, stderr } = await hello('noisy');
  expect({ code, stderr, length: JSON.parse(stdout).data.value.length }).toEqual({
    code: 0,
    stderr: 'noise\n',
    length: 5_000_000,
  });
});

test('SIGTERM is answered with one document and exit code 143', async () => {
  const child = start(process.execPath, ['hello.mjs', 'wait'], { cwd });
  const finished = finish(child);
  child.stderr.once('data', () => child.kill('SIGTERM'));
  const { code, stdout } = await finished;
  expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 143, error: 'CANCELED' });
});

test('it serves its lines from a pipe, too', async () => {
  const child = start(process.execPath, ['hello.mjs', 'repl', '--stdin', '--format', 'acli'], { cwd });
  child.stdin.end('greet one\ngreet two\n');
  const { stdout } = await finish(child);
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).data);
  expect(answers).toEqual([{ who: 'one' }, { who: 'two' }]);
});

test('what it ran is recorded where it was told to', async () => {
  await hello('greet', 'recorded');
  const lines = readFileSync(join(cwd, 'log', 'audit.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    command: 'greet recorded',
    parsed_command: 'greet',
    success: true,
    user_context: { caller: 'local', door: 'cli' },
  });
});
