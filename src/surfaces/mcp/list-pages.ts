// Long lists in pages. A cursor means something to the server that gave it, and nothing to a client.

import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** How many characters one page may have: no client has to take much more at once. */
const pageCharacters = 100_000;

const mostItems = 200;

/** Throws the protocol's error where the cursor was not given by this list. */
export function pageOf<T>(items: readonly T[], cursor: unknown, what: string): { items: T[]; nextCursor?: string } {
  const start = cursor === undefined ? 0 : readCursor(cursor, what);
  if (start === undefined || (start > 0 && start >= items.length)) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown cursor. List the ${what} without a cursor first, then pass the nextCursor of each answer.`,
    );
  }
  const page: T[] = [];
  let size = 0;
  for (const item of items.slice(start, start + mostItems)) {
    size += JSON.stringify(item).length;
    if (page.length > 0 && size > pageCharacters) break;
    page.push(item);
  }
  const next = start + page.length;
  return next < items.length ? { items: page, nextCursor: writeCursor(next, what) } : { items: page };
}

function writeCursor(start: number, what: string): string {
  return Buffer.from(`${what}:${start}`).toString('base64url');
}

function readCursor(cursor: unknown, what: string): number | undefined {
  if (typeof cursor !== 'string' || cursor.length > 100) return undefined;
  const match = /^([a-z ]+):([1-9]\d{0,8})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (match?.[1] !== what) return undefined;
  const start = Number(match[2]);
  return writeCursor(start, what) === cursor ? start : undefined;
}
