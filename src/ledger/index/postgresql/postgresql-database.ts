// The index in a PostgreSQL database, which several machines can share. Each ledger has its own chains in it.

import { hostname } from 'node:os';
import postgres from 'postgres';
import { GateError } from '../../../vocabulary/gate-error.js';
import { type Database, IndexWasLost, type Row, type Statement, type Value } from '../database.js';
import { createTables, indexVersion, postgresqlDialect } from '../tables.js';
import { type DatabaseAddress, readAddress } from './database-address.js';
import { identifyLedger } from './ledger-identity.js';
import { isTableMissing, toGateError } from './postgresql-error.js';

const connectSeconds = 5;
const idleSeconds = 60;
const connections = 2;
const closeSeconds = 5;

/** Any number, as long as everybody who makes the tables takes the same. */
const lockNumber = 6_363_021;

/** A transaction that is to be rolled back, because somebody else was faster. */
const unchanged = Symbol('unchanged');

export async function openPostgresqlDatabase(directory: string, url: string): Promise<Database> {
  const address = readAddress(url);
  const sql = postgres(address.url, {
    max: connections,
    connect_timeout: connectSeconds,
    idle_timeout: idleSeconds,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'cmdgate' },
  });
  const database = new PostgresqlDatabase(identifyLedger(directory), sql, address);
  try {
    await withinTime(database.prepare(), address);
    return database;
  } catch (error) {
    // A server that does not answer is not waited for to say goodbye.
    void sql.end({ timeout: 0 }).catch(() => {});
    throw error;
  }
}

/** A server that lets everybody wait is one that is not there. */
async function withinTime(work: Promise<void>, { shown }: DatabaseAddress): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unanswered(shown)), (connectSeconds + 1) * 1_000);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function unanswered(shown: string): GateError {
  return new GateError('UNAVAILABLE', `The database ${shown} does not answer`, {
    hint: 'The owner has to look at the server, or at ledger.url',
    retryAfterMs: 30_000,
  });
}

class PostgresqlDatabase implements Database {
  readonly ledger: string;
  readonly host = hostname();
  readonly dialect = postgresqlDialect;
  readonly #sql: postgres.Sql;
  readonly #address: DatabaseAddress;

  constructor(ledger: string, sql: postgres.Sql, address: DatabaseAddress) {
    this.ledger = ledger;
    this.#sql = sql;
    this.#address = address;
  }

  query(sql: string, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#use(() => ask(this.#sql, sql, values));
  }

  change(statements: readonly Statement[]): Promise<boolean> {
    return this.#use(async () => {
      try {
        await this.#sql.begin((transaction) => changeIn(transaction, statements));
        return true;
      } catch (error) {
        if (error === unchanged) return false;
        throw error;
      }
    });
  }

  async startOver(): Promise<boolean> {
    return false;
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: closeSeconds });
  }

  /** Makes the tables where they are missing. */
  async prepare(): Promise<void> {
    try {
      await this.#sql.begin((transaction) => prepareIn(transaction, this.#address));
    } catch (error) {
      throw toGateError(error, this.#address);
    }
  }

  async #use<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isTableMissing(error)) throw toGateError(error, this.#address);
      await this.prepare();
      throw new IndexWasLost('The tables were removed', { cause: error });
    }
  }
}

function ask(sql: postgres.ISql, text: string, values: readonly Value[]): Promise<postgres.RowList<Row[]>> {
  return sql.unsafe<Row[]>(text, [...values], { prepare: true });
}

async function changeIn(transaction: postgres.TransactionSql, statements: readonly Statement[]): Promise<void> {
  // What a crash of the server takes is read from the log again: nobody has to wait for its disk.
  const asked: Promise<unknown>[] = [ask(transaction, 'SET LOCAL synchronous_commit = off', [])];
  for (const { sql, values, must } of statements) {
    const answer = ask(transaction, sql, values);
    if (!must) asked.push(answer);
    else if ((await answer).count === 0) throw unchanged;
  }
  await Promise.all(asked);
}

async function prepareIn(transaction: postgres.TransactionSql, { shown }: DatabaseAddress): Promise<void> {
  const { prefix } = postgresqlDialect;
  const tables = ['about', 'chains', 'runs'].map((name) => `to_regclass('${prefix}${name}') IS NOT NULL`);
  const isThere = `SELECT (${tables.join(' AND ')})::int AS yes`;
  const [found] = await ask(transaction, isThere, []);
  // Whoever may not create anything can still use what another one has created.
  if (found?.yes !== 1) await createIn(transaction);
  const [about] = await ask(transaction, `SELECT max(version) AS version FROM ${prefix}about`, []);
  if (about?.version === indexVersion) return;
  throw new GateError('UNAVAILABLE', `The index in the database ${shown} was made by another version of cmdgate`, {
    hint: 'The owner has to use one version on all machines, and to drop the schema "cmdgate" when changing to another: it is filled again from the logs',
  });
}

async function createIn(transaction: postgres.TransactionSql): Promise<void> {
  const { prefix } = postgresqlDialect;
  // Two that create the same table in the same moment would fail, whatever they say about it being there.
  await ask(transaction, 'SELECT pg_advisory_xact_lock($1)', [lockNumber]);
  const [schema] = await ask(transaction, `SELECT to_regnamespace('cmdgate')::text AS name`, []);
  if (schema?.name === null) await transaction.unsafe('CREATE SCHEMA cmdgate');
  for (const sql of createTables(postgresqlDialect)) await transaction.unsafe(sql);
  await transaction.unsafe(`CREATE TABLE IF NOT EXISTS ${prefix}about (version INTEGER PRIMARY KEY)`);
  await transaction.unsafe(
    `INSERT INTO ${prefix}about SELECT ${indexVersion} WHERE NOT EXISTS (SELECT 1 FROM ${prefix}about)`,
  );
}
