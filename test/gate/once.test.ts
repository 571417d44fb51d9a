// A change under a key happens once.

import { expect, test } from 'vitest';
import { openHeart, other, told } from './heart.js';

function open() {
  const ran: string[] = [];
  const commands = {
    add: {
      description: 'Add it',
      danger: 'mutating',
      arguments: [{ name: '--n', type: 'integer', description: 'Which' }],
      handler: ({ n }: { n: number }) => {
        ran.push(`add ${n}`);
        return ran.length;
      },
    },
    look: { description: 'Look', danger: 'safe', handler: () => ran.push('look') },
  } as const;
  return { ...openHeart(commands as never), ran };
}

test('the second request under a key gets the answer of the first', async () => {
  const { ask, ran } = open();
  const first = await ask('add --n 1 --idempotency-key k');
  const second = await ask('add --n 1 --idempotency-key k');

  expect([ran, second.status === 'completed' && second.data, told(first)]).toEqual([['add 1'], 1, 'completed']);
});

test('two at the same time run once', async () => {
  const { ask, ran } = open();
  const answers = await Promise.all([1, 2, 3].map(() => ask('add --n 1 --idempotency-key k')));

  expect([ran, answers.map(told)]).toEqual([['add 1'], ['completed', 'completed', 'completed']]);
});

test('another request under the same key is refused, and not run', async () => {
  const { ask, ran } = open();
  await ask('add --n 1 --idempotency-key k');

  expect([told(await ask('add --n 2 --idempotency-key k')), ran]).toEqual(['CONFLICT', ['add 1']]);
});

test('the key of one caller is not that of another', async () => {
  const { ask, ran } = open();
  await ask('add --n 1 --idempotency-key k');
  await ask('add --n 1 --idempotency-key k', { caller: other });

  expect(ran).toEqual(['add 1', 'add 1']);
});

test('what changes nothing runs each time', async () => {
  const { ask, ran } = open();
  await ask('look --idempotency-key k');
  await ask('look --idempotency-key k');
  await ask('add --n 1 --dry-run --idempotency-key k');

  expect(ran).toEqual(['look', 'look']);
});
