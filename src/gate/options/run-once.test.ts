import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { arg } from '../../sources/typescript/arg.js';
import { CommandError } from '../../vocabulary/gate-error.js';
import { newDirectory, openGate, told } from './test-helpers.js';

function open(keyDirectory = newDirectory()) {
  const done: unknown[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const name = { type: 'string', positional: true } as const;
  const gate = openGate(
    {
      add: {
        description: 'x',
        arguments: { name, token: { type: 'string', secret: true } },
        handler: (given) => ({ effect: 'created', id: done.push(given) }),
      },
      slow: {
        description: 'x',
        handler: async () => {
          await held;
          return { id: done.push('slow') };
        },
      },
      fail: {
        description: 'x',
        handler: () => {
          const remedy = { fixCommand: 'look', redirect: { command: 'look', permanent: true }, data: { half: true } };
          throw new CommandError('HALF_DONE', `after ${done.push('half')}`, { exitCode: 80, hint: 'Look', ...remedy });
        },
      },
      busy: {
        description: 'x',
        arguments: { code: { type: 'string', positional: true } },
        handler: ({ code }) => {
          done.push('busy');
          throw new CommandError(String(code), 'later', { exitCode: 6, retryable: true });
        },
      },
      look: { description: 'x', danger: 'safe', handler: () => done.push('look') },
    },
    {},
    { keyDirectory },
  );
  return { ...gate, done, release, keyDirectory };
}

const again = { effect: 'noop', replayed: true, first_request_id: expect.stringMatching(/^run_/) };

test('a repeated key gets the first answer, also from another gate, and nothing is done twice', async () => {
  const { run, done, keyDirectory } = open();
  const first = { data: { effect: 'created', id: 1 } };
  expect(told(await run('add a --idempotency-key k1'))).toEqual(first);
  expect(told(await run('add a --idempotency-key k1'))).toEqual({ ...first, about: again });
  const later = open(keyDirectory);
  expect(told(await later.run('add a --idempotency-key=k1'))).toEqual({ ...first, about: again });
  expect({ done: done.length, later: later.done.length }).toEqual({ done: 1, later: 0 });
});

test('another key is another request', async () => {
  const { run, done } = open();
  await run('add a --idempotency-key k1');
  expect(told(await run('add a --idempotency-key k2'))).toEqual({ data: { effect: 'created', id: 2 } });
  expect(done).toHaveLength(2);
});

test('the same key with other arguments is a conflict', async () => {
  const { run, done } = open();
  await run('add a --idempotency-key k1');
  expect(told(await run('add b --idempotency-key k1'))).toEqual({
    code: 'CONFLICT',
    exitCode: 6,
    details: ['KEY_OF_OTHER_REQUEST --idempotency-key'],
  });
  expect(done).toHaveLength(1);
});

test('of two at the same time, the second waits for the answer of the first', async () => {
  const { run, done, release } = open();
  const first = run('slow --idempotency-key k1');
  const second = run('slow --idempotency-key k1');
  release();
  expect(told(await first)).toEqual({ data: { id: 1 } });
  expect(told(await second)).toEqual({ data: { id: 1 }, about: again });
  expect(done).toEqual(['slow']);
});

test('a failure after something began is the answer, with all that it says', async () => {
  const { run, done } = open();
  const first = await run('fail --idempotency-key k1');
  const second = await run('fail --idempotency-key k1');
  expect(told(second)).toEqual({ ...told(first), about: again });
  expect(second).toMatchObject({ error: 'error' in first && { ...first.error } });
  expect(second).toMatchObject({ error: { code: 'HALF_DONE', message: 'after 1', hint: 'Look', fixCommand: 'look' } });
  expect(done).toEqual(['half']);
});

test('what did nothing can be tried again with its key', async () => {
  const { run, done } = open();
  await run('add --nope --idempotency-key k1');
  expect(told(await run('add a --idempotency-key k1'))).toEqual({ data: { effect: 'created', id: 1 } });
  expect(done).toEqual([{ name: 'a' }]);
});

test.each(['LOCK_HELD', 'RATE_LIMITED', 'UNAVAILABLE', 'TIMEOUT', 'MY_OWN'])(
  'what was entered is not done again, though it said %s and that a retry may help',
  async (code) => {
    const { run, done } = open();
    const first = await run(`busy ${code} --idempotency-key k1`);
    const second = await run(`busy ${code} --idempotency-key k1`);
    expect(done).toEqual(['busy']);
    expect(first).toMatchObject({ error: { code, row: { retry: 'yes' } } });
    expect(second).toMatchObject({
      error: { code, row: { retry: 'no' }, retryAfterMs: undefined, hint: expect.stringContaining('with a new key') },
    });
    await run(`busy ${code} --idempotency-key k2`);
    expect(done).toEqual(['busy', 'busy']);
  },
);

test('what changes nothing needs no key, and keeps none', async () => {
  const { run, done, keyDirectory } = open();
  await run('look --idempotency-key k1');
  await run('look --idempotency-key k1');
  await run('add a --dry-run --idempotency-key k1');
  expect(done).toEqual(['look', 'look']);
  expect(readdirSync(keyDirectory)).toEqual([]);
});

test('a secret is no part of what is compared', async () => {
  const { run, done } = open();
  await run('add a --token one-secret --idempotency-key k1');
  expect(told(await run('add a --token other-secret --idempotency-key k1'))).toMatchObject({ about: again });
  expect(done).toHaveLength(1);
});

test('arguments that cannot be compared need no key, and say so', async () => {
  const schema = {
    '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value: BigInt(String(value)) }) },
  } as const;
  const done: unknown[] = [];
  const { run } = openGate(
    { big: { description: 'x', args: { n: arg(schema, { type: 'string' }) }, handler: ({ n }) => done.push(n) } },
    {},
    { keyDirectory: newDirectory() },
  );
  expect(told(await run('big --n 5 --idempotency-key k1'))).toEqual({
    code: 'CONFLICT',
    exitCode: 6,
    details: ['KEY_WITHOUT_REQUEST --idempotency-key'],
  });
  expect(told(await run('big --n 5'))).toEqual({ data: 1 });
  expect(done).toEqual([5n]);
});
