// The SQL of the index, but for the tables themselves. Both databases understand all of it; values are $1, $2, ….

import type { Dialect } from './tables.js';

/** In the order of the values of a run. */
export const runColumns = [
  'run',
  'chain',
  'caller',
  'kind',
  'state',
  'created_at',
  'door',
  'session',
  'chat',
  'command',
  'first_segment',
  'last_segment',
  'record',
] as const;

const numbers = new Set<string>(['chain', 'created_at', 'first_segment', 'last_segment']);

const requestTexts = ['listed_at', 'at', 'run', 'caller', 'state', 'trace', 'client', 'command'];

/** So many runs are asked for together. Where there are fewer, the rest is null, which no run is equal to. */
export const runsAskedFor = 50;

export type Statements = ReturnType<typeof makeStatements>;

export function makeStatements({ prefix, ask }: Dialect) {
  const runs = `${prefix}runs`;
  const chains = `${prefix}chains`;
  const requests = `${prefix}requests`;
  const chain = `SELECT id, ${ask('gate')} AS gate, first_segment, segment, bytes, ${ask('hash')} AS hash, revision, leaving
      FROM ${chains}`;
  const values = runColumns.map((_, index) => `$${index + 1}`).join(', ');
  const asked = Array.from({ length: runsAskedFor }, (_, index) => `$${index + 2}`).join(', ');
  const changed = runColumns.slice(2).map((column) => `${column} = excluded.${column}`);
  return {
    listChains: `${chain} WHERE ledger = $1`,
    findChain: `${chain} WHERE ledger = $1 AND gate = $2`,
    addChain: `INSERT INTO ${chains} (ledger, gate, host, first_segment, segment, bytes, hash, revision, leaving)
      VALUES ($1, $2, $3, 0, 0, 0, '', 0, 0) ON CONFLICT DO NOTHING`,
    moveChain: `UPDATE ${chains} SET segment = $3, bytes = $4, hash = $5, host = $6, revision = revision + 1
      WHERE id = $1 AND revision = $2`,
    trimChain: `UPDATE ${chains} SET first_segment = $3, revision = revision + 1 WHERE id = $1 AND revision = $2`,
    leaveChain: `UPDATE ${chains} SET leaving = 1, revision = revision + 1 WHERE id = $1 AND revision = $2`,
    removeChain: `DELETE FROM ${chains} WHERE id = $1 AND leaving = 1`,

    // The sum keeps PostgreSQL from reading the whole chain, as long as it does not know how many runs there are.
    findOfChain: `SELECT ${ask('run')} AS run, ${ask('record')} AS record, first_segment FROM ${runs}
      WHERE run IN (${asked}) AND chain + 0 = $1`,
    findWhole: `SELECT ${runColumns.map((column) => (numbers.has(column) ? column : `${ask(column)} AS ${column}`)).join(', ')}
      FROM ${runs} WHERE run IN (${asked}) AND chain + 0 = $1`,
    runsFrom: `SELECT ${ask('run')} AS run FROM ${runs} WHERE chain = $1 AND first_segment = $2`,
    runsOutside: `SELECT ${ask('run')} AS run FROM ${runs}
      WHERE chain = $1 AND (first_segment < $2 OR first_segment > $3)`,
    putRun: `INSERT INTO ${runs} (${runColumns.join(', ')}) VALUES (${values})
      ON CONFLICT (run, chain) DO UPDATE SET ${changed.join(', ')}`,
    removeRun: `DELETE FROM ${runs} WHERE run = $1 AND chain = $2`,
    removeSome: `DELETE FROM ${runs} WHERE (run, chain) IN (SELECT run, chain FROM ${runs} WHERE chain = $1 LIMIT $2)`,
    // A run that goes on while they are chosen stays.
    removeSomeBefore: `DELETE FROM ${runs} WHERE last_segment < $2 AND (run, chain) IN
      (SELECT run, chain FROM ${runs} WHERE chain = $1 AND first_segment < $2 AND last_segment < $2 LIMIT $3)`,
    reachingBefore: `SELECT ${ask('run')} AS run, last_segment FROM ${runs} WHERE chain = $1 AND first_segment < $2`,

    putRequest: `INSERT INTO ${requests} (chain, segment, begins, bytes, listed_at, at, run, caller, state, trace, client, command)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING`,
    requestsOf: `SELECT begins, bytes, ${requestTexts.map((column) => `${ask(column)} AS ${column}`).join(', ')}
      FROM ${requests} WHERE chain = $1 AND segment = $2`,
    newestRequest: `SELECT ${ask('listed_at')} AS listed_at FROM ${requests} WHERE chain = $1
      ORDER BY segment DESC, begins DESC LIMIT 1`,
    lowerRequests: `UPDATE ${requests} SET listed_at = $2 WHERE chain = $1 AND listed_at > $2`,
    removeOpen: `DELETE FROM ${requests} WHERE run = $1 AND chain = $2 AND state IS NULL`,
    removeSomeRequests: `DELETE FROM ${requests} WHERE (chain, segment, begins) IN
      (SELECT chain, segment, begins FROM ${requests} WHERE chain = $1 LIMIT $2)`,
    removeSomeRequestsBefore: `DELETE FROM ${requests} WHERE (chain, segment, begins) IN
      (SELECT chain, segment, begins FROM ${requests} WHERE chain = $1 AND segment < $2 LIMIT $3)`,
    /** The join is done in this order: else SQLite reads chain by chain, and sorts all that is found. */
    listRequests: (conditions: readonly string[], limit: string) =>
      `SELECT ${ask('gate')} AS gate, ${requests}.segment AS segment, begins, ${requests}.bytes AS bytes,
        ${ask('listed_at')} AS listed_at
      FROM ${requests} CROSS JOIN ${chains} ON id = chain
      WHERE ${conditions.join(' AND ')}
      ORDER BY ${requests}.listed_at DESC, ${chains}.gate, ${requests}.segment DESC, begins DESC LIMIT ${limit}`,

    // The same run in several ledgers is a copied ledger: the own one counts.
    findRun: `SELECT ${ask('record')} AS record, ${ask('host')} AS host FROM ${runs} JOIN ${chains} ON id = chain
      WHERE run = $1 ORDER BY (ledger = $2) DESC, created_at DESC, chain DESC LIMIT 1`,
    /** A record is shown only where the filter is met: the others are passed over, but tell how far was read. */
    listRuns: (conditions: readonly string[], filter: readonly string[], limit: string) => {
      const record =
        filter.length === 0 ? ask('record') : `CASE WHEN ${filter.join(' AND ')} THEN ${ask('record')} END`;
      return `SELECT ${ask('run')} AS run, chain, created_at, ${ask('host')} AS host, ${record} AS record
      FROM ${runs} JOIN ${chains} ON id = chain
      WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, ${runs}.run DESC, chain DESC LIMIT ${limit}`;
    },
  };
}
