// Connections to a PostgreSQL server, each call within a time. Whatever the server or the way to it does, a call ends,
// and nothing is thrown where nobody could catch it: a connection that does not answer is cut off, not waited for.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Pool, PoolClient } from 'pg';
import type { Row, Value } from '../database.js';
import { DatabaseDoesNotAnswer } from './postgresql-error.js';

const connectMs = 5_000;
const idleMs = 60_000;
const connections = 2;
const closeMs = 5_000;

/** How long a call may take, all of its statements together. */
const answerMs = 10_000;

export interface Answer {
  readonly rows: readonly Row[];
  /** How many rows were changed or found. */
  readonly count: number;
}

export type Ask = (sql: string, values?: readonly Value[]) => Promise<Answer>;

export class Connections {
  readonly #pool: Pool;
  readonly #open = new Set<PoolClient>();

  private constructor(pool: Pool) {
    this.#pool = pool;
    pool.on('connect', (client) => {
      this.#open.add(client);
      // A server that goes away while nothing is asked of it: the next call connects again.
      client.on('error', () => cutOff(client));
      client.on('end', () => this.#open.delete(client));
    });
    pool.on('error', () => {});
  }

  /** Connects to nothing yet. */
  static async to(url: string): Promise<Connections> {
    // It takes some milliseconds to load, and most gates have no database.
    const { default: pg } = await import('pg');
    return new Connections(
      new pg.Pool({
        connectionString: url,
        max: connections,
        connectionTimeoutMillis: connectMs,
        idleTimeoutMillis: idleMs,
        application_name: 'cmdgate',
        keepAlive: true,
        allowExitOnIdle: true,
      }),
    );
  }

  /** Calls `work` with a connection of its own, which nobody uses again unless all of it went well in time. */
  async use<Result>(work: (ask: Ask) => Promise<Result>, withinMs = answerMs): Promise<Result> {
    const client = await this.#connect();
    const ask: Ask = async (sql, values = []) => {
      const { rows, rowCount } = await client.query<Row>(sql, [...values]);
      return { rows, count: rowCount ?? 0 };
    };
    const deadline = new AbortController();
    try {
      const result = await Promise.race([work(ask), doesNotAnswer(withinMs, deadline.signal)]);
      client.release();
      return result;
    } catch (error) {
      // It may be in the middle of a transaction, or of an answer that comes too late.
      client.release(true);
      cutOff(client);
      throw error;
    } finally {
      deadline.abort();
    }
  }

  /** All statements or none. `work` may give `false` to have none of them. */
  transaction(work: (ask: Ask) => Promise<boolean>): Promise<boolean> {
    return this.use(async (ask) => {
      await ask('BEGIN');
      const kept = await work(ask).catch(async (error) => {
        await ask('ROLLBACK').catch(() => {});
        throw error;
      });
      await ask(kept ? 'COMMIT' : 'ROLLBACK');
      return kept;
    });
  }

  /** A server that does not say goodbye is left without. */
  async end(): Promise<void> {
    const deadline = new AbortController();
    const goodbye = this.#pool.end().catch(() => {});
    await Promise.race([goodbye, sleep(closeMs, undefined, { signal: deadline.signal }).catch(() => {})]);
    deadline.abort();
    for (const client of this.#open) cutOff(client);
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      // The driver has no code for it.
      if (error instanceof Error && /timeout/i.test(error.message)) throw new DatabaseDoesNotAnswer(connectMs);
      throw error;
    }
  }
}

async function doesNotAnswer(ms: number, signal: AbortSignal): Promise<never> {
  await sleep(ms, undefined, { signal, ref: true });
  throw new DatabaseDoesNotAnswer(ms);
}

/** Goodbyes are for those who listen. */
function cutOff(client: PoolClient): void {
  const { connection } = client as unknown as Client & {
    readonly connection?: { readonly stream?: { destroy(): void } };
  };
  connection?.stream?.destroy();
}
