// Opens the index of a ledger. To be loaded on demand: running a command needs no database.

import { join } from 'node:path';
import { GateError } from '../../vocabulary/gate-error.js';
import type { RunRecord } from '../../vocabulary/run-record.js';
import { LedgerDirectory } from '../log/ledger-directory.js';
import { compareWithLog } from './compare-with-log.js';
import { DamagedIndex, type Database, IndexWasLost } from './database.js';
import { findRequests } from './find-requests.js';
import type { Following } from './follow-chain.js';
import { followLog, forgetLog } from './follow-log.js';
import type {
  ComparedIndex,
  Followed,
  FoundRequest,
  IndexPart,
  LedgerIndex,
  RequestIndex,
  RequestQuery,
  RunPage,
  RunQuery,
} from './ledger-index.js';
import { listRuns } from './list-runs.js';
import { readRecord, toText } from './run-row.js';
import { IndexFiles } from './sqlite/index-files.js';
import { makeStatements, type Statements } from './statements.js';

export interface LedgerIndexOptions {
  /** The directory of the ledger. Its log is in `log`. */
  readonly directory: string;
  /** Of a PostgreSQL database that several machines may share. Without it the index is a file in the directory. */
  readonly url?: string | undefined;
}

export async function openLedgerIndex({ directory, url }: LedgerIndexOptions): Promise<LedgerIndex> {
  const log = new LedgerDirectory(join(directory, 'log'));
  return new DatabaseLedgerIndex(await openDatabase(directory, url), log);
}

/** Whether there is one in a file. To open it would make it. */
export function hasIndexFile(directory: string): boolean {
  return new IndexFiles(directory).exists();
}

/** The one in the file, wherever that of the runs is: who looks into the log of a machine needs no server for it. */
export async function openRequestIndex(directory: string): Promise<RequestIndex> {
  const log = new LedgerDirectory(join(directory, 'log'));
  return new DatabaseLedgerIndex(await openDatabase(directory, undefined), log);
}

async function openDatabase(directory: string, url: string | undefined): Promise<Database> {
  if (url === undefined) {
    const { openSqliteDatabase } = await import('./sqlite/sqlite-database.js');
    return openSqliteDatabase(directory);
  }
  const { openPostgresqlDatabase } = await import('./postgresql/postgresql-database.js');
  return openPostgresqlDatabase(directory, url);
}

/** It can be lost again before it has followed the log, where others make it anew at the same moment. */
const mostLosses = 10;

class DatabaseLedgerIndex implements RequestIndex {
  readonly #database: Database;
  readonly #log: LedgerDirectory;
  readonly #statements: Statements;

  constructor(database: Database, log: LedgerDirectory) {
    this.#database = database;
    this.#log = log;
    this.#statements = makeStatements(database.dialect);
  }

  follow(signal?: AbortSignal): Promise<Followed> {
    return this.#mending(() => followLog(this.#following(signal)));
  }

  find(run: string): Promise<RunRecord | undefined> {
    return this.#mending(
      async () => {
        const [row] = await this.#database.query(this.#statements.findRun, [toText(run), this.#database.ledger]);
        return row && readRecord(row);
      },
      () => this.follow(),
    );
  }

  list(query: RunQuery): Promise<RunPage> {
    return this.#mending(
      () => listRuns(this.#database, this.#statements, query),
      () => this.follow(),
    );
  }

  findRequests(query: RequestQuery): Promise<readonly FoundRequest[]> {
    return this.#mending(
      () => findRequests(this.#database, this.#statements, query),
      () => this.follow(),
    );
  }

  compare(part: IndexPart, signal?: AbortSignal): Promise<ComparedIndex> {
    return this.#mending(() => compareWithLog(this.#following(signal), part));
  }

  async rebuild(signal?: AbortSignal): Promise<Followed> {
    signal?.throwIfAborted();
    await this.#forget(signal);
    return this.follow(signal);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #following(signal: AbortSignal | undefined): Following {
    return { database: this.#database, statements: this.#statements, log: this.#log, signal };
  }

  /** Does the work again where the index was lost over it. */
  async #mending<Result>(work: () => Promise<Result>, mend: () => Promise<unknown> = async () => {}): Promise<Result> {
    for (let losses = 0; losses < mostLosses; losses++) {
      try {
        if (losses > 0) await mend();
        return await work();
      } catch (error) {
        if (error instanceof DamagedIndex) await this.#forget();
        else if (!(error instanceof IndexWasLost)) throw error;
      }
    }
    throw new GateError('UNAVAILABLE', 'The index of the ledger keeps disappearing', {
      hint: 'Check whether something deletes or damages its files, or whether several processes recreate it, and try again',
    });
  }

  async #forget(signal?: AbortSignal): Promise<void> {
    try {
      await forgetLog(this.#following(signal));
    } catch (error) {
      // Then there is nothing left to forget.
      if (!(error instanceof IndexWasLost)) throw error;
    }
  }
}
