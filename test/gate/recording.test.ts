// What is written, and when: the start before the handler, the end before the answer.

import { expect, test } from 'vitest';
import { openHeart, told, type WatchedLog } from './heart.js';

function commandsOf(say: (what: string) => void) {
  return {
    work: { description: 'Work', danger: 'mutating', handler: () => say('entered') },
    fail: {
      description: 'Fail',
      danger: 'mutating',
      handler: () => {
        throw new Error('no');
      },
    },
  } as const;
}

function open() {
  let log: WatchedLog | undefined;
  const heart = openHeart(commandsOf((what) => log?.events.push(what)));
  log = heart.log;
  return heart;
}

test('the start is written before the handler is entered, and the end before the answer', async () => {
  const { ask, log } = open();
  await ask('work').then(() => log.events.push('answered'));

  expect(log.events).toEqual(['begin work', 'entered', 'record work ok', 'answered']);
});

test('what fails is recorded as failed', async () => {
  const { ask, log } = open();
  await ask('fail');

  expect(log.events).toEqual(['begin fail', 'record fail EXECUTION_ERROR']);
});

test('a start that cannot be written is no start', async () => {
  const { ask, log } = open();
  log.failing.add('begin');

  expect(told(await ask('work'))).toBe('UNAVAILABLE');
  expect(log.events).not.toContain('entered');
});

test('an end that cannot be written is told with the answer', async () => {
  const { ask, log } = open();
  log.failing.add('record');
  const outcome = await ask('work');

  expect([told(outcome), outcome.run.warnings.map(({ code }) => code)]).toEqual(['completed', ['AUDIT_FAILED']]);
});

test('what is refused is recorded, and whoever only looks around at a command line is not', async () => {
  const { ask, log } = open();
  await ask('nothing');
  await ask(['help'], { door: 'cli' });
  await ask('help');

  expect(log.events).toEqual(['record nothing COMMAND_NOT_FOUND', 'record help ok']);
});
