import { expect, test } from 'vitest';
import { type FormAnswer, questionFor, readAnswer } from './approval-question.js';
import { sampleApproval, sampleTime } from './test-helpers.js';

const always = { rule: { id: 'always-1' }, matches: 'exactly this' };

test('the form offers to deny and to approve, and always only where there is a rule for it', () => {
  const choices = (approval = sampleApproval()) =>
    questionFor(approval, sampleTime)?.requestedSchema.properties.decision;
  expect(choices()).toMatchObject({ enum: ['deny', 'approve once'] });
  expect(choices(sampleApproval({ always }))).toMatchObject({ enum: ['deny', 'approve once', 'always'] });
});

test('what cannot be shown as a whole is not asked', () => {
  const subject = { request: 'x'.repeat(40_000), command: 'shell' };
  expect(questionFor(sampleApproval({ subject }), sampleTime)).toBeUndefined();
});

test.each<[FormAnswer, unknown]>([
  [
    { action: 'accept', content: { decision: 'approve once' } },
    { answer: 'approve', by: 'mcp' },
  ],
  [
    { action: 'accept', content: { decision: 'deny', note: ' no ' } },
    { answer: 'deny', by: 'mcp', note: 'no' },
  ],
  [
    { action: 'accept', content: { decision: 'always' } },
    { answer: 'approve', by: 'mcp', always: true },
  ],
  [{ action: 'decline' }, { answer: 'deny', by: 'mcp' }],
  [
    { action: 'decline', content: { decision: 'approve once', note: 7 } },
    { answer: 'deny', by: 'mcp' },
  ],
  [{ action: 'cancel', content: { decision: 'approve once' } }, undefined],
  [{ action: 'accept' }, undefined],
  [{ action: 'accept', content: { decision: true } }, undefined],
  [{ action: 'accept', content: { decision: 'Approve once' } }, undefined],
])('%j means %j', (form, answer) => {
  expect(readAnswer(form, true)).toEqual(answer);
});

test('always means nothing where it was not offered', () => {
  expect(readAnswer({ action: 'accept', content: { decision: 'always' } }, false)).toBeUndefined();
});

test('a note has a limit', () => {
  const answer = readAnswer({ action: 'decline', content: { note: `${'x'.repeat(499)}🙂` } }, false);
  expect(answer?.note).toBe(`${'x'.repeat(499)}\ufffd`);
});

test('a yes for the session is offered, and read, only where the question says what it means', () => {
  const said = { action: 'accept', content: { decision: 'this session' } } as const;
  const offered = questionFor(sampleApproval({ session_means: 'npm reaches x.example:443.' }), sampleTime);
  expect(offered?.requestedSchema.properties.decision).toMatchObject({
    enum: ['deny', 'approve once', 'this session'],
  });
  expect(readAnswer(said, true, true)).toEqual({ answer: 'approve', by: 'mcp', session: true });
  expect(readAnswer(said, true)).toBeUndefined();
});

test('a yes for this program with these options is offered, and read, only where there is such a rule', () => {
  const said = { action: 'accept', content: { decision: 'always similar' } } as const;
  const similar = { rule: { id: 'wide' }, matches: 'rm -r with any files.' };
  const offered = questionFor(sampleApproval({ similar }), sampleTime);
  expect(offered?.requestedSchema.properties.decision).toMatchObject({
    enum: ['deny', 'approve once', 'always similar'],
  });
  expect(offered?.message).toMatch(/"always similar" writes this one instead:\n\n.*"id": "wide"/s);
  expect(readAnswer(said, true, true, true)).toEqual({ answer: 'approve', by: 'mcp', always: true, similar: true });
  expect(readAnswer(said, true, true)).toBeUndefined();
});
