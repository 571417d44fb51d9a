// The index in a file of its own. Nothing in here waits inside of SQLite, which would stop everything else.

import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { GateError } from '../../../vocabulary/gate-error.js';
import { DamagedIndex, type Database, IndexWasLost, type Row, type Statement, type Value } from '../database.js';
import { createTables, sqliteDialect } from '../tables.js';
import { type Connect, type Connection, loadSqlite } from './connection.js';
import { IndexFiles, identify, isOwnFile } from './index-files.js';
import { isBusy, isDamaged, toGateError } from './sqlite-error.js';

/** Nobody writes that long at once; a process that was stopped does. */
const longestWaitMs = 10_000;

interface OpenFile {
  readonly file: string;
  readonly identity: string;
  readonly connection: Connection;
}

export async function openSqliteDatabase(ledger: string): Promise<Database> {
  const database = new SqliteDatabase(ledger, await loadSqlite());
  await database.prepare();
  return database;
}

class SqliteDatabase implements Database {
  readonly ledger = 'own';
  readonly host = undefined;
  readonly dialect = sqliteDialect;
  readonly #directory: string;
  readonly #files: IndexFiles;
  readonly #connect: Connect;
  #open: OpenFile | undefined;
  #isClosed = false;

  constructor(ledger: string, connect: Connect) {
    this.#directory = join(ledger, 'index');
    this.#files = new IndexFiles(ledger);
    this.#connect = connect;
  }

  /** Opens the file, or makes another one where it is damaged. */
  async prepare(): Promise<void> {
    await this.#use(() => {}).catch((error) => {
      if (!(error instanceof IndexWasLost)) throw error;
      return this.#use(() => {});
    });
  }

  query(sql: string, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#use((connection) => connection.all(sql, values));
  }

  change(statements: readonly Statement[]): Promise<boolean> {
    return this.#use((connection) => changeAtOnce(connection, statements));
  }

  startOver(): Promise<boolean> {
    return this.#use((_connection, { file }) => {
      this.#leave();
      this.#files.make();
      this.#files.remove(file);
      return true;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#leave();
    // What the file is held by is let go of when the event loop comes around.
    await setImmediate();
  }

  async #use<Result>(work: (connection: Connection, open: OpenFile) => Result): Promise<Result> {
    const deadline = performance.now() + longestWaitMs;
    for (;;) {
      try {
        const open = this.#current();
        return work(open.connection, open);
      } catch (error) {
        if (this.#open && isDamaged(error)) this.#lose(this.#open.file, error);
        if (error instanceof IndexWasLost) throw error;
        if (!isBusy(error) || performance.now() > deadline) throw toGateError(error, this.#directory);
        await sleep(1 + Math.random() * 10);
      }
    }
  }

  /** Opens the file that counts where it is not open yet. Another process may have removed or replaced the one that was. */
  #current(): OpenFile {
    if (this.#isClosed) throw new GateError('UNAVAILABLE', 'The index is closed', { hint: 'Use another gate' });
    if (!this.#open) return this.#openFile();
    if (identify(this.#open.file) === this.#open.identity) return this.#open;
    this.#leave();
    throw new IndexWasLost('The file was removed');
  }

  #openFile(): OpenFile {
    const file = this.#files.find();
    try {
      this.#open = connectTo(file, this.#connect);
      return this.#open;
    } catch (error) {
      if (isDamaged(error)) this.#lose(file, error);
      throw error;
    }
  }

  #lose(file: string, cause: unknown): never {
    this.#leave();
    this.#files.remove(file);
    throw new IndexWasLost('The file was damaged', { cause });
  }

  #leave(): void {
    const open = this.#open;
    this.#open = undefined;
    open?.connection.close();
  }
}

function connectTo(file: string, connect: Connect): OpenFile {
  const identity = identify(file);
  if (identity === undefined || !isOwnFile(file)) throw new DamagedIndex(`${file} belongs to another process`);
  const connection = connect(file);
  try {
    // Where it was removed in this moment, SQLite has made another one, which others can read.
    if (identify(file) !== identity) throw new DamagedIndex(`${file} was removed`);
    prepare(connection);
    return { file, identity, connection };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Opening reads the first page and the tables' definitions, nothing else. */
function prepare(connection: Connection): void {
  // A damaged file must not run anything that somebody wrote into it.
  connection.exec('PRAGMA trusted_schema = OFF');
  connection.exec('PRAGMA journal_mode = WAL');
  // What a power cut takes is read from the log again.
  connection.exec('PRAGMA synchronous = NORMAL');
  connection.exec('PRAGMA journal_size_limit = 16777216');
  connection.exec('PRAGMA cache_size = -16384');
  if (isAsExpected(connection)) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have been faster.
    if (!isAsExpected(connection)) {
      if (definitions(connection).length > 0) throw new DamagedIndex('The file has other tables');
      for (const sql of createTables(sqliteDialect)) connection.exec(sql);
    }
    connection.exec('COMMIT');
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}

function isAsExpected(connection: Connection): boolean {
  return definitions(connection).join('\n') === createTables(sqliteDialect).join('\n');
}

function definitions(connection: Connection): readonly Value[] {
  const rows = connection.all(
    `SELECT ${sqliteDialect.ask('sql')} AS sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid`,
    [],
  );
  return rows.map(({ sql }) => sql ?? null);
}

function changeAtOnce(connection: Connection, statements: readonly Statement[]): boolean {
  connection.exec('BEGIN IMMEDIATE');
  try {
    for (const { sql, values, must } of statements) {
      if (connection.run(sql, values) > 0 || !must) continue;
      connection.exec('ROLLBACK');
      return false;
    }
    connection.exec('COMMIT');
    return true;
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}

function rollBack(connection: Connection): void {
  try {
    connection.exec('ROLLBACK');
  } catch {
    // SQLite has done it already.
  }
}
