// A database that several ledgers share, and all that can be wrong with it.

import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openLedgerIndex } from '../../../src/ledger/index/open-ledger-index.js';
import { newId } from '../../../src/vocabulary/new-id.js';
import { password } from './postgresql/server.js';
import { makeTestDatabase, type TestDatabase } from './postgresql/test-database.js';
import { ended, listAll, listNames, request, TestLedger } from './test-ledger.js';

let database: TestDatabase;
const ledgers: TestLedger[] = [];

beforeAll(async () => {
  database = await makeTestDatabase();
}, 120_000);

afterAll(() => database?.remove());

beforeEach(() => database.sql.unsafe('DROP SCHEMA IF EXISTS cmdgate CASCADE'));

afterEach(async () => {
  for (const ledger of ledgers.splice(0)) await ledger.remove();
});

function makeLedger(...runs: string[]): TestLedger {
  const ledger = new TestLedger(database.url);
  ledgers.push(ledger);
  const log = ledger.openLog();
  for (const run of runs) log.append('end', request(run, ended));
  log.close();
  return ledger;
}

test('all see the runs of all, and each changes only its own', async () => {
  const [one, two] = [makeLedger('a1', 'a2'), makeLedger('b1')];
  const [first, second] = [await one.openIndex(), await two.openIndex()];
  await first.follow();
  await second.follow();
  expect(await listNames(first)).toEqual(['b1', 'a2', 'a1']);
  expect(await second.find('a1')).toMatchObject({ run: 'a1', host: hostname() });

  expect(await second.rebuild()).toEqual({ entries: 4 });
  expect(await listNames(first)).toEqual(['b1', 'a2', 'a1']);
  rmSync(two.log, { recursive: true });
  await second.follow();
  expect(await listNames(second)).toEqual(['a2', 'a1']);
});

test('a copy of a ledger is another one, and one that was moved is the same', async () => {
  const ledger = makeLedger('a1');
  const index = await ledger.openIndex();
  await index.follow();
  const copy = join(ledger.home, 'copy');
  cpSync(ledger.directory, copy, { recursive: true });
  rmSync(join(copy, 'log'), { recursive: true });
  const copied = await ledger.openIndex(copy);
  await copied.follow();
  expect(await listNames(index)).toEqual(['a1']);

  const elsewhere = join(ledger.home, 'elsewhere');
  renameSync(ledger.directory, elsewhere);
  const moved = await ledger.openIndex(elsewhere);
  expect(await moved.follow()).toEqual({ entries: 0 });
  expect(await listNames(moved)).toEqual(['a1']);
});

test('the own run counts where another ledger has one of the same name', async () => {
  const [one, two] = [makeLedger('a1'), makeLedger()];
  two.openLog().append('start', request('a1', { caller: 'bob' }));
  const [first, second] = [await one.openIndex(), await two.openIndex()];
  await Promise.all([first.follow(), second.follow()]);
  expect([(await first.find('a1'))?.caller, (await second.find('a1'))?.caller]).toEqual(['ann', 'bob']);
  expect((await listAll(first)).map(({ caller }) => caller).sort()).toEqual(['ann', 'bob']);
});

test('an identity that is half written is written anew', async () => {
  const ledger = makeLedger('a1');
  writeFileSync(join(ledger.directory, 'ledger-id'), 'ab');
  const index = await ledger.openIndex();
  await index.follow();
  expect(await listNames(index)).toEqual(['a1']);
});

test('many that open it at once make one set of tables', async () => {
  const ledger = makeLedger('a1');
  const indexes = await Promise.all(Array.from({ length: 8 }, () => ledger.openIndex()));
  await Promise.all(indexes.map((index) => index.follow()));
  const rows = await database.sql.unsafe('SELECT count(*)::int AS count, max(version) AS version FROM cmdgate.about');
  expect([...rows]).toEqual([{ count: 1, version: 1 }]);
});

test('tables that somebody drops are made and filled again', async () => {
  const index = await makeLedger('a1').openIndex();
  await index.follow();
  await database.sql.unsafe('DROP SCHEMA cmdgate CASCADE');
  expect(await listNames(index)).toEqual(['a1']);
  await database.sql.unsafe('DROP TABLE cmdgate.runs, cmdgate.chains');
  expect(await index.find('a1')).toMatchObject({ run: 'a1' });
});

test('a connection that is lost is made again', async () => {
  const index = await makeLedger('a1').openIndex();
  await index.follow();
  await database.sql.unsafe(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  const listed = await listNames(index).catch(() => listNames(index));
  expect(listed).toEqual(['a1']);
});

async function refusalOf(url: string): Promise<Record<string, unknown>> {
  const ledger = makeLedger();
  const error = await openLedgerIndex({ directory: ledger.directory, url }).then(
    () => expect.unreachable('It opened'),
    (reason) => reason,
  );
  for (const secret of [password, encodeURIComponent(password), 'wrong-secret', 'pa@ss', 'pa/ss']) {
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(secret);
  }
  return { code: error.code, message: error.message, hint: error.hint };
}

test('where it cannot be used, the owner is told why, and nobody sees the password', async () => {
  const { url } = database;
  const { host, pathname } = new URL(url);
  const problem = (place: string, what: string, hint: string) => ({
    code: 'UNAVAILABLE',
    message: `The index of the ledger in the database ${place} cannot be used: ${what}`,
    hint: `The owner must ${hint}`,
  });
  const wrongPassword = url.replace(/owner:[^@]*@/, 'owner:wrong-secret@');
  const correct = 'fix the url of the ledger';
  expect(await refusalOf(wrongPassword)).toEqual(
    problem(`${host}${pathname}`, 'it rejects the user or the password', correct),
  );
  expect(await refusalOf(url.replace(pathname, '/nothing'))).toEqual(
    problem(`${host}/nothing`, 'there is no such database', `create it, or ${correct}`),
  );
  expect(await refusalOf(url.replace(host, '127.0.0.1:1'))).toEqual(
    problem(`127.0.0.1:1${pathname}`, 'it cannot be reached', `check that the server is running, and ${correct}`),
  );
  expect(await refusalOf(url.replace(host, 'nowhere.invalid'))).toEqual(
    problem(`nowhere.invalid${pathname}`, 'it cannot be reached', `check that the server is running, and ${correct}`),
  );
});

test.each([
  'not a url',
  'mysql://user:wrong-secret@host/database',
  'postgres://user:wrong-secret@host',
  'postgres://user:pa@ss@host/database',
  'postgres://user:pa/ss@host/database',
])('%s is no address', async (url) => {
  expect(await refusalOf(url)).toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The url of the ledger is not the address of a PostgreSQL database',
  });
});

test('a user without rights is told what is missing, and can use what another one has made', async () => {
  const user = `user_${newId()}`;
  const { sql } = database;
  await sql.unsafe(`CREATE USER ${user} PASSWORD 'wrong-secret'`);
  try {
    const url = database.url.replace(/owner:[^@]*@/, `${user}:wrong-secret@`);
    expect(await refusalOf(url)).toMatchObject({
      message: expect.stringContaining('the user lacks the rights'),
      hint: 'The owner must allow the user to create the schema "cmdgate", or create it and give it to the user',
    });
    await (await makeLedger('a1').openIndex()).follow();
    expect(await refusalOf(url)).toMatchObject({
      message: expect.stringMatching(
        /^The index of the ledger in the database .* cannot be used: the user lacks the rights/,
      ),
    });
    await sql.unsafe(`GRANT USAGE ON SCHEMA cmdgate TO ${user}`);
    await sql.unsafe(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA cmdgate TO ${user}`);
    const ledger = makeLedger('b1');
    const index = await openLedgerIndex({ directory: ledger.directory, url });
    await index.follow();
    expect(await listNames(index)).toEqual(['b1', 'a1']);
    await index.close();
  } finally {
    await sql.unsafe(`DROP OWNED BY ${user}; DROP USER ${user}`);
  }
});

test('tables of another version are not touched', async () => {
  await makeLedger('a1').openIndex();
  await database.sql.unsafe('UPDATE cmdgate.about SET version = 2');
  expect(await refusalOf(database.url)).toMatchObject({
    message: expect.stringMatching(/^The index in the database .* was created by another version of cmdgate$/),
  });
  expect([...(await database.sql.unsafe('SELECT version FROM cmdgate.about'))]).toEqual([{ version: 2 }]);
});
