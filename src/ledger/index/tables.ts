// The tables of the index. One row for each run, one for each chain of the log that it is read from.

export interface Dialect {
  /** To be counted up with every change of the tables, or of what is written into them. */
  readonly version: number;
  /**
   * Whether it also finds single requests in the log of this machine, as `audit list` asks for them. That has to work
   * without any server, so it is only in the file.
   */
  readonly findsRequests: boolean;
  readonly prefix: string;
  readonly ifNotExists: string;
  /** Text that is compared by its bytes, so that the order is the same everywhere. */
  readonly text: string;
  /** How a column of text is asked for. */
  readonly ask: (column: string) => string;
  /** The function that says where a text is in another one, 0 where it is not. */
  readonly position: 'instr' | 'strpos';
  /** A number that is never given twice, not even after its row was removed. */
  readonly newNumber: string;
}

export const sqliteDialect: Dialect = {
  version: 3,
  findsRequests: true,
  prefix: '',
  ifNotExists: '',
  text: 'TEXT',
  // As bytes: libsql ends the process over damaged text.
  ask: (column) => `CAST(${column} AS BLOB)`,
  position: 'instr',
  newNumber: 'INTEGER PRIMARY KEY AUTOINCREMENT',
};

export const postgresqlDialect: Dialect = {
  version: 1,
  findsRequests: false,
  prefix: 'cmdgate.',
  ifNotExists: 'IF NOT EXISTS ',
  text: 'TEXT COLLATE "C"',
  ask: (column) => column,
  position: 'strpos',
  newNumber: 'BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY',
};

export function createTables(dialect: Dialect): readonly string[] {
  const { prefix, ifNotExists, text, newNumber } = dialect;
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
    ...(dialect.findsRequests ? createRequests(dialect) : []),
  ];
}

/**
 * One row for each entry that tells how a request ended, and for the newest one of each run that has not: where it is in
 * the log, and what is looked for. `state` is null for a run that has not ended. `listed_at` is where the request stands
 * among those of other gates: its time, or an earlier one where the clock was set back after it.
 */
function createRequests({ prefix, ifNotExists, text }: Dialect): readonly string[] {
  return [
    `CREATE TABLE ${ifNotExists}${prefix}requests (
      chain BIGINT NOT NULL,
      segment BIGINT NOT NULL,
      begins BIGINT NOT NULL,
      bytes BIGINT NOT NULL,
      listed_at ${text} NOT NULL,
      at ${text} NOT NULL,
      run ${text} NOT NULL,
      caller ${text} NOT NULL,
      state ${text},
      trace ${text},
      client ${text},
      command ${text} NOT NULL,
      PRIMARY KEY (chain, segment, begins)
    )`,
    `CREATE INDEX ${ifNotExists}requests_of_all ON ${prefix}requests (listed_at)`,
    // What is asked for together with the caller is compared without reading the row.
    `CREATE INDEX ${ifNotExists}requests_of_caller ON ${prefix}requests (caller, listed_at, state)`,
    `CREATE INDEX ${ifNotExists}requests_of_state ON ${prefix}requests (state, listed_at)`,
    `CREATE INDEX ${ifNotExists}requests_of_run ON ${prefix}requests (run)`,
    `CREATE INDEX ${ifNotExists}requests_of_trace ON ${prefix}requests (trace, listed_at) WHERE trace IS NOT NULL`,
  ];
}
