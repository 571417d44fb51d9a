// The book: one JSON object a line, in the directory where the program runs.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';

const book = 'book.jsonl';

export function entries() {
  if (!existsSync(book)) return [];
  return readFileSync(book, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Writes an entry, and gives it back as a command answers it. */
export function keep(kind, prefix, fields) {
  const entry = { id: `${prefix}_${entries().length + 1}`, kind, ...fields };
  appendFileSync(book, `${JSON.stringify(entry)}\n`);
  return { effect: 'created', ...entry };
}
