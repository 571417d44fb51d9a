// Whose answer counts, and for what.

import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allowed, type Judge, judgeOfOwnCommands } from '../../src/gate/judging/judge.js';
import { openHeart, other, owner, told } from './heart.js';

const dropped: string[] = [];
const commands = {
  drop: {
    description: 'Drop it',
    danger: 'destructive',
    arguments: [{ name: 'what', type: 'string', required: true, path: false, description: 'What' }],
    dryRun: () => 'would drop',
    handler: ({ what }: { what: string }) => void dropped.push(what),
  },
} as const;

async function waiting(gate: ReturnType<typeof openHeart>['gate']) {
  const approvals = await gate.approvals();
  for (let look = 0; look < 1_000 && approvals.list().length === 0; look++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { approvals, id: approvals.list()[0]?.id ?? '' };
}

test('another caller cannot answer, nor see what is asked', async () => {
  dropped.length = 0;
  const { gate, ask } = openHeart(commands as never, { approvals: { askOwner: () => new Promise(() => undefined) } });
  const asked = ask('drop this');
  const { approvals, id } = await waiting(gate);

  expect([approvals.list(other), approvals.list(owner).length]).toEqual([[], 1]);
  expect(approvals.answer(id, { answer: 'approve', by: 'other' }, other)).toBe('not_found');
  expect(dropped).toEqual([]);
  expect(approvals.answer(id, { answer: 'deny', by: 'owner' }, owner)).toBe('answered');
  expect(told(await asked)).toBe('PERMISSION_DENIED');
});

test('a yes is for one run, and for the same arguments', async () => {
  dropped.length = 0;
  let asked = 0;
  const askOwner = async () => {
    asked++;
    return { answer: 'approve', by: 'person' } as const;
  };
  const { ask } = openHeart(commands as never, { approvals: { askOwner } });
  await ask('drop one');
  await ask('drop one');
  await ask('drop two');

  expect([asked, dropped]).toEqual([3, ['one', 'one', 'two']]);
});

test('a request that is given up while it waits does not run, and its question is withdrawn', async () => {
  dropped.length = 0;
  const { gate, ask } = openHeart(commands as never, { approvals: { askOwner: () => new Promise(() => undefined) } });
  const controller = new AbortController();
  const asked = ask('drop this', { signal: controller.signal });
  const { approvals, id } = await waiting(gate);
  controller.abort();

  expect(told(await asked)).toBe('CANCELED');
  expect([approvals.list(), approvals.answer(id, { answer: 'approve', by: 'late' }), dropped]).toEqual([
    [],
    'not_found',
    [],
  ]);
});

test('nobody is asked where that cannot be written down', async () => {
  dropped.length = 0;
  let asked = 0;
  const askOwner = async () => {
    asked++;
    return { answer: 'approve', by: 'person' } as const;
  };
  const { ask, log } = openHeart(commands as never, { approvals: { askOwner } });
  log.failing.add('accept');

  expect([told(await ask('drop this')), asked, dropped]).toEqual(['UNAVAILABLE', 0, []]);
});

test('a path that leads elsewhere by now is not what was approved', async () => {
  const removed: string[] = [];
  let meanwhile = () => undefined as unknown;
  const { ask, workspace } = openHeart(
    {
      remove: {
        description: 'Remove it',
        danger: 'destructive',
        arguments: [{ name: 'file', type: 'string', required: true, path: true, description: 'Which' }],
        dryRun: () => 'would remove',
        handler: ({ file }: { file: string }) => void removed.push(file),
      },
    } as never,
    {
      approvals: {
        askOwner: async () => {
          meanwhile();
          return { answer: 'approve', by: 'person' };
        },
      },
    },
  );
  for (const name of ['one', 'two']) writeFileSync(join(workspace, name), name);
  expect(told(await ask('remove one'))).toBe('completed');
  meanwhile = () => {
    rmSync(join(workspace, 'one'));
    symlinkSync('two', join(workspace, 'one'));
  };

  expect([told(await ask('remove one')), removed]).toEqual(['PERMISSION_DENIED', [join(workspace, 'one')]]);
});

test.each([
  ['whose caller waits', {}, ''],
  ['that its door cannot wait for', { yieldMs: 10_000 }, ''],
  ['in the background', {}, ' --background'],
])(
  'a run %s, about which nobody can be asked because that fails, ends and lets the gate close',
  async (_, more, option) => {
    const judge: Judge = {
      ...judgeOfOwnCommands,
      judge: () => ({ ...allowed, decision: 'ask' }),
      aboutQuestion: () => {
        throw new Error('The files cannot be read');
      },
    };
    const { gate, ask } = openHeart({ go: { description: 'Goes', handler: () => 'gone' } }, { judge });

    const outcome = await ask(`go${option}`, more);
    await gate.close();

    const run = gate.find(owner, outcome.run.runId)?.outcome ?? outcome;
    expect(run.status === 'failed' && run.error.code).toBe('EXECUTION_ERROR');
  },
  5_000,
);
