// What must not get past the person who said yes to a whole plan: lines that became something else, lines that nobody
// saw, and a yes that is nobody's.

import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '../../src/gate/session.js';
import type { Approval, ApprovalAnswer, Caller } from '../../src/index.js';
import { readLedger } from '../../src/ledger/log/read-ledger.js';
import { codes } from '../exec/ledger.js';
import { no, openPlanGate, owner, type PlanGate, shell, yes } from '../exec/plan-gate.js';
import { ledgerOf } from '../fixtures/ledger-entries.js';

/** Says yes to plans, and no to whatever asks for itself afterwards. */
const onlyPlans = ({ subject }: Approval): ApprovalAnswer => (subject.lines ? yes : no);

const good = 'echo good > ran\n';
const evil = 'echo evil > ran\n';

const ranIn = ({ workspace }: PlanGate) =>
  existsSync(join(workspace, 'ran')) ? readFileSync(join(workspace, 'ran'), 'utf8') : undefined;

test('a script that an earlier line replaces is not the one that was approved', async () => {
  const gate = await openPlanGate({ files: { 'x.sh': good, 'evil.sh': evil }, approve: onlyPlans });
  const { answers } = await gate.exec([shell('cp', 'evil.sh', 'x.sh'), shell('sh', 'x.sh')]);

  expect([codes(answers), ranIn(gate)]).toEqual([['1 ok', '2 PERMISSION_DENIED'], undefined]);
  expect(gate.asked.map(({ subject }) => subject.lines?.length ?? subject.args)).toEqual([1, ['x.sh']]);
});

test('a script that is replaced while the person thinks is not the one that was approved', async () => {
  const gate = await openPlanGate({
    files: { 'x.sh': good },
    approve: (approval, workspace) => {
      if (approval.subject.lines) writeFileSync(join(workspace, 'x.sh'), evil);
      return onlyPlans(approval);
    },
  });
  const { answers } = await gate.exec([shell('sh', 'x.sh')]);

  expect([codes(answers), ranIn(gate)]).toEqual([['1 PERMISSION_DENIED'], undefined]);
});

test('a reference cannot turn a harmless line into one that a person should have seen', async () => {
  const gate = await openPlanGate({ approve: onlyPlans });
  const { answers } = await gate.exec(
    [
      shell('touch', 'made'),
      shell('printf', 'sh'),
      shell({ $line: 2, path: '$.data.stdout' }, '-c', 'echo evil > ran'),
      shell('touch', { $line: 2, path: '$.data.stdout' }),
    ],
    '--plan --ignore-errors',
  );

  expect(codes(answers)).toEqual(['1 ok', '2 ok', '3 PERMISSION_DENIED', '4 PERMISSION_DENIED']);
  expect([ranIn(gate), existsSync(join(gate.workspace, 'sh'))]).toEqual([undefined, false]);
  expect(gate.asked[0]?.subject).toMatchObject({ lines: [{ line: 1 }], others: 1, later: [3, 4] });
});

test.each([
  ['a field', { approved: true }],
  ['the name of the real thing', { planApproval: { id: 'approval_1' } }],
  ['an option', { _opts: { planApproval: 'approval_1' } }],
  ['an option with an object', { _opts: { plan_approval: { id: 'approval_1' } } }],
])('a line that brings its own yes as %s is refused', async (_, more) => {
  const gate = await openPlanGate({ approve: onlyPlans });
  const { answers } = await gate.exec([{ ...shell('touch', 'ran'), ...more }]);

  expect([codes(answers), ranIn(gate), gate.asked]).toEqual([['1 VALIDATION_ERROR'], undefined, []]);
});

/** A gate, one line that asks, and a person's yes to a plan that holds it so often. */
async function approveDirectly(times: number) {
  const gate = await openPlanGate({ approve: onlyPlans });
  const plans = await gate.gate.plans();
  const session = openSession(gate.workspace);
  const request = (caller: Caller, name = 'ran') => ({
    line: { path: ['shell'], input: { command: 'touch', parameters: [name] } },
    door: 'library' as const,
    caller,
    session,
  });
  const foreseen = await plans.foresee(request(owner));
  if (foreseen.status !== 'asks') throw new Error('It does not ask.');
  const asking = Array.from({ length: times }, (_, index) => ({ line: index + 1, ...foreseen.question }));
  const approval = await plans.approve(
    { ...request(owner), line: ['exec', '--plan'] },
    { asking, total: times, rest: () => [], later: [], written: [] },
  );
  if ('status' in approval) throw new Error('It was not approved.');
  const run = async (caller: Caller, name?: string, planApproval = approval) => {
    const outcome = await gate.gate.run({ ...request(caller, name), planApproval });
    return outcome.status === 'failed' ? outcome.error.code : 'ran';
  };
  return { gate, plans, approval, run };
}

test('a line runs as often as it stood in the plan, and no more often', async () => {
  const { gate, run } = await approveDirectly(2);
  const again = [];
  for (let time = 0; time < 3; time++) {
    again.push(await run(owner));
    // With the file it would be another request than the one that was approved.
    rmSync(join(gate.workspace, 'ran'), { force: true });
  }
  expect(again).toEqual(['ran', 'ran', 'PERMISSION_DENIED']);
});

test('a yes is good for what was shown, for who asked, and until the plan ends', async () => {
  const { plans, approval, run, gate } = await approveDirectly(1);

  expect(await run(owner, 'other')).toBe('PERMISSION_DENIED');
  expect(await run({ name: 'agent', may: 'everything' })).toBe('PERMISSION_DENIED');
  await plans.end(approval);
  expect(await run(owner)).toBe('PERMISSION_DENIED');
  expect(ranIn(gate)).toBeUndefined();
});

test('what only looks like a yes is none, and neither is that of another gate', async () => {
  const { approval, run, gate } = await approveDirectly(1);
  const other = await approveDirectly(1);
  const copies = [{ id: approval.id }, { ...approval }, JSON.parse(JSON.stringify(approval))];
  const forged = [...copies, approval.id, true, other.approval];

  for (const one of forged) expect(await run(owner, 'ran', one as never)).toBe('PERMISSION_DENIED');
  expect(ranIn(gate)).toBeUndefined();
  expect(await run(owner)).toBe('ran');
});

test('another caller who sends the same plan asks for itself', async () => {
  const gate = await openPlanGate();
  const lines = [shell('touch', 'ran')];
  await gate.exec(lines);
  const approvals = await gate.gate.approvals();
  approvals.answer(approvals.list(owner)[0]?.id ?? '', yes);
  const agent: Caller = { name: 'agent', may: 'everything' };

  expect((await gate.exec(lines, '--plan', agent)).error?.code).toBe('APPROVAL_REQUIRED');
  expect(ranIn(gate)).toBeUndefined();
  expect(approvals.list(agent)).toHaveLength(1);
});

test('what a person sees of a secret is not kept for ever', async () => {
  const gate = await openPlanGate({ files: { 'x.sh': good }, approve: onlyPlans, audit: true });
  await gate.exec([shell('sh', 'x.sh', '--password=hunter2-hunter2')]);
  await gate.gate.close();

  expect(ranIn(gate)).toBe('good\n');
  expect(JSON.stringify(gate.asked[0]?.subject)).toContain('hunter2');
  const kept: unknown[] = [];
  for await (const { entry } of readLedger(join(ledgerOf(gate.workspace), 'log'))) kept.push(entry);
  expect(kept.length).toBeGreaterThan(3);
  expect(JSON.stringify(kept)).not.toContain('hunter2');
});

test('one line between a hundred that look the same is told before all of them', async () => {
  const gate = await openPlanGate({ files: { 'x.sh': evil }, approve: () => no });
  const lines = Array.from({ length: 100 }, (_, index) => shell('touch', `made-${index}`));
  await gate.exec([...lines.slice(0, 57), shell('sh', 'x.sh'), ...lines.slice(57), shell('true')]);

  const sh = basename(realpathSync('/bin/sh'));
  expect(gate.asked[0]?.reason).toBe(`101 of its 102 lines ask: 1 × ${sh}, 100 × touch.`);
});
