// Several processes at one store at the same time.

import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FileApprovalStore, openFileApprovalStore } from '../../src/ledger/approvals/file-approval-store.js';
import { sampleApproval } from '../../src/ledger/approvals/test-helpers.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { isAlive } from '../fixtures/is-alive.js';
import { Rival } from './processes.js';

const rounds = 50;

let workspace: string;
let store: FileApprovalStore;
let rivals: readonly [Rival, Rival];

beforeAll(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-rivals-')));
  store = openFileApprovalStore({ directory: ownDirectory(workspace) });
  rivals = [new Rival(workspace, 'left'), new Rival(workspace, 'right')];
});

afterAll(() => {
  rmSync(workspace, { recursive: true, force: true });
  rmSync(ownDirectory(workspace), { recursive: true, force: true });
});

/** Both do it in the same millisecond, or nearly so. */
function both(use: Parameters<Rival['obey']>[0], id: string): Promise<unknown[]> {
  const at = Date.now() + 5;
  return Promise.all(rivals.map((rival) => rival.obey(use, id, at)));
}

test('of two who answer one counts, and of two who take one gets it', async () => {
  for (let round = 0; round < rounds; round++) {
    const id = `round-${round}`;
    store.open(sampleApproval(id));
    const results = await both('answer', id);
    expect([...results].sort()).toEqual(['already_answered', 'answered']);
    const winner = results[0] === 'answered' ? 'left' : 'right';

    const taken = await both('take', id);
    expect(taken.filter((answer) => answer !== null)).toEqual([{ answer: 'approve', by: winner }]);
    expect(await both('answer', id)).toEqual(['not_found', 'not_found']);
  }
  expect(readdirSync(join(ownDirectory(workspace), 'approvals', 'waiting'))).toEqual([]);
  expect(readdirSync(join(ownDirectory(workspace), 'approvals', 'moving'))).toEqual([]);
}, 120_000);

test('a question that is answered and withdrawn at the same time is gone', async () => {
  const [left, right] = rivals;
  for (let round = 0; round < rounds; round++) {
    const id = `withdrawn-${round}`;
    store.open(sampleApproval(id));
    const at = Date.now() + 5;
    const [result] = await Promise.all([left.obey('answer', id, at), right.obey('withdraw', id, at)]);
    expect(['answered', 'not_found']).toContain(result);
    expect(store.take(id)).toBeUndefined();
  }
  expect(store.list()).toEqual([]);
}, 120_000);

test('an answer in another process is noticed', async () => {
  const [left, right] = rivals;
  store.open(sampleApproval('waited'));
  const noticed = [left.obey('wait', 'waited'), store.whenAnswered('waited', new AbortController().signal)];
  await right.obey('answer', 'waited');
  const answer = { answer: 'approve', by: 'right' };
  expect(await Promise.all(noticed)).toEqual([answer, answer]);
});

test('rules that two processes write are all kept', async () => {
  const expected: string[] = [];
  for (let round = 0; round < 25; round++) {
    await both('rule', `rule ${round}`);
    expected.push(`rule ${round} of left`, `rule ${round} of right`);
  }
  expect(
    store
      .readAlways()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(expected.sort());
  expect(readdirSync(ownDirectory(workspace)).sort()).toEqual(['always.json', 'approvals']);
}, 120_000);

test('a terminal that is killed is not present any more', async () => {
  const killed = new Rival(workspace, 'killed');
  await killed.obey('attend', '');
  expect(store.isWatched()).toBe(true);
  const { pid = 0 } = killed.child;
  killed.child.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  expect(store.isWatched()).toBe(false);
  expect(readdirSync(join(ownDirectory(workspace), 'approvals', 'terminals'))).toEqual([]);
});
