import { expect, test } from 'vitest';
import type { Context } from '../../vocabulary/context.js';
import type { GateOptions } from '../gate-options.js';
import { judgeOfOwnCommands } from '../judging/judge.js';
import { openGate, told } from './test-helpers.js';

function gateWith(options: Partial<GateOptions> = {}) {
  const done: string[] = [];
  const act = (_: unknown, { dryRun }: Context) => {
    if (!dryRun) done.push('removed');
    return { effect: dryRun ? 'would_delete' : 'deleted', would_affect: ['a', 'b'] };
  };
  const remove = { description: 'x', danger: 'destructive', handler: act, dryRun: true } as const;
  const gate = openGate(
    { strict: remove, careful: remove, loose: remove },
    { strict: { strict: true }, careful: { strict: true, safeDefault: true } },
    options,
  );
  return { ...gate, done };
}

const wouldRemove = { effect: 'would_delete', would_affect: ['a', 'b'] };
const removed = { effect: 'deleted', would_affect: ['a', 'b'] };

test('what is destructive tells what it would change until it is confirmed', async () => {
  const { run, done } = gateWith();
  const outcome = await run('strict');
  expect(told(outcome)).toEqual({
    code: 'VALIDATION_ERROR',
    exitCode: 2,
    details: ['CONFIRMATION_REQUIRED --confirm-destructive'],
  });
  expect(outcome).toMatchObject({ error: { data: wouldRemove, phase: 'validation' } });
  expect(done).toEqual([]);
  expect(told(await run('strict --confirm-destructive'))).toEqual({ data: removed });
  expect(done).toEqual(['removed']);
});

test('a dry run needs no confirmation, and none makes it more than that', async () => {
  const { run, done } = gateWith();
  expect(told(await run('strict --dry-run'))).toEqual({ data: wouldRemove });
  expect(told(await run('strict --dry-run --confirm-destructive'))).toEqual({ data: wouldRemove });
  expect(told(await run('strict --validate-only'))).toMatchObject({ data: { valid: true } });
  expect(done).toEqual([]);
});

test('the owner who wants to be asked is asked all the same', async () => {
  let asked = 0;
  const { run, done } = gateWith({
    approvals: {
      askOwner: async () => {
        asked++;
        return undefined;
      },
    },
  });
  expect(told(await run('strict --confirm-destructive'))).toMatchObject({ code: 'APPROVAL_REQUIRED' });
  expect({ asked, done }).toEqual({ asked: 1, done: [] });
});

test('where a policy decides, the option replaces nobody', async () => {
  const judge = { ...judgeOfOwnCommands };
  const { run, done } = gateWith({ judge });
  expect(told(await run('strict --confirm-destructive'))).toMatchObject({ code: 'APPROVAL_REQUIRED', exitCode: 4 });
  expect(done).toEqual([]);
});

test('a command whose author declares nothing asks a person', async () => {
  const { run } = gateWith();
  expect(told(await run('loose --confirm-destructive'))).toMatchObject({ code: 'APPROVAL_REQUIRED' });
});

test('on a command line of its own the option confirms everything destructive', async () => {
  const { run, done } = gateWith({ confirmation: 'option' });
  expect(told(await run('loose'))).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(done).toEqual([]);
  expect(told(await run('loose --confirm-destructive'))).toEqual({ data: removed });
  expect(done).toEqual(['removed']);
});

test('... and so does --yes, but for a strict author', async () => {
  const { run, done } = gateWith({ confirmation: 'option' });
  expect(told(await run('strict --yes'))).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(done).toEqual([]);
  expect(told(await run('loose --yes'))).toEqual({ data: removed });
  expect(done).toEqual(['removed']);
  expect(told(await gateWith().run('loose --yes'))).toMatchObject({ code: 'APPROVAL_REQUIRED' });
});

test('... but an agent that it serves confirms for nobody', async () => {
  const { run, done } = gateWith({ confirmation: 'option' });
  for (const door of ['mcp-stdio', 'mcp-http'] as const) {
    for (const line of ['loose --confirm-destructive', 'loose --yes', 'strict --yes --confirm-destructive']) {
      expect(told(await run(line, { door })), line).toMatchObject({ code: 'APPROVAL_REQUIRED' });
    }
    expect(told(await run('careful --live --yes', { door }))).toMatchObject({ code: 'APPROVAL_REQUIRED' });
  }
  expect(done).toEqual([]);
});

test('... and its author can still be asked', async () => {
  const answers = [undefined, { answer: 'approve', by: 'a test' } as const];
  const { run, done } = gateWith({ confirmation: 'option', approvals: { askOwner: async () => answers.shift() } });
  expect(told(await run('loose --confirm-destructive'))).toMatchObject({ code: 'APPROVAL_REQUIRED' });
  expect(told(await run('loose'))).toEqual({ data: removed });
  expect(done).toEqual(['removed']);
});

test('a command with a safe default does nothing without --live', async () => {
  const { run, done } = gateWith();
  const plain = await run('careful');
  expect({ ...told(plain), dryRun: plain.run.dryRun }).toEqual({ data: wouldRemove, dryRun: true });
  expect(done).toEqual([]);
  expect(told(await run('careful --live'))).toEqual({ data: removed, about: { dry_run: false } });
  expect(done).toEqual(['removed']);
});

test('--live does not undo a dry run', async () => {
  const { run, done } = gateWith();
  expect(told(await run('careful --live --dry-run'))).toMatchObject({ details: ['CONFLICTING_OPTIONS --live'] });
  expect(told(await run('careful --live', { dryRun: true }))).toEqual({ data: wouldRemove });
  expect(done).toEqual([]);
});
