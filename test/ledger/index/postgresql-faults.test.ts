// A server that is started again, hangs or is cut off: the gate goes on, and a call says what it could not ask. An
// error that nobody catches would end this file's tests, too.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Connections } from '../../../src/ledger/index/postgresql/connections.js';
import { openPostgresqlDatabase } from '../../../src/ledger/index/postgresql/postgresql-database.js';
import { DatabaseDoesNotAnswer } from '../../../src/ledger/index/postgresql/postgresql-error.js';
import { startProxy } from './postgresql/proxy.js';
import { makeTestDatabase, type TestDatabase } from './postgresql/test-database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await makeTestDatabase();
}, 120_000);

afterAll(() => database.remove());

async function connectByProxy() {
  const proxy = await startProxy(database.url);
  const connections = await Connections.to(proxy.url);
  onTestFinished(async () => {
    proxy.close();
    await connections.end();
  });
  const one = () => connections.use(async (ask) => (await ask('SELECT 1 AS one')).rows);
  expect(await one()).toEqual([{ one: 1 }]);
  return { proxy, connections, one };
}

test('connections that end while nothing is asked are made again', async () => {
  const { proxy, one } = await connectByProxy();
  proxy.cutAll();
  // The next call may still get the connection whose end has not been told.
  await one().catch(() => undefined);

  expect(await one()).toEqual([{ one: 1 }]);
});

test('a server that ends its sessions, as when it stops, takes nobody with it', async () => {
  const { one } = await connectByProxy();
  await database.sql.unsafe(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cmdgate'`,
  );
  await one().catch(() => undefined);

  expect(await one()).toEqual([{ one: 1 }]);
});

test('a connection that ends during a transaction ends the call, and the next one works', async () => {
  const { proxy, connections, one } = await connectByProxy();
  const cut = connections.transaction(async (ask) => {
    await ask('SELECT 1');
    proxy.cutAll();
    await ask('SELECT 2');
    return true;
  });

  await expect(cut).rejects.toThrow(/Connection terminated|ECONNRESET/);
  await one().catch(() => undefined);
  expect(await one()).toEqual([{ one: 1 }]);
});

test('a call whose bytes are lost ends in time, and its connection is not used again', async () => {
  const { proxy, connections } = await connectByProxy();
  proxy.loseEverything();

  for (let call = 0; call < 2; call++) {
    await expect(connections.use((ask) => ask('SELECT 1'), 100)).rejects.toBeInstanceOf(DatabaseDoesNotAnswer);
  }
}, 30_000);

test('a server that hangs is told, with what could not be asked', async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-ledger-')));
  const proxy = await startProxy(database.url);
  onTestFinished(() => {
    proxy.close();
    rmSync(directory, { recursive: true, force: true });
  });
  proxy.loseEverything();

  await expect(openPostgresqlDatabase(directory, proxy.url)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(
      /^The database 127\.0\.0\.1:\d+\/test_\w+ has not answered for 5 seconds, so the index of runs could not be queried$/,
    ),
    hint: 'Runs are still recorded. The owner must check the server, or ledger.url',
  });
}, 30_000);

test('closing does not wait for a server that does not say goodbye', async () => {
  const { proxy, connections } = await connectByProxy();
  proxy.loseEverything();

  await connections.end();
}, 30_000);
