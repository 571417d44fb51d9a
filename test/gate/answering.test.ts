// When the answer leaves, and what it holds.

import { expect, test } from 'vitest';
import { CommandError } from '../../src/vocabulary/gate-error.js';
import type { Failed } from '../../src/vocabulary/outcome.js';
import { Latch, openHeart, other, owner, told } from './heart.js';

function open(limits = {}) {
  const latch = new Latch();
  const heart = openHeart(
    {
      wait: {
        description: 'Wait',
        danger: 'safe',
        handler: (_args: object, { signal }: { signal: AbortSignal }) =>
          Promise.race([
            latch.opened.then(() => 'late'),
            new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told')))),
          ]),
      },
      large: {
        description: 'Give a lot',
        danger: 'safe',
        handler: () => Array.from({ length: 2_000 }, (_, id) => ({ id })),
      },
      never: { description: 'Never end', danger: 'safe', timeoutMs: 30, handler: () => new Promise(() => undefined) },
      secret: {
        description: 'Take a secret',
        danger: 'safe',
        arguments: [{ name: '--token', type: 'string', secret: true, description: 'The token' }],
        handler: ({ token }: { token: string }) => {
          const details = [{ code: 'NOPE', message: `No such token ${token}` }];
          throw new CommandError('NOPE', `No such token ${token}`, { hint: `Not ${token}`, details });
        },
      },
      strange: { description: 'Give what JSON cannot say', danger: 'safe', handler: () => 10n },
    } as never,
    { limits },
  );
  return { ...heart, latch };
}

test('a run in the background is answered at once, and can be asked about by its own caller alone', async () => {
  const { ask, gate, latch, log } = open();
  const started = await ask('wait --background');
  const id = started.run.runId;

  expect([log.events[0], gate.find(owner, id)?.ended, gate.find(other, id)]).toEqual([
    'accept wait --background',
    false,
    undefined,
  ]);
  latch.open();
  await new Promise<void>((resolve) => gate.find(owner, id)?.whenEnded(() => resolve()));
  expect(gate.find(owner, id)?.outcome).toMatchObject({ status: 'completed', data: 'late' });
});

test('a caller has so many runs in the background, and another one has its own', async () => {
  const { ask, latch } = open({ background: 2 });
  const answers = [await ask('wait --background'), await ask('wait --background'), await ask('wait --background')];

  expect([told(answers[0] as never), told(answers[2] as never)]).toEqual([told(answers[1] as never), 'UNAVAILABLE']);
  expect(told(await ask('wait --background', { caller: other }))).not.toBe('UNAVAILABLE');
  latch.open();
});

test('another caller ends nothing, and its own ends it', async () => {
  const { ask, gate, latch } = open();
  const started = await ask('wait --background', { chat: 'one' });
  const id = started.run.runId;

  await ask(`runs cancel ${id}`, { caller: other });
  await ask('runs cancel --chat one', { caller: other });
  expect(gate.find(owner, id)?.ended).toBe(false);
  await ask(`runs cancel ${id}`);
  await new Promise<void>((resolve) => gate.find(owner, id)?.whenEnded(() => resolve()));
  expect(gate.find(owner, id)?.state).toBe('canceled');
  latch.open();
});

test('a handler that takes too long is told, and its caller is answered', async () => {
  const { ask } = open();
  const outcome = await ask('never');

  expect(told(outcome)).toBe('TIMEOUT');
});

test('an answer that is too large is cut, and says so', async () => {
  const { ask } = open({ responseBytes: 1_000 });
  const outcome = await ask('large');

  expect(outcome).toMatchObject({ status: 'completed', truncated: { limitBytes: 1_000 } });
  expect(outcome.status === 'completed' && outcome.json.length).toBeLessThanOrEqual(1_000);
  expect(outcome.run.warnings.map(({ code }) => code)).toEqual(['TRUNCATED']);
});

test('a secret stands in no error, and in no record', async () => {
  const { ask, log } = open();
  const outcome = await ask('secret --token hunter2-hunter2');

  const { message, hint, details } = (outcome as Failed).error;
  expect([message, hint, details]).toEqual([
    'No such token [REDACTED]',
    'Not [REDACTED]',
    [{ code: 'NOPE', message: 'No such token [REDACTED]' }],
  ]);
  expect(JSON.stringify([log.events, log.details, outcome.run.command])).not.toContain('hunter2');
});

test('what cannot be written as JSON is an error of the command', async () => {
  const { ask } = open();

  expect(told(await ask('strange'))).toBe('EXECUTION_ERROR');
});
