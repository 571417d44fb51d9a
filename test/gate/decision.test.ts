// What the policy said is what happens.

import { expect, test } from 'vitest';
import type { Judge } from '../../src/gate/judging/judge.js';
import type { Decision, Judgement } from '../../src/vocabulary/decision.js';
import { openHeart, told } from './heart.js';

/** Says the same to everything. */
function judgeThat(decision: Decision): Judge {
  const judgement: Judgement = {
    decision,
    reason: 'Because.',
    rules: [{ id: 'rule', decision, reason: 'Because.' }],
    instead: undefined,
    evidence: [],
    policyVersion: '1',
  };
  return {
    judge: () => judgement,
    judgeStep: () => judgement,
    looksAtProgram: () => false,
    leadsWhereItLed: () => true,
    aboutQuestion: () => ({ paths: [], programs: [] }),
    tryExamples: () => [],
  };
}

const runs: string[] = [];
const commands = {
  change: {
    description: 'Change it',
    danger: 'mutating',
    dryRun: () => 'would change',
    handler: () => {
      runs.push('change');
      return 'changed';
    },
  },
} as const;

test('what is denied does not run, and is recorded as refused', async () => {
  runs.length = 0;
  const { ask, log } = openHeart(commands, { judge: judgeThat('deny') });

  expect(told(await ask('change'))).toBe('PERMISSION_DENIED');
  expect([runs, log.events]).toEqual([[], ['record change PERMISSION_DENIED']]);
});

test('what asks does not run without an answer', async () => {
  runs.length = 0;
  const { ask } = openHeart(commands, { judge: judgeThat('ask') });

  expect([told(await ask('change')), runs]).toEqual(['APPROVAL_REQUIRED', []]);
});

test.each([
  ['approve', 'completed', ['change']],
  ['deny', 'PERMISSION_DENIED', []],
] as const)('a person who says %s is obeyed', async (answer, expected, ran) => {
  runs.length = 0;
  const askOwner = async () => ({ answer, by: 'person' });
  const { ask, log } = openHeart(commands, { judge: judgeThat('ask'), approvals: { askOwner } });

  expect([told(await ask('change')), runs]).toEqual([expected, ran]);
  // Whoever asks what waits must find it, whatever becomes of the gate; and the answer counts when it is written.
  expect(log.events.slice(0, 3)).toEqual(['accept change', 'note asked', 'note answered']);
});

test('whoever only wants to know what would happen is not asked', async () => {
  runs.length = 0;
  let asked = 0;
  const askOwner = async () => {
    asked++;
    return { answer: 'approve', by: 'person' } as const;
  };
  const { ask } = openHeart(commands, { judge: judgeThat('ask'), approvals: { askOwner } });

  expect([told(await ask('change --dry-run')), told(await ask('change --validate-only')), asked, runs]).toEqual([
    'completed',
    'completed',
    0,
    [],
  ]);
});

test('without a policy what is destructive asks, and nothing else', async () => {
  const ran: string[] = [];
  const { ask } = openHeart({
    drop: {
      description: 'Drop it',
      danger: 'destructive',
      dryRun: () => 'would drop',
      handler: () => void ran.push('drop'),
    },
    ...commands,
  });

  expect([told(await ask('drop')), told(await ask('drop --confirm-destructive')), ran]).toEqual([
    'APPROVAL_REQUIRED',
    'APPROVAL_REQUIRED',
    [],
  ]);
  expect(told(await ask('change'))).toBe('completed');
});

test('where the option confirms, it does, and without it nothing is changed', async () => {
  const ran: string[] = [];
  const { ask } = openHeart(
    {
      drop: {
        description: 'Drop it',
        danger: 'destructive',
        dryRun: () => 'would drop',
        handler: () => void ran.push('drop'),
      },
    },
    { confirmation: 'option' },
  );

  const refused = await ask(['drop'], { door: 'cli' });
  expect(refused).toMatchObject({
    status: 'failed',
    error: { hint: expect.stringContaining('--confirm-destructive') },
  });
  expect(ran).toEqual([]);
  expect([told(await ask(['drop', '--confirm-destructive'], { door: 'cli' })), ran]).toEqual(['completed', ['drop']]);
});
