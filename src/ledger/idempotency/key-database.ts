// The file in which keys are kept, for all gates of a workspace at once. Nothing in here waits inside of SQLite, which
// would stop everything else. A file that cannot be read is never replaced: what it knew would be done twice.

import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTrustedDirectory } from '../../machine/files/trusted-directory.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { type Connect, type Connection, loadSqlite } from '../index/sqlite/connection.js';
import { identify, isOwnFile } from '../index/sqlite/index-files.js';
import { isBusy } from '../index/sqlite/sqlite-error.js';

const fileName = 'keys-v1.sqlite';

/** Nobody writes that long at once; a process that was stopped does. */
const longestWaitMs = 10_000;

/** 400 kB: more than one step of a sweep frees. */
const mostPagesAtOnce = 100;

const tables = [
  `CREATE TABLE IF NOT EXISTS keys (
    name TEXT PRIMARY KEY, request TEXT NOT NULL, run TEXT NOT NULL, holder TEXT, state TEXT NOT NULL,
    at INTEGER NOT NULL, size INTEGER NOT NULL, answer TEXT)`,
  'CREATE INDEX IF NOT EXISTS keys_by_age ON keys (at)',
  'CREATE INDEX IF NOT EXISTS answers_by_age ON keys (at) WHERE answer IS NOT NULL',
  'CREATE TABLE IF NOT EXISTS totals (one INTEGER PRIMARY KEY CHECK (one = 1), keys INTEGER NOT NULL, bytes INTEGER NOT NULL)',
  'INSERT OR IGNORE INTO totals VALUES (1, 0, 0)',
];

interface OpenFile {
  readonly identity: string | undefined;
  readonly connection: Connection;
}

export class KeyDatabase {
  readonly #directory: string;
  readonly #file: string;
  #connect: Connect | undefined;
  #open: OpenFile | undefined;

  constructor(directory: string) {
    this.#directory = directory;
    this.#file = join(directory, fileName);
  }

  /** Rejects with a GateError where the file cannot be read or written. */
  read<Result>(work: (connection: Connection) => Result): Promise<Result> {
    return this.#use(work);
  }

  /** All of it, or nothing; survives a power cut once it resolves. */
  change<Result>(work: (connection: Connection) => Result): Promise<Result> {
    return this.#use((connection) => {
      connection.exec('BEGIN IMMEDIATE');
      try {
        const result = work(connection);
        connection.exec('COMMIT');
        return result;
      } catch (error) {
        rollBack(connection);
        throw error;
      }
    });
  }

  /** Gives some of the room that nobody needs any more back to the disk. Files of earlier versions keep theirs. */
  async shrink(): Promise<void> {
    await this.#use((connection) => connection.all(`PRAGMA incremental_vacuum(${mostPagesAtOnce})`, []));
  }

  close(): void {
    const open = this.#open;
    this.#open = undefined;
    open?.connection.close();
  }

  async #use<Result>(work: (connection: Connection) => Result): Promise<Result> {
    const deadline = performance.now() + longestWaitMs;
    this.#connect ??= await loadSqlite();
    for (;;) {
      try {
        return work(this.#current(this.#connect));
      } catch (error) {
        if (error instanceof GateError) throw error;
        if (!isBusy(error) || performance.now() > deadline) throw this.#unusable(error);
        await sleep(1 + Math.random() * 10);
      }
    }
  }

  /** Somebody may have removed the file, or put another one in its place. */
  #current(connect: Connect): Connection {
    if (this.#open && identify(this.#file) !== this.#open.identity) this.close();
    this.#open ??= this.#openFile(connect);
    return this.#open.connection;
  }

  #openFile(connect: Connect): OpenFile {
    makeTrustedDirectory(this.#directory, 'Idempotency keys');
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
    if (identify(this.#file) === undefined) closeSync(openSync(this.#file, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600));
    if (!isOwnFile(this.#file)) throw new Error('others can read or write it');
    const connection = connect(this.#file);
    try {
      // A damaged file must not run anything that somebody wrote into it.
      connection.exec('PRAGMA trusted_schema = OFF');
      // Counts only for a file in which there is nothing yet.
      connection.exec('PRAGMA auto_vacuum = INCREMENTAL');
      connection.exec('PRAGMA journal_mode = WAL');
      connection.exec('PRAGMA synchronous = FULL');
      connection.exec('PRAGMA journal_size_limit = 16777216');
      // What is written at once, when the journal is emptied, stops everybody else.
      connection.exec('PRAGMA wal_autocheckpoint = 250');
      const [known] = connection.all("SELECT 1 AS one FROM sqlite_master WHERE name = 'totals'", []);
      if (!known) for (const sql of ['BEGIN IMMEDIATE', ...tables, 'COMMIT']) connection.exec(sql);
      return { identity: identify(this.#file), connection };
    } catch (error) {
      rollBack(connection);
      connection.close();
      throw error;
    }
  }

  #unusable(error: unknown): GateError {
    const message = `The idempotency keys in ${this.#file} cannot be used: ${(error as Error).message}`;
    return new GateError('UNAVAILABLE', message, {
      hint: isBusy(error)
        ? 'Try again in a moment'
        : 'The owner must check the disk and the file. Without the file, all keys are forgotten',
      cause: error,
    });
  }
}

function rollBack(connection: Connection): void {
  try {
    connection.exec('ROLLBACK');
  } catch {
    // SQLite has done it already, or nothing was begun.
  }
}
