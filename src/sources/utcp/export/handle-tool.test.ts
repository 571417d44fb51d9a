import { expect, test } from 'vitest';
import type { HandleOptions } from '../../command-handle/handle.js';
import { strictestOptions } from '../../command-handle/handle.js';
import { loadOne } from '../../command-handle/test-helpers.js';
import type { Argument } from '../tool.js';
import { type ConvertedHandle, handleTool } from './handle-tool.js';

const parameters = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer', default: 3 },
    label: { type: 'string' },
    size: { type: 'integer' },
    all: { type: 'boolean' },
    files: { type: 'array', items: { type: 'string' } },
    any: {},
  },
  required: ['text'],
};

async function convert(fields: object, options: Partial<HandleOptions> = {}): Promise<ConvertedHandle> {
  const definition = { name: 'it', description: 'x', handler: 'command', command: 'echo', parameters, ...fields };
  const command = await loadOne(definition, { options });
  return handleTool({ command, definition, options: { ...strictestOptions, ...options }, file: 'handles.json' });
}

/** Arguments as text, with `?name` behind what depends on an input. */
function show(argument: Argument): string {
  if (argument.kind === 'option') return argument.flag;
  const parts = argument.parts.map((part) =>
    part.kind === 'text' ? part.text : `<${part.kind === 'input' && part.name}>`,
  );
  return parts.join('') + (argument.onlyWith === undefined ? '' : `?${argument.onlyWith}`);
}

test.each<[unknown, readonly string[]]>([
  [undefined, []],
  ['--version', ['--version']],
  [
    ['log', '--max-count={{count}}'],
    ['log', '--max-count=<count>'],
  ],
  [
    ['--', { $: 'text' }, '{{text}}'],
    ['--', '<text>', '<text>'],
  ],
  [
    ['--size', '{{count}}'],
    ['--size', '<count>'],
  ],
  [
    ['show', { $: 'label' }],
    ['show', '<label>?label'],
  ],
  [
    ['--', { $: 'label' }],
    ['--', '<label>?label'],
  ],
  [[{ $if: 'label', $then: { $spread: ['--label', '{{label}}'] } }], ['--label?label', '<label>?label']],
  [[{ $if: 'size', $then: { $spread: ['--size', '{{size}}'] } }], ['--size?size', '<size>?size']],
  [[{ $if: 'label', $then: '{{label}}' }], ['<label>?label']],
  [['\\{\\}'], ['{}']],
])('the arguments %j can be said', async (written, expected) => {
  const converted = await convert(written === undefined ? {} : { arguments: written });
  const [step] = converted.ok ? converted.tool.template.steps : [];
  expect(step?.kind === 'program' && step.args.map(show)).toEqual(expected);
});

const noConditions = 'arguments: the only condition UTCP has is whether an input is given';
const onlyTexts = 'arguments: UTCP has no conditions, lists or encodings, only text with inputs in it';
const onlyText = 'arguments: only text can be there by itself';

test.each<[unknown, readonly string[]]>([
  [['{{label}}'], ['arguments: "label" is optional, and UTCP cannot say what replaces it']],
  [['--label={{label}}'], ['arguments: "label" is optional, and UTCP cannot say what replaces it']],
  [['--label', { $: 'label' }], ['arguments: UTCP would leave out --label together with "label"']],
  [['{{text | length}}'], [onlyTexts]],
  [[{ $spread: { $: 'files' } }], [onlyTexts]],
  [[{ $: 'size' }], [onlyText]],
  [[{ $: 'any' }], [onlyText]],
  [{ $: 'files' }, [onlyText]],
  [[{ $if: 'all == true', $then: '--all' }], [onlyTexts]],
  [[{ $if: 'all', $then: '--all' }], [noConditions]],
  [[{ $if: 'text', $then: '{{text}}' }], [noConditions]],
  [[{ $if: 'label', $then: '--label={{label}}' }], [noConditions]],
  [[{ $if: 'label', $then: { $spread: ['--size', '{{size}}'] } }], [noConditions]],
  [
    [{ $if: 'label', $then: { $spread: ['-l', '{{label}}'] } }],
    ['arguments: UTCP leaves out only a long flag together with "label"'],
  ],
  [[{ $if: 'label', $then: '{{label}}', $else: 'none' }], [onlyTexts]],
  [{ $encode: 'args', $use: ['diff', { '--label': { $: 'label' } }] }, [onlyTexts]],
])('the arguments %j cannot be said', async (written, reasons) => {
  expect(await convert({ arguments: written })).toEqual({ ok: false, reasons });
});

test('everything that keeps a handle from being a tool is told at once', async () => {
  const converted = await convert(
    {
      command: { $: 'text' },
      parameters: {
        type: 'object',
        properties: {
          text: { type: 'string', enum: ['cat', 'tac'] },
          file: { type: 'string', format: 'path' },
          label: { type: 'string' },
        },
        required: ['text'],
      },
      directory: '{{label}}',
      environment: { LABEL: '{{label}}' },
      io: { stdin: { $: 'label' }, stderr: 'ignore', encoding: 'latin1' },
      results: { default: { $: 'stdout' } },
    },
    { pass: ['LC_*'] },
  );
  expect(converted).toEqual({
    ok: false,
    reasons: [
      'parameters: a path is made absolute here, but UTCP passes it unchanged',
      'command: in UTCP nothing can choose the program',
      'environment.LABEL: "label" is optional, and UTCP cannot say what replaces it',
      'UTCP inherits variables by their whole names only',
      'results: UTCP has no equivalent',
      'directory: "label" is optional, and UTCP cannot say what replaces it',
      'io.stdin: UTCP cannot give a program input',
      'io.encoding: UTCP supports UTF-8 only',
      'io: UTCP keeps both streams or neither',
    ],
  });
});

test('directory, environment, time and streams are those of the handle', async () => {
  const converted = await convert(
    {
      directory: 'notes/{{text}}',
      environment: { LANG: 'C', LABEL: { $: 'label' } },
      io: { timeout: 1500, stdout: 'ignore', stderr: 'ignore' },
      danger: 'safe',
    },
    { pass: ['TZ'] },
  );
  expect(converted.ok && converted.tool).toMatchObject({
    path: ['handles', 'it'],
    danger: 'safe',
    template: {
      directory: [
        { kind: 'text', text: 'notes/' },
        { kind: 'input', name: 'text' },
      ],
      environment: new Map([
        ['LANG', [{ kind: 'text', text: 'C' }]],
        ['LABEL', [{ kind: 'input', name: 'label' }]],
      ]),
      inherited: ['TZ'],
      timeoutMs: 1500,
      capturesOutput: false,
    },
  });
});
