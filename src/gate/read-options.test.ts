import { expect, test } from 'vitest';
import { readDefinitions } from '../sources/typescript/read-definitions.js';
import type { ObjectLine } from '../vocabulary/request.js';
import { createGate } from './gate.js';
import { localCaller, openSession } from './session.js';

const workspace = process.cwd();
const gate = createGate({
  workspace,
  commands: readDefinitions({
    note: {
      description: 'Gives back its input',
      arguments: [
        { name: 'title', type: 'string', required: true, description: 'A positional' },
        { name: '--due-date', type: 'datetime', description: 'A date' },
        { name: '--pinned', type: 'flag', aliases: ['sticky'], description: 'A flag' },
        { name: '--tags', type: 'array', description: 'A list' },
        { name: '--pin', type: 'string', secret: true, description: 'A secret' },
      ],
      handler: (input: unknown) => input,
    },
  }),
});

async function run(options: ObjectLine['options'], input: ObjectLine['input'] = { title: 'x' }, path = ['note']) {
  const session = openSession(workspace);
  return await gate.run({ line: { path, input, options }, door: 'library', caller: localCaller, session });
}

async function problems(options: ObjectLine['options'], input?: ObjectLine['input']) {
  const outcome = await run(options, input);
  if (outcome.status === 'completed') return [];
  return outcome.error.details.map(({ code, field }) => `${code} ${field}`);
}

test('options are found in kebab and snake case, by alias, negated, and where the command has them by place', async () => {
  const outcome = await run({ due_date: '2026-01-01', sticky: true, title: 'y', tags: ['a,b'] }, {});
  const negated = await run({ no_pinned: true });

  expect(outcome).toMatchObject({
    data: { title: 'y', 'due-date': '2026-01-01', pinned: true, tags: ['a,b'] },
    run: { command: 'note --due-date=2026-01-01 --sticky --title=y \'--tags=["a,b"]\'' },
  });
  expect(negated).toMatchObject({ data: { title: 'x', pinned: false } });
});

test('standard options mean what they mean elsewhere', async () => {
  expect(await run({ dry_run: true })).toMatchObject({ data: { effect: 'would_run' }, run: { dryRun: true } });
  expect(await run({ 'validate-only': true })).toMatchObject({ data: { valid: true } });
  expect(await run({ help: true })).toMatchObject({ data: { command: 'note' } });
  expect(await problems({ timeout: 'soon', quiet: 'yes', dry_run: null, format: true })).toEqual([
    'INVALID_VALUE --timeout',
    'INVALID_TYPE --quiet',
    'INVALID_TYPE --dry-run',
    'INVALID_TYPE --format',
  ]);
});

test('a name that stands twice is a problem: in two spellings, or in the options and the input', async () => {
  expect(await problems({ pinned: true, 'no-pinned': true })).toEqual(['REPEATED_ARGUMENT --pinned']);
  expect(await problems({ title: 'y' })).toEqual(['REPEATED_ARGUMENT title']);
  expect(await problems({ due_date: '2026-01-01' }, { title: 'x', dueDate: '2026-01-01' })).toEqual([
    'REPEATED_ARGUMENT --due-date',
  ]);
  expect(await problems({ dry_run: true, 'dry-run': true })).toEqual(['REPEATED_ARGUMENT --dry-run']);
});

test('a value that was given wrongly is not missing as well', async () => {
  expect(await problems({ title: null }, {})).toEqual(['INVALID_TYPE title']);
  expect(await problems({ title: [[1]] }, {})).toEqual(['INVALID_TYPE title']);
});

test('names that every object has mean nothing', async () => {
  expect(await problems(JSON.parse('{"__proto__":1,"constructor":2,"toString":3}'))).toEqual([
    'UNKNOWN_OPTION __proto__',
    'UNKNOWN_OPTION constructor',
    'UNKNOWN_OPTION toString',
  ]);
});

test('words behind the name of the command are no arguments', async () => {
  expect(await run({}, {}, ['note', 'title'])).toMatchObject({ error: { code: 'COMMAND_NOT_FOUND' } });
});

test('a secret is not shown, and neither is what may be a mistyped one', async () => {
  const outcomes = [await run({ pin: 'hunter2' }), await run({ pni: 'hunter2' }), await run({ pin: ['hunter2'] })];

  expect(outcomes.map((outcome) => outcome.run.command)).toEqual([
    `note '--pin=[REDACTED]' --input '{"title":"x"}'`,
    `note '--pni=[REDACTED]' --input '{"title":"x"}'`,
    `note '--pin=[REDACTED]' --input '{"title":"x"}'`,
  ]);
  const told = outcomes.map((outcome) => (outcome.status === 'failed' ? outcome.error.details : []));
  expect(JSON.stringify(told)).not.toContain('hunter2');
});

test('a token in an ordinary option or field is not shown either', async () => {
  const token = `ghp_${'a1'.repeat(12)}`;
  const outcome = await run({ tags: [token] }, { title: `--token ${token}` });

  expect(outcome.run.command).not.toContain(token);
});
