import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { becomeClaimant } from '../../machine/claims/claimant.js';
import { nameHolder, newHolder } from '../../machine/claims/holder.js';
import { ownIdentity } from '../../machine/processes/process-identity.js';
import { loadSqlite } from '../index/sqlite/connection.js';
import { KeyStore, type KeyUse, type TakenKey } from './key-store.js';
import { removeOldKeyFiles } from './old-key-files.js';
import { type KeyBounds, usualBounds } from './trim-keys.js';

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-keys-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'keys');
}

function open(directory = newDirectory(), bounds: Partial<KeyBounds> = {}): KeyStore {
  const store = new KeyStore(directory, { ...usualBounds, ...bounds });
  onTestFinished(() => store.close());
  return store;
}

const use: KeyUse = { tool: 'office', caller: 'agent', key: 'k1', request: 'add a', run: 'run_1' };

async function take(store: KeyStore, change: Partial<KeyUse> = {}): Promise<TakenKey> {
  const claim = await store.claim({ ...use, ...change });
  if (claim.state !== 'taken') throw new Error(`The key is ${claim.state}`);
  return claim;
}

test('the first use takes the key, and those after it get its answer, in other gates too', async () => {
  const directory = newDirectory();
  await (await take(open(directory))).answer('the answer');
  expect(await open(directory).claim({ ...use, run: 'run_2' })).toEqual({
    state: 'answered',
    run: 'run_1',
    text: 'the answer',
  });
});

test('a sweep removes all that is too old, gives the room back, and keeps the rest', async () => {
  const directory = newDirectory();
  const old = 500;
  const store = open(directory, { keepMs: 60_000 });
  await (await take(store, { key: 'new' })).answer('the answer');
  const file = join(directory, readdirSync(directory).find((name) => name.endsWith('.sqlite')) as string);
  const other = (await loadSqlite())(file);
  other.exec('BEGIN');
  for (let at = 0; at < old; at++) {
    const row = [`old ${at}`, 'request', 'run_0', Date.now() - 120_000, 4_000, 'x'.repeat(4_000)];
    other.run("INSERT INTO keys VALUES ($1, $2, $3, NULL, 'answered', $4, $5, $6)", row);
  }
  other.run('UPDATE totals SET keys = keys + $1, bytes = bytes + $2', [old, old * 4_000]);
  other.exec('COMMIT');
  const pages = () => Number(other.all('PRAGMA page_count', [])[0]?.page_count);
  const before = pages();

  let turns = 0;
  const clock = setInterval(() => turns++, 1);
  await store.sweep(2);
  clearInterval(clock);

  expect(other.all('SELECT keys, bytes FROM totals', [])).toEqual([{ keys: 1, bytes: 10 }]);
  expect(Number(other.all('SELECT count(*) AS count FROM keys', [])[0]?.count)).toBe(1);
  expect(pages()).toBeLessThan(before / 5);
  // Between its steps others have their turn.
  expect(turns).toBeGreaterThanOrEqual(4);
  other.close();
  expect(await store.claim({ ...use, key: 'new', run: 'run_2' })).toMatchObject({ state: 'answered' });
});

test('a sweep of a store that was closed leaves it closed', async () => {
  const directory = newDirectory();
  const store = open(directory);
  await (await take(store)).answer('the answer');
  store.close();
  await store.sweep(0);
  expect(readdirSync(directory).filter((name) => name.endsWith('-wal'))).toEqual([]);
});

test('as long as it is not answered, it is running', async () => {
  const store = open();
  await take(store);
  expect(await store.claim(use)).toEqual({ state: 'running', run: 'run_1' });
});

test('what was given back can be taken again', async () => {
  const store = open();
  await (await take(store)).giveBack();
  expect(await store.claim({ ...use, run: 'run_2' })).toMatchObject({ state: 'taken' });
});

test('the same key with another request is told, answered or not', async () => {
  const store = open();
  const claim = await take(store);
  const other = { ...use, request: 'add b', run: 'run_2' };
  expect(await store.claim(other)).toEqual({ state: 'other-request', run: 'run_1' });
  await claim.answer('x');
  expect(await store.claim(other)).toEqual({ state: 'other-request', run: 'run_1' });
});

test.each([
  ['caller', { caller: 'other' }],
  ['program in the same workspace', { tool: 'deploy' }],
])('another %s has keys of its own', async (_, other) => {
  const store = open();
  await (await take(store)).answer('x');
  expect(await store.claim({ ...use, ...other })).toMatchObject({ state: 'taken' });
});

test('a holder that has ended without an answer is lost, and stays so', async () => {
  const directory = newDirectory();
  const store = open(directory);
  await take(store);
  const pid = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }));
  await edit(directory, 'UPDATE keys SET holder = $1', nameHolder({ ...newHolder(), pid, started: '1' }));
  expect(await store.claim(use)).toEqual({ state: 'lost', run: 'run_1' });
  expect(await open(directory).claim({ ...use, run: 'run_2' })).toEqual({ state: 'lost', run: 'run_1' });
});

async function edit(directory: string, sql: string, value: string | number): Promise<void> {
  const connection = (await loadSqlite())(join(directory, 'keys-v1.sqlite'));
  connection.run(sql, [value]);
  connection.close();
}

test('where the answer could not be kept, it is lost', async () => {
  const directory = newDirectory();
  const store = open(directory);
  await (await take(store)).lose();
  expect(await store.claim(use)).toEqual({ state: 'lost', run: 'run_1' });
  expect(await open(directory).claim(use)).toEqual({ state: 'lost', run: 'run_1' });
});

test('of many gates at the same time one takes it', async () => {
  const directory = newDirectory();
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, index) => open(directory).claim({ ...use, run: `run_${index}` })),
  );
  expect(claims.filter(({ state }) => state === 'taken')).toHaveLength(1);
  expect(claims.filter(({ state }) => state === 'running')).toHaveLength(19);
});

test('whoever has answered is not shown any more', async () => {
  const directory = newDirectory();
  const store = open(directory);
  await (await take(store)).answer('x');
  await expect.poll(() => readdirSync(directory).filter((name) => !name.startsWith('keys-v1'))).toEqual([]);
});

test('after a month a key is forgotten', async () => {
  const directory = newDirectory();
  await (await take(open(directory))).answer('x');
  await edit(directory, 'UPDATE keys SET at = at - $1', 31 * 24 * 60 * 60 * 1_000);
  expect(await open(directory).claim(use)).toMatchObject({ state: 'taken' });
});

test('the number of keys is bounded: the oldest are forgotten, and none that runs', async () => {
  const directory = newDirectory();
  const store = open(directory, { mostKeys: 10 });
  await take(store, { key: 'runs' });
  for (let at = 0; at < 50; at++) await (await take(store, { key: `k${at}` })).answer('x');
  expect(await store.claim({ ...use, key: 'runs' })).toMatchObject({ state: 'running' });
  expect(await store.claim({ ...use, key: 'k49' })).toMatchObject({ state: 'answered' });
  expect(await count(directory)).toBeLessThanOrEqual(11);
});

async function count(directory: string): Promise<number> {
  const connection = (await loadSqlite())(join(directory, 'keys-v1.sqlite'));
  const [row] = connection.all('SELECT count(*) AS rows, (SELECT keys FROM totals) AS told FROM keys', []);
  connection.close();
  expect(row?.told).toBe(row?.rows);
  return Number(row?.rows);
}

test('so is the size of the answers: an old key is still known, and not run again', async () => {
  const store = open(newDirectory(), { mostBytes: 1_000 });
  for (let at = 0; at < 10; at++) await (await take(store, { key: `k${at}` })).answer('x'.repeat(400));
  expect(await store.claim({ ...use, key: 'k0' })).toEqual({ state: 'forgotten', run: 'run_1' });
  expect(await store.claim({ ...use, key: 'k9' })).toMatchObject({ state: 'answered' });
});

test('a file that cannot be read is not replaced', async () => {
  const directory = newDirectory();
  mkdirSync(directory, { mode: 0o700 });
  writeFileSync(
    join(directory, 'keys-v1.sqlite'),
    'no database at all, but long enough to be taken for one'.repeat(99),
    {
      mode: 0o600,
    },
  );
  await expect(open(directory).claim(use)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('cannot be used'),
  });
});

/** As an earlier version wrote them. */
function putOldFiles(directory: string, answer: string | undefined, pid = process.pid): readonly string[] {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const name = hash(JSON.stringify([use.tool, use.caller, use.key]));
  const identity = { ...ownIdentity(), pid, ...(pid !== process.pid && { started: '1' }) };
  const held = JSON.stringify({ run: 'run_0', request: hash(use.request), process: identity });
  writeFileSync(join(directory, `${name}.held`), held);
  if (answer !== undefined) writeFileSync(join(directory, `${name}.run_0.answer`), answer);
  return readdirSync(directory).map((one) => join(directory, one));
}

test.each([
  ['answered', 'the answer', process.pid, { state: 'answered', run: 'run_0', text: 'the answer' }],
  ['running', undefined, process.pid, { state: 'running', run: 'run_0' }],
  ['lost', undefined, 2 ** 30, { state: 'lost', run: 'run_0' }],
])('keys of earlier versions still count: %s', async (_, answer, pid, claim) => {
  const directory = newDirectory();
  putOldFiles(directory, answer, pid);
  expect(await open(directory).claim({ ...use, run: 'run_2' })).toEqual(claim);
  expect(await open(directory).claim({ ...use, request: 'add b' })).toEqual({ state: 'other-request', run: 'run_0' });
});

test('their files are removed when they are too old', async () => {
  const directory = newDirectory();
  const files = putOldFiles(directory, 'x');
  await removeOldKeyFiles(directory, Date.now() - 60_000);
  expect(readdirSync(directory)).toHaveLength(2);
  for (const file of files) utimesSync(file, 0, 0);
  writeFileSync(join(directory, 'other'), '');
  await removeOldKeyFiles(directory, Date.now() - 60_000);
  expect(readdirSync(directory)).toEqual(['other']);
});

test('nothing keeps a process alive', async () => {
  const directory = newDirectory();
  mkdirSync(directory, { mode: 0o700 });
  (await becomeClaimant(directory)).release();
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  await take(open(directory));
  expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBe(before);
});
