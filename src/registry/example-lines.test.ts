import { expect, test } from 'vitest';
import { command, parameter } from '../../test/fixtures/commands/build.js';
import { GateError, type Problem } from '../vocabulary/gate-error.js';
import { examplesFor } from './example-lines.js';

const problem = (field: string): Problem => ({ code: 'X', field, message: 'is wrong' });

test('the examples are those of the argument that was wrong, as whole lines (the sample of the specification)', () => {
  const events = command('calendar events', {
    parameters: [parameter('--from', 'datetime', { examples: ['2026-02-02', '2026-02-02T10:00:00Z'] })],
    examples: ['calendar events --today'],
  });
  expect(examplesFor(events, [problem('--from')])).toEqual([
    'calendar events --from 2026-02-02',
    'calendar events --from 2026-02-02T10:00:00Z',
  ]);
});

test('required arguments are filled in with values that parse', () => {
  const create = command('calendar create', {
    parameters: [
      parameter('title', 'string', { required: true, examples: ['Team lunch'] }),
      parameter('--from', 'datetime', { required: true }),
      parameter('--count', 'integer', { required: true, minimum: 5 }),
      parameter('--sort', 'string', { required: true, choices: ['a', 'b'] }),
      parameter('--ids', 'array', { required: true, itemType: 'number' }),
      parameter('--ok', 'boolean', { required: true }),
      parameter('--file', 'path', { required: true }),
      parameter('--filter', 'object', { required: true }),
      parameter('--max', 'integer', { examples: ['3'] }),
    ],
  });
  expect(examplesFor(create, [problem('--max')])).toEqual([
    "calendar create 'Team lunch' --from 2026-02-02 --count 5 --sort a --ids 1 --ok true --file file.txt --filter '{}' --max 3",
  ]);
});

test('where the argument has none, the command’s own are shown, three at most', () => {
  const examples = ['a --max 1', 'a --max 2', 'a --max 3', 'a --max 4'];
  expect(
    examplesFor(command('a', { parameters: [parameter('--max', 'integer')], examples }), [problem('--max')]),
  ).toEqual(examples.slice(0, 3));
});

test('a line is made up only where the command has no example, and not where only a planner knows what fits', () => {
  const plan = () => new GateError('UNAVAILABLE', 'never called', { hint: '' });
  const name = parameter('--name', 'string', { required: true });
  const patterned = parameter('--name', 'string', { required: true, schema: { pattern: '^[A-Z]+$' } });
  const object = parameter('--service', 'object', { required: true });
  const wrong = [problem('--name')];
  expect(examplesFor(command('a', { parameters: [name], examples: ['a --name Ada'] }), wrong)).toEqual([
    'a --name Ada',
  ]);
  expect(examplesFor(command('a', { parameters: [name], plan }), wrong)).toEqual(['a --name text']);
  expect(examplesFor(command('a', { parameters: [patterned], plan }), wrong)).toEqual([]);
  expect(examplesFor(command('a', { parameters: [object], plan }), wrong)).toEqual([]);
});

test('an example that does not parse is not shown', () => {
  const parameters = [parameter('--max', 'integer', { examples: ['many', '3'] })];
  expect(examplesFor(command('a', { parameters }), [problem('--max')])).toEqual(['a --max 3']);
});

test('a secret’s examples are not shown', () => {
  const parameters = [parameter('--token', 'string', { secret: true, required: true, examples: ['hunter2'] })];
  expect(examplesFor(command('a', { parameters }), [problem('--token')])).toEqual(['a --token text']);
});
