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
    const message = `The database ${shown} has not answered for ${seconds} seconds: the index of runs in it could not be asked`;
    return new GateError('UNAVAILABLE', message, {
      hint: 'Runs are still recorded. The owner has to look at the server, or at ledger.url',
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
    hint: `The owner has to ${hint}`,
    cause: error,
  });
}

const reasons: readonly (readonly [RegExp, Reason])[] = [
  [/^28/, { what: 'it does not take the user or the password', hint: 'correct the url of the ledger' }],
  [/^3D000$/, { what: 'there is no such database', hint: 'create it, or correct the url of the ledger' }],
  [
    /^42501$/,
    {
      what: 'the user does not have the rights',
      hint: 'let the user create the schema "cmdgate", or create it and give it to the user',
    },
  ],
  [/^25006$/, { what: 'it can only be read', hint: 'name the server that can be written in the url of the ledger' }],
  [/^53/, { what: 'it has run out of connections, memory or space', hint: 'make room on the server' }],
  [/^57|^08/, { what: 'it is stopping, starting or out of reach', hint: 'see that the server is running' }],
  [
    /^(?:E[A-Z]{3,}|CONNECT|CONNECTION)/,
    { what: 'it cannot be reached', hint: 'see that the server is running, and correct the url of the ledger' },
  ],
];

function findReason(code: string): Reason {
  const [, reason] = reasons.find(([pattern]) => pattern.test(code)) ?? [];
  return reason ?? { what: `it answers with the code ${code}`, hint: 'look into the log of the server' };
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}
