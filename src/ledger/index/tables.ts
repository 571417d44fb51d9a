// The tables of the index. One row for each run, one for each chain of the log that it is read from.

/** To be counted up with every change of the tables, or of what is written into them. */
export const indexVersion = 1;

export interface Dialect {
  readonly prefix: string;
  readonly ifNotExists: string;
  /** Text that is compared by its bytes, so that the order is the same everywhere. */
  readonly text: string;
  /** How a column of text is asked for. */
  readonly ask: (column: string) => string;
  /** A number that is never given twice, not even after its row was removed. */
  readonly newNumber: string;
}

export const sqliteDialect: Dialect = {
  prefix: '',
  ifNotExists: '',
  text: 'TEXT',
  // As bytes: libsql ends the process over damaged text.
  ask: (column) => `CAST(${column} AS BLOB)`,
  newNumber: 'INTEGER PRIMARY KEY AUTOINCREMENT',
};

export const postgresqlDialect: Dialect = {
  prefix: 'cmdgate.',
  ifNotExists: 'IF NOT EXISTS ',
  text: 'TEXT COLLATE "C"',
  ask: (column) => column,
  newNumber: 'BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY',
};

export function createTables({ prefix, ifNotExists, text, newNumber }: Dialect): readonly string[] {
  return [
    // `segment`, `bytes` and `hash` tell which entry of the chain was taken in last, `revision` changes with every
    // change of the chain's runs. What is `leaving` is thrown away before anything else is done with it.
    `CREATE TABLE ${ifNotExists}${prefix}chains (
      id ${newNumber},
      ledger ${text} NOT NULL,
      gate ${text} NOT NULL,
      host ${text},
      first_segment BIGINT NOT NULL,
      segment BIGINT NOT NULL,
      bytes BIGINT NOT NULL,
      hash ${text} NOT NULL,
      revision BIGINT NOT NULL,
      leaving BIGINT NOT NULL,
      UNIQUE (ledger, gate)
    )`,
    `CREATE TABLE ${ifNotExists}${prefix}runs (
      run ${text} NOT NULL,
      chain BIGINT NOT NULL,
      caller ${text} NOT NULL,
      kind ${text} NOT NULL,
      state ${text} NOT NULL,
      created_at BIGINT NOT NULL,
      door ${text} NOT NULL,
      session ${text} NOT NULL,
      chat ${text},
      command ${text} NOT NULL,
      first_segment BIGINT NOT NULL,
      last_segment BIGINT NOT NULL,
      record ${text} NOT NULL,
      PRIMARY KEY (run, chain)
    )`,
    `CREATE INDEX ${ifNotExists}runs_of_caller ON ${prefix}runs (caller, kind, state, created_at)`,
    `CREATE INDEX ${ifNotExists}runs_of_all ON ${prefix}runs (kind, state, created_at)`,
    `CREATE INDEX ${ifNotExists}runs_of_segment ON ${prefix}runs (chain, first_segment)`,
  ];
}
