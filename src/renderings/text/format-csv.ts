// Data as comma-separated values (RFC 4180), for spreadsheets and other programs. Lines end with LF: an answer never
// has a carriage return of its own. Values are written as they are: a mark before what a spreadsheet would take for a
// formula would change negative numbers and telephone numbers, too.

import { rowsOf } from './rows-of.js';

/** A list is a table with a head; anything else is a table of one row. */
export function formatCsv(data: unknown): string {
  const { names, rows } = rowsOf(data);
  return [names, ...rows].map((cells) => `${cells.map(field).join(',')}\n`).join('');
}

/** What is no scalar stands as JSON. A text that is empty is quoted, to tell it from a value that is not there. */
function field(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text === '' || /[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
