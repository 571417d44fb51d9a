// From a line to a command that the caller may run, with arguments that are right: in this order.

import { expect, test } from 'vitest';
import type { Caller } from '../../src/vocabulary/request.js';
import { openHeart, told } from './heart.js';

const entered: string[] = [];
const definitions = {
  item: {
    description: 'Items',
    subcommands: {
      get: {
        description: 'Get one',
        danger: 'safe',
        arguments: [
          { name: 'id', type: 'integer', required: true, description: 'Which' },
          { name: '--file', type: 'string', path: true, description: 'Where' },
          { name: '--size', type: 'integer', minimum: 1, maximum: 5, description: 'How many' },
        ],
        handler: ({ id }: { id: number }) => {
          entered.push(String(id));
          return id;
        },
      },
      drop: { description: 'Drop one', danger: 'mutating', handler: () => entered.push('drop') },
    },
  },
} as const;

const limited: Caller = { name: 'limited', may: ['item drop'] };

test('whether a caller may run a command is judged before its arguments: nothing is told about them', async () => {
  const { ask } = openHeart(definitions as never);
  const refused = await ask('item get wrong --size 9', { caller: limited });

  expect(told(refused)).toBe('PERMISSION_DENIED');
  expect(JSON.stringify(refused.status === 'failed' && refused.error.details)).not.toContain('size');
  expect(told(await ask('item drop', { caller: limited }))).toBe('completed');
});

test('what the gate denies is denied to everybody, and what it does not allow as well', async () => {
  const denying = openHeart(definitions as never, { deny: ['item drop'] });
  const allowing = openHeart(definitions as never, { allow: ['item get'] });

  expect([told(await denying.ask('item drop')), told(await denying.ask('item get 1'))]).toEqual([
    'PERMISSION_DENIED',
    'completed',
  ]);
  expect([told(await allowing.ask('item drop')), told(await allowing.ask('item get 1'))]).toEqual([
    'PERMISSION_DENIED',
    'completed',
  ]);
});

test('everything that is wrong is told at once, and the handler is not entered', async () => {
  entered.length = 0;
  const { ask, log } = openHeart(definitions as never);
  const outcome = await ask('item get one --size 9 --file ../../etc/passwd --strange');

  const fields = outcome.status === 'failed' ? (outcome.error.details ?? []).map(({ field }) => field) : [];
  expect(fields.sort()).toEqual(['--file', '--size', '--strange', 'id']);
  expect([entered, log.events]).toEqual([[], [expect.stringContaining('record item get')]]);
});

test('a path stays in the workspace, and a line within its limits', async () => {
  const { ask } = openHeart(definitions as never, { limits: { characters: 100 } });

  expect(told(await ask('item get 1 --file ../outside'))).toBe('PATH_TRAVERSAL_BLOCKED');
  expect(told(await ask(`item get 1 --file ${'x'.repeat(200)}`))).toBe('PARSE_ERROR');
  expect(told(await ask('item get 1 --file inside.txt'))).toBe('completed');
});

test('a command that there is not is not run, and the nearest is named', async () => {
  const { ask } = openHeart(definitions as never);
  const outcome = await ask('item gte 1');

  expect(outcome.status === 'failed' && [outcome.error.code, outcome.error.hint]).toEqual([
    'COMMAND_NOT_FOUND',
    expect.stringContaining('item get'),
  ]);
});

test('a value that is wrong alone keeps the handler from being entered', async () => {
  entered.length = 0;
  const { ask } = openHeart(definitions as never);

  expect([told(await ask('item get one')), told(await ask('item get 1 --size 9')), entered]).toEqual([
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    [],
  ]);
});

test('what an agent writes as one text has a limit, whoever sets none', async () => {
  const { ask } = openHeart(definitions as never);

  expect(told(await ask(`item get 1 --file ${'x'.repeat(20_000)}`))).toBe('PARSE_ERROR');
});
