// The index in a PostgreSQL database, which several machines can share. Each ledger has its own chains in it.

import { hostname } from 'node:os';
import { GateError } from '../../../vocabulary/gate-error.js';
import { type Database, IndexWasLost, type Row, type Statement, type Value } from '../database.js';
import { createTables, postgresqlDialect } from '../tables.js';
import { type Ask, Connections } from './connections.js';
import { type DatabaseAddress, readAddress } from './database-address.js';
import { identifyLedger } from './ledger-identity.js';
import { isTableMissing, toGateError } from './postgresql-error.js';

/** Any number, as long as everybody who makes the tables takes the same. */
const lockNumber = 6_363_021;

export async function openPostgresqlDatabase(directory: string, url: string): Promise<Database> {
  const address = readAddress(url);
  const connections = await Connections.to(address.url);
  const database = new PostgresqlDatabase(identifyLedger(directory), connections, address);
  try {
    await database.prepare();
    return database;
  } catch (error) {
    // A server that does not answer is not waited for to say goodbye.
    void connections.end();
    throw error;
  }
}

class PostgresqlDatabase implements Database {
  readonly ledger: string;
  readonly host = hostname();
  readonly dialect = postgresqlDialect;
  readonly #connections: Connections;
  readonly #address: DatabaseAddress;
  #isClosed = false;

  constructor(ledger: string, connections: Connections, address: DatabaseAddress) {
    this.ledger = ledger;
    this.#connections = connections;
    this.#address = address;
  }

  query(sql: string, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#use(async () => (await this.#connections.use((ask) => ask(sql, values))).rows);
  }

  change(statements: readonly Statement[]): Promise<boolean> {
    return this.#use(() => this.#connections.transaction((ask) => changeIn(ask, statements)));
  }

  async startOver(): Promise<boolean> {
    return false;
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#connections.end();
  }

  /** Makes the tables where they are missing. */
  async prepare(): Promise<void> {
    try {
      await this.#connections.transaction((ask) => prepareIn(ask, this.#address));
    } catch (error) {
      throw toGateError(error, this.#address);
    }
  }

  async #use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new GateError('UNAVAILABLE', 'The index is closed', { hint: 'Use another gate' });
    try {
      return await work();
    } catch (error) {
      if (!isTableMissing(error)) throw toGateError(error, this.#address);
      await this.prepare();
      throw new IndexWasLost('The tables were removed', { cause: error });
    }
  }
}

/** False where somebody else was faster. */
async function changeIn(ask: Ask, statements: readonly Statement[]): Promise<boolean> {
  // What a crash of the server takes is read from the log again: nobody has to wait for its disk.
  await ask('SET LOCAL synchronous_commit = off');
  for (const { sql, values, must } of statements) {
    const { count } = await ask(sql, values);
    if (must && count === 0) return false;
  }
  return true;
}

async function prepareIn(ask: Ask, { shown }: DatabaseAddress): Promise<boolean> {
  const { prefix, version } = postgresqlDialect;
  const tables = ['about', 'chains', 'runs'].map((name) => `to_regclass('${prefix}${name}') IS NOT NULL`);
  const { rows: found } = await ask(`SELECT (${tables.join(' AND ')})::int AS yes`);
  // Whoever may not create anything can still use what another one has created.
  if (found[0]?.yes !== 1) await createIn(ask);
  const { rows: about } = await ask(`SELECT max(version) AS version FROM ${prefix}about`);
  if (about[0]?.version === version) return true;
  throw new GateError('UNAVAILABLE', `The index in the database ${shown} was created by another version of cmdgate`, {
    hint: 'The owner must use one version on all machines, and to drop the schema "cmdgate" when changing it: it is refilled from the logs',
  });
}

async function createIn(ask: Ask): Promise<void> {
  const { prefix, version } = postgresqlDialect;
  // Two that create the same table in the same moment would fail, whatever they say about it being there.
  await ask('SELECT pg_advisory_xact_lock($1)', [lockNumber]);
  const { rows } = await ask(`SELECT to_regnamespace('cmdgate')::text AS name`);
  if (rows[0]?.name === null) await ask('CREATE SCHEMA cmdgate');
  for (const sql of createTables(postgresqlDialect)) await ask(sql);
  await ask(`CREATE TABLE IF NOT EXISTS ${prefix}about (version INTEGER PRIMARY KEY)`);
  await ask(`INSERT INTO ${prefix}about SELECT ${version} WHERE NOT EXISTS (SELECT 1 FROM ${prefix}about)`);
}
