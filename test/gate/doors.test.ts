// A judgement is for one door and one caller, and for what holds the program: it is not carried to another.

import { expect, test } from 'vitest';
import { findTier } from '../../src/execution/sandbox/find-tier.js';
import { Sandbox } from '../../src/execution/sandbox/sandbox.js';
import { load } from '../../src/sources/command-handle/test-helpers.js';
import { openWorkspace } from '../programs/workspace.js';
import { openHeart, told } from './heart.js';

const nothing = { name: 'nothing', description: 'Nothing', handler: 'command', command: '/bin/true', danger: 'safe' };

function open(rule: object) {
  return openWorkspace([nothing], {
    policy: {
      default: 'allow',
      rules: [{ id: 'no', decision: 'deny', reason: 'Not here.', command: 'nothing', ...rule }],
    },
    callers: { bot: { token: 'env:HOME', may: ['*'] } },
  });
}

test('what a rule denies at one door runs at another, whichever came first', async () => {
  const { gate } = await open({
    doors: 'mcp-stdio',
    match: [{ command: 'nothing', door: 'mcp-stdio' }],
    not_match: [{ command: 'nothing', door: 'library' }],
  });
  const session = gate.openSession();
  // The same caller each time: what is kept is kept by caller.
  const caller = { name: 'local', may: 'everything' } as const;
  const ask = async (door: 'library' | 'mcp-stdio') =>
    told(await gate.gate.run({ line: 'nothing', door, caller, session }));

  expect([await ask('library'), await ask('mcp-stdio'), await ask('library')]).toEqual([
    'completed',
    'PERMISSION_DENIED',
    'completed',
  ]);
});

test('what a rule denies to one caller runs for another', async () => {
  const { gate } = await open({
    callers: 'bot',
    match: [{ command: 'nothing', caller: 'bot' }],
    not_match: [{ command: 'nothing', caller: 'local' }],
  });

  expect([
    (await gate.run('nothing')).status,
    (await gate.run('nothing', { caller: 'bot' })).status,
    (await gate.run('nothing')).status,
  ]).toEqual(['completed', 'failed', 'completed']);
});

test('a program that was judged as held does not start when nothing holds it any more', async () => {
  let isThere = true;
  const find: typeof findTier = (settings) =>
    isThere ? findTier(settings) : { ok: false, reason: 'It is gone.', remedy: 'bring it back' };
  const sandbox = new Sandbox({ mode: 'auto' } as never, { readOnly: [], hidden: [] }, find);
  const { commands } = await load([nothing]);
  const heart = openHeart({}, { commands: { commands, groups: [] }, sandbox, limits: { processes: 1 } });
  // It goes away after the judgement and before the start.
  heart.log.begin = () => {
    isThere = false;
  };

  const first = await heart.ask('nothing');
  expect(told(first)).toBe('PERMISSION_DENIED');
  expect(first.run.about?.scope).toBeUndefined();
});
