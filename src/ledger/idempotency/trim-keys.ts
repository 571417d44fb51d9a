// Forgets what is too old, and the oldest of what is too much: a few at a time, with each change and in the background.

import type { Connection } from '../index/sqlite/connection.js';

export interface KeyBounds {
  /** How long a key means what it meant. */
  readonly keepMs: number;
  readonly mostKeys: number;
  /** Of all answers together. Beyond it a key is still known, and its answer is not. */
  readonly mostBytes: number;
}

export const usualBounds: KeyBounds = {
  keepMs: 30 * 24 * 60 * 60 * 1_000,
  mostKeys: 250_000,
  mostBytes: 256 * 1024 * 1024,
};

/** More than one change can add, so that it gets less as long as there is too much. */
const mostAtOnce = 20;

/** What one step of a sweep removes: a few milliseconds' work. */
const mostInSweep = 100;

/** Within a transaction. Whether there may be more. */
export function sweepKeys(connection: Connection, { keepMs }: KeyBounds): boolean {
  return remove(connection, 'at < $1', Date.now() - keepMs, mostInSweep) === mostInSweep;
}

/** Within a transaction. */
export function trimKeys(connection: Connection, { keepMs, mostKeys, mostBytes }: KeyBounds): void {
  remove(connection, 'at < $1', Date.now() - keepMs);
  const [totals] = connection.all('SELECT keys, bytes FROM totals', []);
  if (Number(totals?.keys) >= mostKeys) remove(connection, "state <> 'running' AND $1", 1);
  if (Number(totals?.bytes) > mostBytes) forgetAnswers(connection, Number(totals?.bytes) - mostBytes);
}

function remove(connection: Connection, which: string, value: number, most = mostAtOnce): number {
  const rows = connection.all(`SELECT name, size FROM keys WHERE ${which} ORDER BY at LIMIT ${most}`, [value]);
  if (rows.length === 0) return 0;
  let bytes = 0;
  for (const { name, size } of rows) {
    connection.run('DELETE FROM keys WHERE name = $1', [name ?? null]);
    bytes += Number(size ?? 0);
  }
  connection.run('UPDATE totals SET keys = keys - $1, bytes = bytes - $2', [rows.length, bytes]);
  return rows.length;
}

function forgetAnswers(connection: Connection, tooMuch: number): void {
  const rows = connection.all(
    `SELECT name, size FROM keys WHERE answer IS NOT NULL ORDER BY at LIMIT ${mostAtOnce}`,
    [],
  );
  let left = tooMuch;
  for (const { name, size } of rows) {
    if (left <= 0) return;
    left -= Number(size);
    connection.run('UPDATE keys SET answer = NULL, size = 0 WHERE name = $1', [name ?? null]);
    connection.run('UPDATE totals SET bytes = bytes - $1', [size ?? 0]);
  }
}
