// The TypeScript SDK as the judge of what is exported: it refuses fields that it does not know.

import { CallTemplateSerializer, DefaultVariableSubstitutor, UtcpManualSerializer } from '@utcp/sdk';
import { expect, test } from 'vitest';
import { exportFrom, newWorkspace } from './workspace.js';

// Templates for command lines are read by a plugin of its own. What is around them is what is tried here.
const asWritten = { toDict: (template: object) => template, validateDict: (template: object) => template };
CallTemplateSerializer.registerCallTemplate('cli', asWritten as unknown as CallTemplateSerializer);

const handles = [
  {
    name: 'say',
    description: 'Says a text',
    handler: 'command',
    command: 'printf',
    arguments: ['%s|', { $: 'text' }, `it's "{{text}}" $`],
    environment: { LANG: 'C' },
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
  {
    name: 'count',
    description: 'Counts',
    handler: 'command',
    command: 'seq',
    arguments: [{ $if: 'from', $then: '{{from}}' }, '{{to}}'],
    parameters: {
      type: 'object',
      properties: { from: { type: 'integer', minimum: 1 }, to: { type: 'integer', default: 3 } },
      additionalProperties: false,
    },
  },
];

const tools = [
  {
    name: 'steps',
    description: 'Two steps',
    inputs: { type: 'object', properties: {} },
    outputs: { type: 'object', properties: { stdout: { type: 'string' } } },
    tags: ['two'],
    tool_call_template: {
      call_template_type: 'cli',
      commands: [{ command: 'cd notes' }, { command: 'ls' }],
      env_vars: { TOKEN: `\${TOKEN}` },
    },
  },
];

const workspace = () =>
  newWorkspace({
    'cmdgate.config.json': {
      handles: ['handles.json'],
      utcp: [{ name: 'tools', file: 'manual.json', variables: { TOKEN: 'x' } }],
    },
    'handles.json': handles,
    'manual.json': { tools },
  });

test.each([
  { form: 'specification', throughGate: false },
  { form: 'commands', throughGate: false },
  { form: 'specification', throughGate: true },
  { form: 'commands', throughGate: true },
] as const)('it reads everything that was written with %j', async (request) => {
  const { stdout } = await exportFrom(workspace(), request);
  const manual = JSON.parse(stdout);
  const read = new UtcpManualSerializer().validateDict(manual);
  expect(read.tools.map(({ name }) => name.replace('tools_', ''))).toEqual(['say', 'count', 'steps']);
  const { tools: written, ...rest } = manual;
  // What a manual does not say, the SDK says with nothing in it.
  expect(read).toEqual({ ...rest, tools: written.map((tool: object) => ({ outputs: {}, ...tool })) });
});

test('in the form of the SDKs, the only variables are those of the tools', async () => {
  const { stdout } = await exportFrom(workspace(), { form: 'commands' });
  const templates = JSON.parse(stdout).tools.map((tool: { tool_call_template: object }) => tool.tool_call_template);
  expect(new DefaultVariableSubstitutor().findRequiredVariables(templates)).toEqual(['TOKEN']);
});
