import { expect, test } from 'vitest';
import { command, parameter } from '../../test/fixtures/commands/build.js';
import type { FunctionCommand } from '../vocabulary/command.js';
import { GateError } from '../vocabulary/gate-error.js';
import { describeSchema, schemaPage } from './describe-schema.js';

const events = command('calendar events', {
  parameters: [
    parameter('--max', 'integer', { schema: { type: 'integer', default: 10 } }),
    parameter('file', 'string', { required: true, schema: { type: 'string' } }),
  ],
  outputSchema: { type: 'object' },
});

test('a command’s schema is the one of the specification, with what is required and what comes out', () => {
  expect(describeSchema(events)).toEqual({
    command: 'calendar events',
    inputSchema: {
      type: 'object',
      properties: { max: { type: 'integer', default: 10 }, file: { type: 'string' } },
      required: ['file'],
    },
    outputSchema: { type: 'object' },
  });
});

test('the schema of a program says what it is for, and its tags', () => {
  const { run: _, dryRun: __, ...facts } = events as FunctionCommand;
  const plan = () => new GateError('UNAVAILABLE', 'Not now', { hint: 'Later' });
  expect(describeSchema({ ...facts, description: 'Lists events', tags: ['time'], plan })).toEqual({
    command: 'calendar events',
    description: 'Lists events',
    tags: ['time'],
    inputSchema: expect.any(Object),
    outputSchema: { type: 'object' },
  });
});

test('a command without arguments has an empty input, and says nothing about an output it did not declare', () => {
  expect(describeSchema(command('x-report'))).toEqual({
    command: 'x-report',
    inputSchema: { type: 'object', properties: {} },
  });
});

test('a secret’s default and examples are not shown', () => {
  const schema = { type: 'string', default: 'hunter2', examples: ['hunter2'] };
  const login = command('login', {
    parameters: [parameter('--token', 'string', { secret: true, default: 'hunter2', schema })],
  });
  expect(JSON.stringify(describeSchema(login))).not.toContain('hunter2');
});

test('pages cover every command once, in order', () => {
  const commands = Array.from({ length: 1_000 }, (_, index) =>
    command(`group${index % 10} command${index}`, {
      parameters: Array.from({ length: index % 7 }, (_, number) =>
        parameter(`--option${number}`, 'string', { schema: { type: 'string' } }),
      ),
    }),
  );
  const seen: unknown[] = [];
  let pages = 0;
  for (let at: number | undefined = 0; at !== undefined; pages++) {
    const { schemas, next } = schemaPage(commands, at);
    expect(schemas.length).toBeGreaterThan(0);
    expect(JSON.stringify(schemas).length).toBeLessThan(10_000);
    seen.push(...schemas.map((schema) => schema.command));
    at = next;
  }
  expect(seen).toEqual(commands.map(({ path }) => path.join(' ')));
  expect(pages).toBeGreaterThan(1);
});

test('a schema that is larger than a page is a page', () => {
  const schema = { type: 'string', description: 'x'.repeat(20_000) };
  const large = command('large', { parameters: [parameter('--a', 'string', { schema })] });
  expect(schemaPage([large, events], 0)).toMatchObject({ schemas: [{ command: 'large' }], next: 1 });
  expect(schemaPage([large, events], 1)).toMatchObject({ schemas: [{ command: 'calendar events' }], next: undefined });
});

test('a page past the end is empty', () => {
  expect(schemaPage([events], 5)).toEqual({ schemas: [], next: undefined });
});
