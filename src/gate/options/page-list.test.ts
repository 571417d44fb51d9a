import { expect, test } from 'vitest';
import type { Context } from '../../vocabulary/context.js';
import { writeCursor } from './cursor.js';
import type { Pagination } from './page-list.js';
import { pageOf } from './page-list.js';
import { openGate, told } from './test-helpers.js';

const all = Array.from({ length: 45 }, (_, index) => ({ id: index + 1 }));
const asked: unknown[] = [];

/** As a service does: its own places, and no more than it is asked for. */
function ownPages(_: unknown, { page }: Context) {
  asked.push(page);
  const begin = Number(page.cursor ?? 0);
  const end = Math.min(all.length, begin + page.limit);
  return { items: all.slice(begin, end), total: all.length, ...(end < all.length && { nextCursor: end }) };
}

const text = { type: 'string' } as const;
const gateWith = () =>
  openGate(
    {
      list: { description: 'x', danger: 'safe', handler: () => all, arguments: { filter: text } },
      own: { description: 'x', danger: 'safe', handler: ownPages },
      none: { description: 'x', danger: 'safe', handler: () => [] },
      plain: { description: 'x', danger: 'safe', handler: () => all },
    },
    { list: { lists: true }, own: { lists: true }, none: { lists: true } },
  );

test.each(['list', 'own'])('the pages of %s, each asked for on its own, are the whole list once', async (command) => {
  const found: unknown[] = [];
  const pages: Pagination[] = [];
  let cursor: string | null = null;
  do {
    // A gate of its own for each page: nothing is remembered between them.
    const outcome = await gateWith().run(cursor === null ? command : `${command} --cursor ${cursor}`);
    const { data, about } = told(outcome) as { data: unknown[]; about: { pagination: Pagination } };
    found.push(...data);
    pages.push(about.pagination);
    cursor = about.pagination.next_cursor;
  } while (cursor !== null);
  expect(found).toEqual(all);
  const next_cursor = expect.stringMatching(/^[\w-]+$/);
  const more = { total: 45, returned: 20, truncated: true, has_more: true, next_cursor };
  expect(pages).toEqual([more, more, { total: 45, returned: 5, truncated: false, has_more: false, next_cursor: null }]);
});

test.each([
  ['list', 20],
  ['list --limit 3', 3],
  ['list --limit 100', 45],
  ['list --limit 0', 45],
  ['none', 0],
])('%s has %d items', async (line, returned) => {
  const { data, about } = told(await gateWith().run(line)) as { data: unknown[]; about: { pagination: Pagination } };
  expect({ length: data.length, returned: about.pagination.returned }).toEqual({ length: returned, returned });
});

test('a command that does not answer with a list has no pages', async () => {
  const { run } = gateWith();
  expect(told(await run('plain'))).toEqual({ data: all });
  expect(told(await run('plain --limit 5 --cursor x'))).toEqual({
    code: 'VALIDATION_ERROR',
    exitCode: 2,
    details: ['UNKNOWN_OPTION --limit', 'UNKNOWN_OPTION --cursor'],
  });
});

test.each([
  ['text that is no cursor', 'rubbish'],
  ['a cursor of other arguments', writeCursor({ offset: 20 }, JSON.stringify([['list'], { filter: 'b' }]))],
])('%s is refused before anything runs', async (_, cursor) => {
  expect(told(await gateWith().run(`list --filter a --cursor '${cursor}'`))).toEqual({
    code: 'VALIDATION_ERROR',
    exitCode: 2,
    details: ['INVALID_CURSOR --cursor'],
  });
});

test('a limit that is none is told with everything else that is wrong', async () => {
  expect(told(await gateWith().run('list --limit -1 --nope'))).toMatchObject({
    details: ['INVALID_VALUE --limit', 'UNKNOWN_OPTION --nope'],
  });
});

test.each([
  ['next_cursor', 'abc'],
  ['nextPageToken', 'abc'],
  ['next_page_token', 'abc'],
  ['continuationToken', 'abc'],
  ['next', 2],
])('a page as services give it, with %s, is not taken for the whole list', (name, value) => {
  const page = pageOf({ items: [1, 2], [name]: value }, { limit: 20, cursor: undefined, list: 'x' });
  expect(page?.pagination).toMatchObject({ total: null, returned: 2, has_more: true, next_cursor: expect.any(String) });
});

test('nor is one that only says that there is more', () => {
  const pagination = (more: object) =>
    pageOf({ items: [1], ...more }, { limit: 20, cursor: undefined, list: 'x' })?.pagination;
  expect(pagination({ has_more: true })).toEqual({
    ...{ total: null, returned: 1, truncated: true, has_more: true, next_cursor: null },
  });
  expect(pagination({ has_more: false, next_cursor: '' })).toMatchObject({ total: 1, has_more: false });
});
