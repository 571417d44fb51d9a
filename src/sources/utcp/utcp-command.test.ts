import { expect, test } from 'vitest';
import { grammarOf } from '../../command-line/grammar.js';
import { readArguments } from '../../command-line/read-arguments.js';
import { tokenize } from '../../command-line/tokenize.js';
import { input, makeTool, plainHost, program, type ToolParts } from './plan/test-helpers.js';
import { strictestOptions } from './tool.js';
import { utcpCommand, utcpCommands } from './utcp-command.js';

const commandOf = (made: ToolParts) => utcpCommand(makeTool(made), strictestOptions, plainHost);

test('a tool is a command with everything that its manual says about it', () => {
  const outputs = { type: 'object', properties: { count: { type: 'integer' } } };
  const { plan, parameters, ...command } = commandOf({
    properties: { path: { type: 'string', examples: ['my reports'] }, deep: { type: 'boolean' } },
    required: ['path'],
    steps: [program('ls', input('path'))],
    timeoutMs: 10_000,
    tool: { description: 'Lists files.\nAll of them.', tags: ['files'], danger: 'safe', outputs },
  });

  expect(command).toEqual({
    path: ['manual', 'it'],
    aliases: [],
    description: 'Lists files.\nAll of them.',
    danger: 'safe',
    examples: ["manual it --path 'my reports'"],
    tags: ['files'],
    outputSchema: outputs,
    timeoutMs: 10_000,
    builtIn: false,
    toText: undefined,
  });
  expect(parameters.map(({ label }) => label)).toEqual(['--path', '--deep']);
});

test.each<[string, Record<string, object>, string | undefined]>([
  ['nothing is required', {}, 'manual it'],
  ['there are choices', { format: { enum: ['json', 'csv'] } }, 'manual it --format json'],
  ['there is a lowest number', { count: { type: 'integer', minimum: 1 } }, 'manual it --count 1'],
  ['it is a flag', { all: { type: 'boolean' } }, 'manual it --all'],
  ['it has a default', { level: { type: 'string', default: 'info' } }, 'manual it'],
  ['an example starts with a dash', { word: { type: 'string', examples: ['-x'] } }, undefined],
  ['the schema shows no value', { word: { type: 'string' } }, undefined],
  ['it is secret', { key: { type: 'string', writeOnly: true, examples: ['hunter2'] } }, undefined],
])('where %s, the example is a line that can be read', (_, properties, expected) => {
  const { examples, parameters } = commandOf({ properties, steps: [program('true')] });

  expect(examples).toEqual(expected === undefined ? [] : [expected]);
  for (const example of examples) {
    const words = tokenize(example) as string[];
    expect(readArguments(grammarOf(parameters), words, 2).problems).toEqual([]);
  }
});

test('every manual is a group', () => {
  const manual = { name: 'manual', description: 'Does things.', tools: [makeTool({ steps: [program('true')] })] };
  const { commands, groups } = utcpCommands([{ ...manual, options: strictestOptions }], plainHost);

  expect(commands.map(({ path }) => path)).toEqual([['manual', 'it']]);
  expect(groups).toEqual([{ path: ['manual'], aliases: [], description: 'Does things.' }]);
});
