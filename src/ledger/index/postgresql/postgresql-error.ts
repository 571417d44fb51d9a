// Why the database did not do what it was asked, and what the owner can do about it.

import { GateError } from '../../../vocabulary/gate-error.js';
import type { DatabaseAddress } from './database-address.js';

interface Reason {
  readonly what: string;
  readonly hint: string;
}

const missingTable = new Set(['42P01', '3F000']);

/** Somebody has removed the tables. They are made anew: all that was in them is in the logs. */
export function isTableMissing(error: unknown): boolean {
  return missingTable.has(codeOf(error));
}

/** A call that took too long, whatever the reason: a server that hangs looks like a network that loses everything. */
export class DatabaseDoesNotAnswer extends Error {
  override readonly name = 'DatabaseDoesNotAnswer';
  readonly afterMs: number;

  constructor(afterMs: number) {
    super(`The database has not answered for ${afterMs} ms`);
    this.afterMs = afterMs;
  }
}

/** What the driver says without a code when a connection ends, or all of them were closed. */
const endedConnection =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

/** Everything that comes from the database or the way to it; anything else is a mistake of ours. */
export function toGateError(error: unknown, { shown }: DatabaseAddress): unknown {
  if (error instanceof DatabaseDoesNotAnswer) {
    const seconds = error.afterMs / 1_000;
    const message = `The database ${shown} has not answered for ${seconds} seconds, so the index of runs could not be queried`;
    return new GateError('UNAVAILABLE', message, {
      hint: 'Runs are still recorded. The owner must check the server, or ledger.url',
      retryAfterMs: 30_000,
      cause: error,
    });
  }
  const isEnded = error instanceof Error && endedConnection.test(error.message);
  const code = codeOf(error) || (isEnded ? 'CONNECTION' : '');
  if (error instanceof GateError || code === '') return error;
  const { what, hint } = findReason(code);
  // The text of the database can hold what was asked of it.
  return new GateError('UNAVAILABLE', `The index of the ledger in the database ${shown} cannot be used: ${what}`, {
    hint: `The owner must ${hint}`,
    cause: error,
  });
}

const reasons: readonly (readonly [RegExp, Reason])[] = [
  [/^28/, { what: 'it rejects the user or the password', hint: 'fix the url of the ledger' }],
  [/^3D000$/, { what: 'there is no such database', hint: 'create it, or fix the url of the ledger' }],
  [
    /^42501$/,
    {
      what: 'the user lacks the rights',
      hint: 'allow the user to create the schema "cmdgate", or create it and give it to the user',
    },
  ],
  [/^25006$/, { what: 'it is read-only', hint: 'name a writable server in the url of the ledger' }],
  [/^53/, { what: 'it has run out of connections, memory or space', hint: 'free some space on the server' }],
  [/^57|^08/, { what: 'it is stopping, starting or unreachable', hint: 'check that the server is running' }],
  [
    /^(?:E[A-Z]{3,}|CONNECT|CONNECTION)/,
    { what: 'it cannot be reached', hint: 'check that the server is running, and fix the url of the ledger' },
  ],
];

function findReason(code: string): Reason {
  const [, reason] = reasons.find(([pattern]) => pattern.test(code)) ?? [];
  return reason ?? { what: `it answers with the code ${code}`, hint: "check the server's log" };
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}
