// Commands → a manual → commands again: the same names and inputs, and the same results through a real gate.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writtenForms } from '../../src/sources/utcp/export/export-manual.js';
import type { ConfiguredGate } from '../../src/surfaces/library/create-gate.js';
import { writeFiles } from '../programs/workspace.js';
import { exportFrom, newWorkspace, openGate, resultOf } from './workspace.js';

const text = { type: 'string', description: 'Any text' };

function inputs(properties: object, ...required: string[]): object {
  return { type: 'object', properties, required };
}

const handle = (name: string, command: string, more: object) => ({
  name,
  description: `Runs ${name}`,
  handler: 'command',
  command,
  ...more,
});

const handles = [
  handle('say', 'printf', { arguments: ['%s|', { $: 'text' }, 'x{{text}}y'], parameters: inputs({ text }, 'text') }),
  handle('quotes', 'printf', {
    arguments: ['%s|', `it's`, '"$" $(id) `id`', '* ? ~ #', ' a  b ', '', '\\{\\}', 'a\\\\b', '& | ; < >', '-x'],
    danger: 'safe',
  }),
  handle('search', 'grep', {
    arguments: ['--line-number', '--fixed-strings', '--regexp={{text}}', 'notes.txt'],
    directory: 'notes',
    parameters: inputs({ text }, 'text'),
  }),
  handle('first', 'head', {
    arguments: [{ $if: 'lines', $then: { $spread: ['--lines', '{{lines}}'] } }, 'notes/notes.txt'],
    parameters: inputs({ lines: { type: 'integer', minimum: 0, maximum: 9 } }),
    io: { timeout: 5000 },
  }),
  handle('list', 'ls', {
    arguments: ['--', { $: 'name' }],
    directory: '{{place}}',
    parameters: inputs({ place: { type: 'string', default: 'notes' }, name: text }),
  }),
  handle('variable', 'printenv', {
    arguments: ['WORD'],
    environment: { WORD: 'a {{text}} b', LANG: 'C' },
    parameters: inputs({ text }, 'text'),
  }),
  handle('quiet', 'echo', { arguments: ['heard'], io: { stdout: 'ignore', stderr: 'ignore' } }),
];

const tools = [
  {
    name: 'show',
    description: 'Shows a prefix and a text',
    inputs: inputs({ text, style: { type: 'string', enum: ['a', 'b'] } }, 'text'),
    outputs: { type: 'object', properties: { stdout: { type: 'string' } } },
    tags: ['text', 'danger:safe'],
    tool_call_template: {
      call_template_type: 'cli',
      command: 'printf',
      args: ['%s|', '${PREFIX}-${text}', '--style', '${style}'],
      environment: { PREFIX: '${PREFIX}' },
    },
  },
  {
    name: 'steps',
    description: 'Looks into a directory, step by step',
    inputs: inputs({ place: text, text }, 'place', 'text'),
    tags: [],
    tool_call_template: {
      call_template_type: 'cli',
      commands: [
        { command: 'cd UTCP_ARG_place_UTCP_END' },
        { command: 'head -n 1 notes.txt', append_to_final_output: true },
        { command: 'printf "%s and %s" "$CMD_1_OUTPUT" UTCP_ARG_text_UTCP_END' },
      ],
      env_vars: { LANG: 'C' },
    },
  },
  {
    name: 'older',
    description: 'Repeats what it is given',
    inputs: inputs({ text, size: { type: 'integer' } }, 'text'),
    tool_call_template: { call_template_type: 'cli', command_name: 'echo it' },
  },
];

const variables = { PREFIX: 'pre fix' };

const workspace = () =>
  newWorkspace({
    'cmdgate.config.json': {
      version: '4.5.6',
      handles: ['handles.json'],
      utcp: [{ name: 'tools', file: 'manual.json', variables }],
    },
    'again.config.json': { version: '4.5.6', utcp: [{ name: 'again', file: 'exported.json', variables }] },
    'handles.json': handles,
    'manual.json': { utcp_version: '1.0.1', manual_version: '1.0.0', tools },
    'notes/notes.txt': 'one milk\ntwo bread\nthree milk\n',
  });

/** The words of a command, where it is after the way there and back, and its input. */
const calls: readonly (readonly [string, object])[] = [
  ['say', { text: `it's $(touch canary) \${PREFIX} "x"` }],
  ['say', { text: '' }],
  ['say', {}],
  ['say', { text: 3 }],
  ['quotes', {}],
  ['search', { text: 'milk' }],
  ['search', { text: '-milk' }],
  ['search', { text: 'nothing like it' }],
  ['first', {}],
  ['first', { lines: 1 }],
  ['first', { lines: 99 }],
  ['list', {}],
  ['list', { name: 'notes.txt' }],
  ['list', { place: '.', name: 'notes' }],
  ['variable', { text: '* "' }],
  ['tools show', { text: 'a b' }],
  ['tools show', { text: 'a b', style: 'b' }],
  ['tools show', { text: 'a b', style: 'c' }],
  ['tools steps', { place: 'notes', text: 'UTCP_ARG_place_UTCP_END' }],
  ['tools steps', { place: 'nowhere', text: 'x' }],
  ['tools older', { text: 'a b', size: 3 }],
  ['tools older', { text: 'a b' }],
];

const lastWord = (command: string) => command.slice(command.lastIndexOf(' ') + 1);

function describeCommands({ gate }: ConfiguredGate) {
  const own = gate.registry.commands.filter(({ builtIn, path }) => !builtIn && path[0] !== 'shell');
  return own.map(({ path, description, danger, parameters, outputSchema }) => ({
    name: path.at(-1),
    description,
    danger,
    parameters: parameters.map(({ key, required, schema }) => ({ key, required, schema })),
    outputSchema,
  }));
}

describe.each(writtenForms)('in the form "%s"', (form) => {
  test('what was exported is loaded again with the same names, inputs and outputs, and gives the same', async () => {
    const directory = workspace();
    const exported = await exportFrom(directory, { form });
    writeFiles(directory, { 'exported.json': exported.stdout });
    const before = await openGate(directory);
    const after = await openGate(directory, 'again.config.json');

    expect([exported.code, after.warnings]).toEqual([0, []]);
    expect(describeCommands(after)).toEqual(describeCommands(before));
    for (const [command, input] of calls) {
      const request = { path: command, input: { ...input } };
      const again = { path: `again ${lastWord(command)}`, input: { ...input } };
      expect([command, input, await resultOf(after, again)]).toEqual([command, input, await resultOf(before, request)]);
    }
  });

  test('what is exported again is the same, byte for byte', async () => {
    const directory = workspace();
    const { stdout } = await exportFrom(directory, { form });
    writeFiles(directory, { 'exported.json': stdout });
    const again = await exportFrom(directory, { form }, join(directory, 'again.config.json'));
    expect(again.stdout).toBe(stdout);
  });
});
