// `cmdgate run --format utcp`, as whoever started it sees it, and what discovery tells of a tool.
import { expect, test } from 'vitest';
import { cmdgate, makeDirectory } from '../cli/process.js';
import { handle } from './workspace.js';

const placeholder = '${who}';
const outputs = { type: 'object', properties: { stdout: { type: 'string', description: 'The greeting' } } };
const greet = {
  name: 'greet',
  description: 'Greets somebody',
  tags: ['politeness'],
  inputs: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
  outputs,
  tool_call_template: { call_template_type: 'cli', command: 'printf', args: ['Hello %s', placeholder] },
};

const cwd = makeDirectory({
  'cmdgate.config.json': JSON.stringify({ handles: ['handles.json'], utcp: ['manners.json'] }),
  'manners.json': JSON.stringify({ tools: [greet] }),
  'handles.json': JSON.stringify([
    handle('good', 'sh', ['-c', 'echo out; echo err >&2']),
    handle('bad', 'sh', ['-c', 'echo out; echo err >&2; exit 7']),
    handle('much', 'seq', ['100000']),
    handle('nowhere', 'no-such-program-here', []),
  ]),
});
const run = (...words: string[]) => cmdgate(['run', '--format', 'utcp', ...words], { cwd });
const execution_time = expect.any(Number);

test.each([
  ['good', 0, { stdout: 'out\n', stderr: 'err\n', return_code: 0, execution_time }],
  ['bad', 1, { stdout: 'out\n', stderr: 'err\n', return_code: 7, execution_time }],
])('stdout is the result and nothing else, whatever the program prints: %s', async (name, exitCode, result) => {
  const { code, stdout, stderr } = await run(name);
  expect({ code, stderr, result: JSON.parse(stdout) }).toEqual({ code: exitCode, stderr: '', result });
  expect(Object.keys(JSON.parse(stdout))).toEqual(['stdout', 'stderr', 'return_code', 'execution_time']);
});

test('a result holds all that was printed', async () => {
  const { stdout } = await run('much');
  expect(JSON.parse(stdout).stdout).toHaveLength(588_895);
});

test.each([
  ['nowhere', 5, 'CommandNotFoundError'],
  ['nothing', 2, 'ToolNotFoundError'],
  ['good --wrong', 2, 'ValidationError'],
])('an error has its name, and the exit code of every format: %s', async (line, exitCode, name) => {
  const { code, stdout } = await run(...line.split(' '));
  expect({ code, error: JSON.parse(stdout).error }).toMatchObject({ code: exitCode, error: { name } });
});

test('a tool of a manual has a result like every command', async () => {
  const { stdout } = await run('manners', 'greet', '--who', '$(id)');
  expect(JSON.parse(stdout)).toEqual({ stdout: 'Hello $(id)', stderr: '', return_code: 0, execution_time });
});

test('help, schema and search show the description, the tags and the outputs of a tool', async () => {
  const ask = async (...words: string[]) => JSON.parse((await cmdgate(['run', ...words], { cwd })).stdout).data;
  const { description, tags } = greet;
  expect(await ask('help', 'manners', 'greet')).toMatchObject({ description, tags, outputSchema: outputs });
  expect(await ask('schema', 'manners', 'greet')).toMatchObject({ description, tags, outputSchema: outputs });
  for (const word of ['politeness', 'somebody', 'greeting']) {
    expect((await ask('help', '--search', word)).results).toMatchObject([{ command: 'manners greet', tags }]);
  }
});
