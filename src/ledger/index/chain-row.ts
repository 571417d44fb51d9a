// How far the index has followed a chain.

import { DamagedIndex, type Database, type Row, type Statement } from './database.js';
import type { Statements } from './statements.js';

export interface ChainRow {
  readonly id: number;
  readonly gate: string;
  /** No run has entries before that segment. */
  readonly firstSegment: number;
  /** After the newest entry that was taken in; 0 and 0 where none was. */
  readonly segment: number;
  readonly bytes: number;
  /** Of that entry; undefined where there is none. */
  readonly hash: string | undefined;
  readonly revision: number;
  readonly isLeaving: boolean;
}

export async function openChainRow(database: Database, statements: Statements, gate: string): Promise<ChainRow> {
  const find = () => database.query(statements.findChain, [database.ledger, gate]);
  const [known] = await find();
  if (known) return readChainRow(known);
  await database.change([{ sql: statements.addChain, values: [database.ledger, gate, database.host ?? null] }]);
  const [added] = await find();
  if (added) return readChainRow(added);
  throw new DamagedIndex('A chain cannot be found that was added before');
}

export async function listChainRows(database: Database, statements: Statements): Promise<readonly ChainRow[]> {
  return (await database.query(statements.listChains, [database.ledger])).map(readChainRow);
}

/** Done only where nobody has changed anything of the chain since the row was read. */
export function ifUnchanged(sql: string, { id, revision }: ChainRow, ...values: Statement['values']): Statement {
  return { sql, values: [id, revision, ...values], must: true };
}

function readChainRow(row: Row): ChainRow {
  return {
    id: Number(row.id),
    gate: String(row.gate),
    firstSegment: Number(row.first_segment),
    segment: Number(row.segment),
    bytes: Number(row.bytes),
    hash: row.hash === '' ? undefined : String(row.hash),
    revision: Number(row.revision),
    isLeaving: Number(row.leaving) === 1,
  };
}
