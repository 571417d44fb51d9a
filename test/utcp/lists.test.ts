// Lists of programs through the gate: judged, approved and recorded as one run, and each step again before it starts.

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { type CreateGateOptions, createGate } from '../../src/surfaces/library/create-gate.js';
import type { Approval, ApprovalAnswer } from '../../src/vocabulary/approval.js';
import { ledgerEntries } from '../fixtures/ledger-entries.js';
import { newWorkspace } from './workspace.js';

const name = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

/** The tool `ops make`: a step that prints a name, and one that makes a file of that name. */
const make = {
  name: 'make',
  description: 'Makes a file',
  inputs: name,
  tool_call_template: {
    call_template_type: 'cli',
    commands: [{ command: 'echo UTCP_ARG_name_UTCP_END' }, { command: 'touch $CMD_0_OUTPUT' }],
  },
};

/** The same with a name that stands in a file. */
const makeFrom = {
  ...make,
  name: 'make-from',
  tool_call_template: {
    call_template_type: 'cli',
    commands: [{ command: 'cat UTCP_ARG_name_UTCP_END' }, { command: 'touch $CMD_0_OUTPUT' }],
  },
};

async function open(policy: object | undefined, approve?: CreateGateOptions['approve']) {
  const directory = newWorkspace({
    'manual.json': { tools: [make, makeFrom] },
    'cmdgate.config.json': { utcp: [{ name: 'ops', file: 'manual.json' }], ...(policy && { policy }) },
  });
  const gate = await createGate({
    config: join(directory, 'cmdgate.config.json'),
    directory,
    ...(approve && { approve }),
  });
  onTestFinished(async () => {
    await gate.close();
    rmSync(ownDirectory(directory), { recursive: true, force: true });
  });
  expect(gate.warnings).toEqual([]);
  const run = (given: string) => gate.run({ path: ['ops', 'make'], input: { name: given } });
  return { gate, directory, run, isMade: (file: string) => existsSync(join(directory, file)) };
}

const rule = (decision: 'ask' | 'deny', conditions: object, example: string) => ({
  default: 'ask',
  rules: [{ id: 'mine', decision, reason: 'Because.', command: 'ops make', ...conditions, match: [example] }],
});

test('by the policy out of the box the owner’s list runs, and is one run in the ledger', async () => {
  const { run, directory, isMade } = await open(undefined);
  expect(await run('a.txt')).toMatchObject({ status: 'completed', data: { exit_code: 0 } });
  expect(isMade('a.txt')).toBe(true);
  const entries = ledgerEntries(directory).filter((entry) => 'run' in entry);
  expect(entries.map(({ type, parsed_command: command }) => [type, command])).toEqual([
    ['start', 'ops make'],
    ['end', 'ops make'],
  ]);
});

test('a rule about any of its programs holds for the list, before anything runs', async () => {
  const { run, isMade, directory } = await open(rule('deny', { program: 'touch' }, 'touch x'));
  expect(await run('a.txt')).toMatchObject({ status: 'failed', error: { code: 'PERMISSION_DENIED' } });
  expect(isMade('a.txt')).toBe(false);
  const [entry] = ledgerEntries(directory).filter(({ type }) => type === 'refused');
  expect(entry).toMatchObject({
    decision: { decision: 'deny', rules: expect.arrayContaining([expect.objectContaining({ id: 'mine' })]) },
  });
});

test('a person is shown all of the programs, and asked once', async () => {
  const asked: Approval[] = [];
  const answers: ApprovalAnswer[] = [
    { answer: 'deny', by: 'library' },
    { answer: 'approve', by: 'library' },
  ];
  const { run, isMade, directory } = await open(rule('ask', { program: 'touch' }, 'touch x'), async (approval) => {
    asked.push(approval);
    return answers[asked.length - 1];
  });
  expect(await run('a.txt')).toMatchObject({ status: 'failed', error: { code: 'PERMISSION_DENIED' } });
  expect(isMade('a.txt')).toBe(false);
  expect(await run('a.txt')).toMatchObject({ status: 'completed' });
  expect(isMade('a.txt')).toBe(true);
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatchObject({
    always: null,
    subject: {
      program: expect.stringMatching(/\/echo$/),
      args: ['a.txt'],
      followed_by: [{ program: expect.stringMatching(/\/touch$/), args: ['$CMD_0_OUTPUT'], directory }],
    },
  });
});

test('an approval is for one list: another value asks again', async () => {
  const asked: string[] = [];
  const { run } = await open(rule('ask', { program: 'touch' }, 'touch x'), async ({ fingerprint }) => {
    asked.push(fingerprint);
    return undefined;
  });
  await run('a.txt');
  await run('b.txt');
  expect(new Set(asked).size).toBe(2);
});

test('what an earlier program printed is judged with the next one: what is denied does not start', async () => {
  const { run, isMade } = await open(rule('deny', { program: 'touch', has: 'evil*' }, 'touch evil'));
  expect(await run('fine.txt')).toMatchObject({ status: 'completed' });
  expect(await run('evil.txt')).toMatchObject({
    status: 'failed',
    error: { code: 'PERMISSION_DENIED', result: { exit_code: 0, step: { number: 2, of: 2 } } },
  });
  expect([isMade('fine.txt'), isMade('evil.txt')]).toEqual([true, false]);
});

test('what turns out to need a person is not started: nobody was asked about it', async () => {
  const { run, isMade } = await open(rule('ask', { program: 'touch', has: 'odd*' }, 'touch odd'), async () => {
    throw new Error('Nobody should be asked.');
  });
  const outcome = await run('odd.txt');
  expect(outcome).toMatchObject({
    status: 'failed',
    error: { code: 'PERMISSION_DENIED', message: expect.stringContaining("needs a person's approval") },
  });
  expect(isMade('odd.txt')).toBe(false);
});

/** Of this run alone: what an earlier one left must not be taken for it. */
const canary = `cmdgate-utcp-canary-${process.pid}`;

test.each([
  [join(tmpdir(), canary), 'PATH_TRAVERSAL_BLOCKED'],
  [`../${canary}`, 'PATH_TRAVERSAL_BLOCKED'],
  ['--reference=name.txt', 'VALIDATION_ERROR'],
])('what was printed is held to the rules for what is given: %s', async (printed, code) => {
  const { gate, directory, isMade } = await open(undefined);
  writeFileSync(join(directory, 'name.txt'), `${printed}\n`);
  const outcome = await gate.run({ path: ['ops', 'make-from'], input: { name: 'name.txt' } });
  expect(outcome).toMatchObject({
    status: 'failed',
    error: {
      code,
      message: expect.stringContaining('Step 2 of 2 (touch)'),
      result: { stdout: '', step: { number: 2 } },
    },
  });
  expect([isMade(printed), existsSync(printed)]).toEqual([false, false]);
});
