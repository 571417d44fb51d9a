import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProgramCommand } from '../../vocabulary/command.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { load, newWorkspace, planInput } from './test-helpers.js';

const anything = fc.jsonValue({ maxDepth: 3 });
const knownTemplate = fc.constantFrom<unknown>(
  'plain',
  '{{a}}',
  'x{{a}}',
  ['-v', { $: 'a' }],
  ['--', { $: 'a' }],
  [{ $spread: 'b' }],
  { A: { $: 'a' }, more: { $spread: { $: 'c' } } },
  { $each: 'b[*]', $as: 'x', $value: { $: 'x' } },
  { '--x=': { $: 'a' }, $encode: 'args' },
  { word: { $: 'b' }, $encode: 'args' },
);
const template = fc.oneof(anything, knownTemplate);
const wrongDefinition = fc.record(
  Object.fromEntries(
    [
      ...['name', 'description', 'handler', 'command', 'arguments', 'directory', 'environment', 'io', 'parameters'],
      ...['security', 'results', 'examples', 'danger', 'other'],
    ].map((field) => [field, template]),
  ),
  { requiredKeys: [] },
);

test('whatever a definition holds, loading it gives a command or errors', async () => {
  const workspace = newWorkspace();
  const right = { name: 'it', description: 'x', handler: 'command', command: 'true' };
  await fc.assert(
    fc.asyncProperty(fc.oneof(anything, wrongDefinition), fc.boolean(), async (definition, mended) => {
      const isRecord = typeof definition === 'object' && definition !== null && !Array.isArray(definition);
      const { commands, problems } = await load(mended && isRecord ? { ...definition, ...right } : [definition], {
        workspace,
      });
      expect(commands.length === 0).toBe(problems.some(({ severity }) => severity === 'error'));
    }),
    { numRuns: 600 },
  );
});

const mostly = (right: fc.Arbitrary<unknown>) => fc.oneof({ weight: 19, arbitrary: right }, anything);

const rightDefinition = fc.record(
  {
    arguments: mostly(knownTemplate),
    directory: fc.constantFrom<unknown>('.', '.', '.', '..', 'missing', { $: 'a' }),
    environment: fc.constantFrom<unknown>({ A: { $: 'a' } }, { $: 'c' }, { A: 'x', more: { $spread: { $: 'c' } } }),
    io: fc.record({ stdin: knownTemplate }),
  },
  { requiredKeys: ['arguments'] },
);
const parameters = {
  type: 'object',
  properties: {
    a: { type: 'string' },
    b: { type: 'array', items: { type: ['string', 'integer'] } },
    c: { type: 'object' },
  },
};
const input = fc.record(
  {
    a: mostly(fc.oneof(fc.string(), fc.string({ unit: 'binary' }))),
    b: mostly(fc.array(fc.oneof(fc.string(), fc.integer()))),
    c: mostly(fc.dictionary(fc.oneof(fc.constant('A'), fc.string()), anything, { maxKeys: 2 })),
  },
  { requiredKeys: [] },
);

test('whatever a call gives, planning it gives a plan that can be started or an error that says why not', async () => {
  const workspace = newWorkspace();
  let plans = 0;
  let errors = 0;
  await fc.assert(
    fc.asyncProperty(rightDefinition, input, async (fields, given) => {
      const definition = { name: 'it', description: 'x', handler: 'command', command: 'true', parameters, ...fields };
      const [command] = (await load(definition, { workspace })).commands;
      if (!command) return;
      const call = planInput(command as ProgramCommand, given, { workspace });
      if (call instanceof GateError) {
        errors++;
        expect([call.phase, call.details.length > 0]).toEqual(['validation', true]);
        return;
      }
      const { plan } = call;
      plans++;
      expect(plan.args.every((argument) => !argument.includes('\0'))).toBe(true);
      expect(Object.keys(plan.environment).filter((name) => name !== 'A')).toEqual([]);
      expect(plan.directory).toBe(workspace);
    }),
    { numRuns: 600 },
  );
  expect([plans > 0, errors > 0]).toEqual([true, true]);
});
