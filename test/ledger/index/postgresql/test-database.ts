import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import postgres from 'postgres';
import { inject } from 'vitest';
import { newId } from '../../../../src/vocabulary/new-id.js';

export interface TestDatabase {
  readonly url: string;
  readonly sql: postgres.Sql;
  remove(): Promise<void>;
}

/** A database of its own on the server of the tests. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const server = await findServer();
  const name = `test_${newId()}`;
  await withServer(server, (sql) => sql.unsafe(`CREATE DATABASE ${name}`));
  const url = `${server}/${name}`;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  return {
    url,
    sql,
    remove: async () => {
      await sql.end();
      await withServer(server, (owner) => owner.unsafe(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

async function findServer(): Promise<string> {
  const answer = await text(connect(inject('postgresqlPort'), '127.0.0.1'));
  if (answer.startsWith('failed')) throw new Error(answer);
  return answer;
}

async function withServer(server: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(`${server}/postgres`, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
