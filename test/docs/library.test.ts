// docs/library.md has the options as the types have them. `npx vitest run test/docs/library.test.ts -u` writes them.

import { expect, test } from 'vitest';
import { readDocument, root } from './support/documents.js';
import { readOptionRows, toTable } from './support/option-tables.js';

const rows = readOptionRows();

test('every option has a comment, which is a sentence', () => {
  const silent = [...rows].flatMap(([owner, options]) =>
    options.filter(({ meaning }) => !/^[`A-Z].*[.:`]$/.test(meaning)).map(({ name }) => `${owner}: ${name}`),
  );
  expect(silent).toEqual([]);
});

test('the tables are those of the types', async () => {
  let text = readDocument('docs/library.md');
  for (const [name, options] of rows) {
    const marked = new RegExp(`(<!-- options: ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`);
    expect(text).toMatch(marked);
    text = text.replace(marked, (_, open, close) => `${open}\n${toTable(options)}\n\n${close}`);
  }
  await expect(text).toMatchFileSnapshot(`${root}docs/library.md`);
});
