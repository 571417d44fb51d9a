// What the index needs of a database, and no more. The statements are those of statements.ts, which both understand.

import type { Dialect } from './tables.js';

export type Value = string | number | null;

export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
  /** Where it changes no row, nothing of what it is together with is done either. */
  readonly must?: boolean;
}

export type Row = Readonly<Record<string, Value>>;

/** What is in it cannot be, or cannot be read. It is thrown away: the log tells all of it. */
export class DamagedIndex extends Error {
  override readonly name = 'DamagedIndex';
}

/** What was in it is gone, and it is empty now: it has to follow the log before it is asked again. */
export class IndexWasLost extends Error {
  override readonly name = 'IndexWasLost';
}

/** Everything rejects with IndexWasLost where the database was damaged or removed. */
export interface Database {
  /** Whose chains these are: several ledgers can share one database. */
  readonly ledger: string;
  /** The machine that the ledger is on, where others could be meant. */
  readonly host: string | undefined;
  readonly dialect: Dialect;
  query(sql: string, values: readonly Value[]): Promise<readonly Row[]>;
  /** All of it or nothing. False, and nothing done, where a statement changed no row that must. */
  change(statements: readonly Statement[]): Promise<boolean>;
  /** Throws everything away at once. False where that cannot be done, because others have theirs in it. */
  startOver(): Promise<boolean>;
  close(): Promise<void>;
}
