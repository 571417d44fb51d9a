import type { Answer } from '../answer.js';
import { type Check, type CheckContext, judge, look } from '../check.js';
import { inTurns } from '../in-turns.js';
import { asList, asObject, brief } from '../json.js';
import { unknownWord } from '../probe-words.js';

const noList = 'No safe command declares that it returns a list';

/** The calls of safe commands that answer lists in pages. */
async function listCalls({ declared, survey }: CheckContext): Promise<readonly (readonly string[])[]> {
  const { safe } = await declared();
  const good = (await survey()).filter(({ ok }) => ok).map(({ words }) => words.join(' '));
  return safe.flatMap(({ call, flags, entry }) => {
    const lists = ('limit' in flags && 'cursor' in flags) || 'pagination' in entry;
    return lists && call && good.includes(call.join(' ')) ? [call] : [];
  });
}

function itemsOf({ data }: Answer): readonly unknown[] {
  return Array.isArray(data) ? data : asList(Object.values(asObject(data)).find(Array.isArray));
}

const paginationOf = ({ meta }: Answer) => asObject(meta.pagination);

function isComplete(answer: Answer): boolean {
  const { returned, has_more: more, truncated, next_cursor: next } = paginationOf(answer);
  const flags = typeof (more ?? truncated) === 'boolean' && next !== undefined;
  return flags && (returned === undefined || returned === itemsOf(answer).length);
}

/** All pages, each from a process of its own. */
async function followPages(
  { target }: CheckContext,
  call: readonly string[],
  size: number,
): Promise<readonly Answer[]> {
  const pages: Answer[] = [];
  let cursor: unknown;
  do {
    const words = [...call, '--limit', String(size), ...(cursor === undefined ? [] : ['--cursor', String(cursor)])];
    const page = await target.call(words);
    pages.push(page);
    cursor = paginationOf(page).next_cursor ?? undefined;
  } while (cursor !== undefined && pages.length < 10);
  return pages;
}

/** How many there are is told rightly, and on every page but the last one that there are more. */
function tellsWhole(pages: readonly Answer[], count: number): boolean {
  return pages.every((page, index) => {
    const { total, total_count: counted, has_more: more, next_cursor: next } = paginationOf(page);
    const isLast = index === pages.length - 1;
    const rightTotal = [total, counted].every((value) => value === undefined || value === null || value === count);
    return rightTotal && (next === null) === isLast && (more === undefined || more === !isLast);
  });
}

export const listChecks: readonly Check[] = [
  {
    id: 'REQ-F-018',
    how: 'Safe commands that return lists: meta.pagination is complete on every page, its total and has_more are right, and the pages together are the whole list',
    run: async (context) => {
      const looks = await inTurns((await listCalls(context)).slice(0, 3), async (call) => {
        const whole = await context.target.ask([...call, '--limit', '0']);
        const size = Math.max(1, Math.ceil(itemsOf(whole).length / 3));
        const pages = await followPages(context, call, size);
        const same = JSON.stringify(pages.flatMap(itemsOf)) === JSON.stringify(itemsOf(whole));
        const [first] = pages;
        return look(
          first as Answer,
          same && pages.every(isComplete) && tellsWhole(pages, itemsOf(whole).length),
          `pagination on each page, a total of ${itemsOf(whole).length}, and every item once`,
          brief(JSON.stringify(pages.map(paginationOf))),
        );
      });
      return judge(looks, noList);
    },
  },
  {
    id: 'REQ-F-019',
    how: 'Without a flag at most 20 items, with --limit 0 all, and the default stands in --schema',
    run: async (context) => {
      const looks = await inTurns((await listCalls(context)).slice(0, 3), async (call) => {
        const plain = await context.target.ask(call);
        const whole = await context.target.ask([...call, '--limit', '0']);
        const schema = await context.target.ask([...call, '--schema']);
        const limited = itemsOf(plain).length <= 20 && itemsOf(whole).length >= itemsOf(plain).length;
        return look(
          plain,
          whole.ok && limited && /"default(?:_limit)?":\d+/.test(schema.stdout),
          'at most 20 items, all with --limit 0, a default in --schema',
        );
      });
      return judge(looks, noList);
    },
  },
  {
    id: 'REQ-O-003',
    how: '--limit 1 gives one item; the cursor is made for addresses and works in a new process; a wrong one, and a limit that is no number, are refused',
    run: async (context) => {
      const looks = await inTurns((await listCalls(context)).slice(0, 2), async (call) => {
        const first = await context.target.call([...call, '--limit', '1']);
        const wrong = await context.target.call([...call, '--cursor', unknownWord]);
        const noNumber = await context.target.call([...call, '--limit', unknownWord]);
        const { next_cursor: next } = paginationOf(first);
        const fits = next === null || /^[\w.~-]+$/.test(String(next));
        return [
          look(
            first,
            first.ok && fits && isComplete(first) && itemsOf(first).length <= 1,
            'one item, and a cursor of letters, digits, - and _',
          ),
          look(noNumber, noNumber.code === 2, 'exit code 2'),
          look(wrong, wrong.code === 2 && wrong.error.code !== undefined, 'exit code 2'),
        ];
      });
      return judge(looks.flat(), noList);
    },
  },
  {
    id: 'REQ-O-004',
    how: '--output jsonl of a list: an object a line, the last one the summary; --no-stream gives one envelope',
    run: async (context) => {
      const answers = (await context.survey()).filter(
        ({ ok, data }) => ok && asList(data).some((item) => typeof item === 'object'),
      );
      const looks = await inTurns(answers.slice(0, 2), async ({ words }) => {
        const lines = await context.target.call([...words, '--output', 'jsonl']);
        const whole = await context.target.call([...words, '--no-stream']);
        const parsed = lines.stdout
          .trimEnd()
          .split('\n')
          .map((line) => line.startsWith('{'));
        return [
          look(
            lines,
            lines.code === 0 && parsed.length > 1 && parsed.every(Boolean) && /_summary/.test(lines.stdout),
            'an object in each line, and a summary',
          ),
          look(whole, whole.ok, 'one envelope with --no-stream'),
        ];
      });
      return judge(looks.flat(), 'No safe command returns a list of objects');
    },
  },
];
