import { expect, test } from 'vitest';
import type { ProgramPlan } from '../vocabulary/program.js';
import { isSamePlan } from './judging/same-plan.js';

const plan = { program: '/bin/echo', args: ['a', 'b'], directory: '/srv', environment: {} } as unknown as ProgramPlan;
const followed = (next: ProgramPlan): ProgramPlan =>
  ({ ...plan, step: { number: 1, of: 2, next } }) as unknown as ProgramPlan;

test('a plan is the same where it would start the same', () => {
  expect(isSamePlan(plan, { ...plan, args: ['a', 'b'] })).toBe(true);
  expect(isSamePlan(followed(plan), followed({ ...plan }))).toBe(true);
});

test.each([
  ['another program', { ...plan, program: '/bin/cat' }],
  ['another argument', { ...plan, args: ['a', 'c'] }],
  ['one argument more', { ...plan, args: ['a', 'b', 'c'] }],
  ['one argument less', { ...plan, args: ['a'] }],
  ['another directory', { ...plan, directory: '/' }],
  ['a program behind it', followed(plan)],
  ['nothing', undefined],
])('%s is not the same', (_what, other) => {
  expect([isSamePlan(plan, other), isSamePlan(other, plan)]).toEqual([false, false]);
});

test('what comes later counts, too', () => {
  expect(isSamePlan(followed(plan), followed({ ...plan, args: ['evil'] }))).toBe(false);
});
