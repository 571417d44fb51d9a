// SQLite comes with Node from version 22 on. Before that it is the one of libsql, which writes the same files.

import { DamagedIndex, type Row, type Value } from '../database.js';
import { collectGarbage } from './collect-garbage.js';

export interface Connection {
  exec(sql: string): void;
  all(sql: string, values: readonly Value[]): readonly Row[];
  /** How many rows were changed. */
  run(sql: string, values: readonly Value[]): number;
  close(): void;
}

export type Connect = (file: string) => Connection;

/** As far as it is used; the types of Node 20 do not know it. */
interface NodeSqlite {
  readonly DatabaseSync: new (
    file: string,
  ) => {
    exec(sql: string): void;
    prepare(sql: string): NodeStatement;
    close(): void;
  };
}

type RawRow = Record<string, Value | Uint8Array | ArrayBuffer>;

interface NodeStatement {
  all(...values: Value[]): RawRow[];
  run(...values: Value[]): { changes: number | bigint };
}

export async function loadSqlite(): Promise<Connect> {
  return connectByNode(loadQuietly()) ?? connectByLibsql((await import('libsql')).default);
}

/** Node warns whoever loads it that it is new. Nobody who runs a command can do anything about that. */
function loadQuietly(): NodeSqlite | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function connectByNode(sqlite: NodeSqlite | undefined): Connect | undefined {
  if (!sqlite) return undefined;
  return (file) => {
    const database = new sqlite.DatabaseSync(file);
    const prepare = prepareOnce((sql) => database.prepare(sql));
    return {
      exec: (sql) => database.exec(sql),
      all: (sql, values) =>
        prepare(sql)
          .all(...values)
          .map(decode),
      run: (sql, values) => Number(prepare(sql).run(...values).changes),
      close: () => database.close(),
    };
  };
}

/** `get` is not used: it leaves its statement unfinished, and with it what was read stays as it was then. */
function connectByLibsql(Libsql: typeof import('libsql')): Connect {
  return (file) => {
    const database = new Libsql(file);
    const statements = new Map<string, ReturnType<typeof database.prepare>>();
    const prepare = prepareOnce((sql) => database.prepare(sql), statements);
    return {
      exec: (sql) => void database.exec(sql),
      all: (sql, values) => (prepare(sql).all(values) as RawRow[]).map(decode),
      run: (sql, values) => prepare(sql).run(values).changes,
      close: () => {
        statements.clear();
        database.close();
        // The file stays open as long as there is a statement, and nothing but the collector ends one.
        collectGarbage();
      },
    };
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Text comes as bytes, so that damage can be seen. */
function decode(row: RawRow): Row {
  const values = Object.entries(row).map(([name, value]) => [name, isBytes(value) ? decodeText(value) : value]);
  return Object.fromEntries(values);
}

function isBytes(value: RawRow[string] | undefined): value is Uint8Array | ArrayBuffer {
  return typeof value === 'object' && value !== null;
}

function decodeText(bytes: Uint8Array | ArrayBuffer): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw new DamagedIndex('A text is none', { cause: error });
  }
}

/** The values of the statements are written $1; in SQLite that would be a name. */
function prepareOnce<Prepared>(
  prepare: (sql: string) => Prepared,
  statements = new Map<string, Prepared>(),
): (sql: string) => Prepared {
  return (sql) => {
    const known = statements.get(sql);
    if (known) return known;
    const prepared = prepare(sql.replaceAll(/\$(\d+)/g, '?$1'));
    statements.set(sql, prepared);
    return prepared;
  };
}
