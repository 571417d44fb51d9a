// Who used a key first, and what came of it, so that every gate of a workspace knows, and whoever comes after a restart.
// The number of keys and the size of their answers are bounded: the oldest are forgotten first, a few with each new one,
// so that there is never much to clean up at once, and the rest of what is too old in the background.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { becomeClaimant, type Claimant, hasClaimantEnded } from '../../machine/claims/claimant.js';
import { makeTrustedDirectory } from '../../machine/files/trusted-directory.js';
import type { Row } from '../index/database.js';
import type { Connection } from '../index/sqlite/connection.js';
import { KeyDatabase } from './key-database.js';
import { readOldKey, removeOldKeyFiles } from './old-key-files.js';
import { type KeyBounds, sweepKeys, trimKeys, usualBounds } from './trim-keys.js';

/** One use of a key. */
export interface KeyUse {
  /** Several programs may work in one workspace, and what one of them did says nothing about another. */
  readonly tool: string;
  /** Keys of one caller mean nothing to another. */
  readonly caller: string;
  readonly key: string;
  /** The command and its arguments: the same key with others is a mistake. */
  readonly request: string;
  readonly run: string;
}

/** Nobody had it. It is kept until it is answered, given back, or lost where the answer cannot be kept. */
export interface TakenKey {
  readonly state: 'taken';
  answer(text: string): Promise<void>;
  giveBack(): Promise<void>;
  lose(): Promise<void>;
}

export type Claim =
  | TakenKey
  | { readonly state: 'answered'; readonly run: string; readonly text: string }
  /** It was answered, and its answer was too much to keep. */
  | { readonly state: 'forgotten'; readonly run: string }
  | { readonly state: 'running'; readonly run: string }
  /** Whoever had it has ended without an answer: nobody knows how far it came, and maybe not even who it was. */
  | { readonly state: 'lost'; readonly run: string | undefined }
  | { readonly state: 'other-request'; readonly run: string };

/** What is known of a key, whoever asks. */
export type KnownKey =
  | { readonly state: 'answered'; readonly run: string; readonly request: string; readonly text: string }
  | { readonly state: 'forgotten' | 'running'; readonly run: string; readonly request: string }
  | { readonly state: 'lost'; readonly run: string | undefined; readonly request: string | undefined };

/** Only a gate that stays for so long cleans up; others have their work done sooner. */
const firstSweepAfterMs = 60_000;
const sweepEveryMs = 60 * 60 * 1_000;

/** Between two steps of a sweep, for everybody else. */
const sweepPauseMs = 25;

interface Taken {
  readonly name: string;
  readonly run: string;
  readonly claimant: Claimant;
}

export class KeyStore {
  readonly #directory: string;
  readonly #database: KeyDatabase;
  readonly #bounds: KeyBounds;
  /** Those of which not even that could be written. */
  readonly #lost = new Set<string>();
  #sweeping: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(directory: string, bounds: KeyBounds = usualBounds) {
    this.#directory = directory;
    this.#database = new KeyDatabase(directory);
    this.#bounds = bounds;
  }

  /** Rejects with a GateError where the directory is in other hands, and where keys cannot be read or written. */
  async claim({ tool, caller, key, request, run }: KeyUse): Promise<Claim> {
    makeTrustedDirectory(this.#directory, 'Idempotency keys');
    this.#sweepLater();
    const name = hash(JSON.stringify([tool, caller, key]));
    const known = (await this.#find(name)) ?? (await this.#take(name, hash(request), run));
    if (known.state === 'taken') return known;
    if (known.request !== undefined && known.request !== hash(request)) {
      return { state: 'other-request', run: known.run as string };
    }
    const { request: _hash, ...claim } = known;
    return claim;
  }

  /** Removes what is too old, a little at a time: nobody waits for it. Resolves also where it cannot be done now. */
  async sweep(pauseMs = sweepPauseMs): Promise<void> {
    try {
      for (let goesOn = true; goesOn && !this.#isClosed; ) {
        goesOn = await this.#database.change((connection) => sweepKeys(connection, this.#bounds));
        await sleep(pauseMs, undefined, { ref: false });
        if (!this.#isClosed) await this.#database.shrink();
      }
      await removeOldKeyFiles(this.#directory, Date.now() - this.#bounds.keepMs);
    } catch {
      // Whoever needs the keys is told what is wrong with them.
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#sweeping);
    this.#database.close();
  }

  async #find(name: string): Promise<KnownKey | undefined> {
    const row = await this.#read(name);
    if (!row) return readOldKey(this.#directory, name);
    const known = toKnown(row);
    if (known?.state !== 'running') return known;
    const hasEnded = this.#lost.has(name) || (await hasClaimantEnded(String(row.holder), this.#directory));
    if (!hasEnded) return known;
    // Its last deed may have been the answer.
    const last = await this.#read(name);
    const after = last && toKnown(last);
    return after?.state === 'running' ? { state: 'lost', run: after.run, request: after.request } : after;
  }

  async #read(name: string): Promise<Row | undefined> {
    const oldest = Date.now() - this.#bounds.keepMs;
    const [row] = await this.#database.read((connection) =>
      connection.all('SELECT request, run, holder, state, answer FROM keys WHERE name = $1 AND at >= $2', [
        name,
        oldest,
      ]),
    );
    return row;
  }

  async #take(name: string, request: string, run: string): Promise<TakenKey | KnownKey> {
    const claimant = await becomeClaimant(this.#directory);
    let isTaken = false;
    try {
      isTaken = await this.#database.change((connection) => {
        trimKeys(connection, this.#bounds);
        return insert(connection, {
          name,
          request,
          run,
          holder: claimant.name,
          oldest: Date.now() - this.#bounds.keepMs,
        });
      });
    } finally {
      if (!isTaken) claimant.release();
    }
    if (isTaken) return this.#taken({ name, run, claimant });
    // Somebody else has taken it just now.
    return (await this.#find(name)) ?? (await this.#take(name, request, run));
  }

  #taken({ name, run, claimant }: Taken): TakenKey {
    const own = "name = $1 AND run = $2 AND state = 'running'";
    const change = async (work: (connection: Connection) => void) => {
      await this.#database.change(work);
      claimant.release();
    };
    return {
      state: 'taken',
      answer: (text) =>
        change((connection) => {
          const size = Buffer.byteLength(text);
          const sql = `UPDATE keys SET state = 'answered', holder = NULL, answer = $3, size = $4 WHERE ${own}`;
          if (connection.run(sql, [name, run, text, size]) === 0) throw new Error('The key belongs to another process');
          connection.run('UPDATE totals SET bytes = bytes + $1', [size]);
          trimKeys(connection, this.#bounds);
        }),
      giveBack: () =>
        change((connection) => {
          const removed = connection.run(`DELETE FROM keys WHERE ${own}`, [name, run]);
          connection.run('UPDATE totals SET keys = keys - $1', [removed]);
        }),
      lose: () => {
        // Where the disk is full nothing can be written any more: others learn it when this process has ended.
        this.#lost.add(name);
        return change((connection) => {
          connection.run(`UPDATE keys SET state = 'lost', holder = NULL WHERE ${own}`, [name, run]);
        });
      },
    };
  }

  #sweepLater(afterMs = firstSweepAfterMs): void {
    this.#sweeping ??= setTimeout(() => {
      void this.sweep().then(() => {
        this.#sweeping = undefined;
        if (!this.#isClosed) this.#sweepLater(sweepEveryMs);
      });
    }, afterMs).unref();
  }
}

interface NewKey {
  readonly name: string;
  readonly request: string;
  readonly run: string;
  readonly holder: string;
  /** What is older means nothing any more. */
  readonly oldest: number;
}

/** Whether nobody had it. */
function insert(connection: Connection, { name, request, run, holder, oldest }: NewKey): boolean {
  const [old] = connection.all('SELECT size FROM keys WHERE name = $1 AND at < $2', [name, oldest]);
  if (old) {
    connection.run('DELETE FROM keys WHERE name = $1', [name]);
    connection.run('UPDATE totals SET keys = keys - 1, bytes = bytes - $1', [old.size ?? 0]);
  }
  const sql = "INSERT OR IGNORE INTO keys VALUES ($1, $2, $3, $4, 'running', $5, 0, NULL)";
  const added = connection.run(sql, [name, request, run, holder, Date.now()]);
  connection.run('UPDATE totals SET keys = keys + $1', [added]);
  return added > 0;
}

function toKnown({ request, run, state, answer }: Row): KnownKey | undefined {
  const about = { run: String(run), request: String(request) };
  if (state === 'answered') {
    return answer === null || answer === undefined
      ? { state: 'forgotten', ...about }
      : { state, ...about, text: String(answer) };
  }
  return state === 'running' ? { state, ...about } : { state: 'lost', ...about };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
