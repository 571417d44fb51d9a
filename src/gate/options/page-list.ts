// One page of a list. A command gives all of it, or one page with the place where the next one begins.

import { type Place, readCursor, writeCursor } from './cursor.js';

/** As it stands in `meta.pagination`. */
export interface Pagination {
  /** `null` where only the command could know it, and does not say. */
  readonly total: number | null;
  readonly returned: number;
  readonly truncated: boolean;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

interface PageRequest {
  /** 0: everything. */
  readonly limit: number;
  readonly cursor: string | undefined;
  /** What makes this list another one than others: the command and its arguments. */
  readonly list: string;
}

interface Page {
  readonly items: readonly unknown[];
  readonly pagination: Pagination;
}

/** What a command gives that makes its pages itself. */
interface OwnPage {
  readonly items: readonly unknown[];
  readonly nextCursor?: string | number | null;
  readonly total?: number;
}

/** What services call the place where the next page begins, and that there is one: handlers pass their pages on. */
const cursorNames = [
  ...['nextCursor', 'next_cursor', 'nextPageToken', 'next_page_token', 'nextToken', 'next_token', 'NextToken'],
  ...['continuationToken', 'continuation_token', 'next', 'nextLink', 'next_link', '@odata.nextLink'],
];
const moreNames = ['hasMore', 'has_more', 'hasNextPage', 'has_next_page', 'isTruncated', 'is_truncated', 'IsTruncated'];

function cursorOf(page: OwnPage): string | number | undefined {
  const fields = page as unknown as Readonly<Record<string, unknown>>;
  const given = cursorNames.map((name) => fields[name]);
  return given.find(
    (one): one is string | number => typeof one === 'number' || (typeof one === 'string' && one !== ''),
  );
}

function saysMore(page: OwnPage): boolean {
  const fields = page as unknown as Readonly<Record<string, unknown>>;
  return moreNames.some((name) => fields[name] === true);
}

/** Undefined where the value is no list. The cursor was found to be readable. */
export function pageOf(value: unknown, request: PageRequest): Page | undefined {
  const place = request.cursor === undefined ? undefined : readCursor(request.cursor, request.list);
  if (Array.isArray(value)) return pageOfWhole(value, request, place);
  return isOwnPage(value) ? ownPage(value, request, place) : undefined;
}

function pageOfWhole(
  all: readonly unknown[],
  { limit, list }: PageRequest,
  place: Place | undefined,
  total: number | null = all.length,
): Page {
  const begin = place && 'offset' in place ? place.offset : 0;
  const end = limit === 0 ? all.length : begin + limit;
  const items = begin === 0 && end >= all.length ? all : all.slice(begin, end);
  const next_cursor = end < all.length ? writeCursor({ offset: end }, list) : null;
  return { items, pagination: describe(total, items.length, next_cursor) };
}

function ownPage(page: OwnPage, request: PageRequest, place: Place | undefined): Page {
  const { items, total } = page;
  const nextCursor = cursorOf(page);
  // There is more, and only the command knows how to get it: that is not the whole list.
  if (nextCursor === undefined && saysMore(page)) {
    return { items, pagination: { ...describe(total ?? null, items.length, null), truncated: true, has_more: true } };
  }
  // A command that does not say where it goes on has given all that there is.
  if (nextCursor === undefined) {
    const whole = place === undefined || 'offset' in place;
    return whole && items.length > request.limit && request.limit > 0
      ? pageOfWhole(items, request, place, total ?? items.length)
      : { items, pagination: describe(total ?? (place ? null : items.length), items.length, null) };
  }
  const next = writeCursor({ own: String(nextCursor) }, request.list);
  return { items, pagination: describe(total ?? null, items.length, next) };
}

function describe(total: number | null, returned: number, next_cursor: string | null): Pagination {
  const has_more = next_cursor !== null;
  return { total, returned, truncated: has_more, has_more, next_cursor };
}

function isOwnPage(value: unknown): value is OwnPage {
  return typeof value === 'object' && value !== null && Array.isArray((value as Partial<OwnPage>).items);
}
