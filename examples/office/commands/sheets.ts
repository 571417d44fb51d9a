// Tables: a variadic argument, an enum, and a handler that streams.

import { CommandError, defineCommand } from 'cmdgate';
import { type Sheet, spreadsheets } from '../data.js';
import { changed, looked, missing, unfit } from '../exit-codes.js';
import { notFound } from '../not-found.js';

const sheetId = {
  name: 'sheetId',
  type: 'string',
  required: true,
  description: 'A sheet id, as sheets list shows it',
} as const;

const textList = { type: 'array', items: { type: 'string' } };

function find(id: string): Sheet {
  const sheet = spreadsheets.get(id);
  if (sheet === undefined) throw notFound('sheet', id, spreadsheets.keys());
  return sheet;
}

const toObject = (sheet: Sheet, row: readonly string[]) =>
  Object.fromEntries(sheet.columns.map((column, index) => [column, row[index] ?? '']));

const toCsv = (cells: readonly string[]) =>
  cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');

export const sheets = defineCommand({
  description: 'Manage Google Sheets',
  subcommands: {
    list: {
      description: 'List the sheets',
      danger: 'safe',
      exitCodes: looked,
      requiredScopes: ['sheets.read'],
      examples: ['sheets list'],
      // Given in pages: --limit, --cursor and meta.pagination come with it.
      lists: true,
      outputSchema: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'string' }, title: { type: 'string' }, rows: { type: 'integer' } },
        },
      },
      handler: () => [...spreadsheets.values()].map(({ id, title, rows }) => ({ id, title, rows: rows.length })),
    },

    read: {
      description: 'Read rows of a sheet',
      danger: 'safe',
      exitCodes: { ...looked, ...unfit, ...missing },
      requiredScopes: ['sheets.read'],
      examples: ['sheets read sheet_201', 'sheets read sheet_201 --columns item,amount --max 2'],
      arguments: [
        sheetId,
        { name: '--columns', type: 'array', description: 'Which columns; all of them if not given' },
        { name: '--max', type: 'integer', short: 'n', default: 10, minimum: 1, description: 'Maximum number of rows' },
      ],
      outputSchema: {
        type: 'object',
        properties: { columns: textList, rows: { type: 'array', items: textList } },
        required: ['columns', 'rows'],
      },
      handler: (args) => {
        const sheet = find(args.sheetId);
        const columns = args.columns ?? sheet.columns;
        const places = columns.map((column) => sheet.columns.indexOf(column));
        if (places.includes(-1)) {
          throw new CommandError('NO_SUCH_COLUMN', `${sheet.title} does not have all of these columns`, {
            hint: `Its columns are ${sheet.columns.join(', ')}`,
          });
        }
        return { columns, rows: sheet.rows.slice(0, args.max).map((row) => places.map((place) => row[place] ?? '')) };
      },
    },

    append: {
      description: 'Add a row to a sheet',
      danger: 'mutating',
      exitCodes: { ...changed, ...unfit, ...missing },
      requiredScopes: ['sheets.write'],
      examples: ["sheets append sheet_201 2026-02 'Office plants' 35.00"],
      arguments: [
        sheetId,
        { name: 'cells', type: 'string', variadic: true, required: true, description: 'One value for each column' },
      ],
      outputSchema: {
        type: 'object',
        properties: { row: { type: 'integer' }, effect: { const: 'created' } },
        required: ['row', 'effect'],
      },
      handler: (args) => {
        const sheet = find(args.sheetId);
        if (args.cells.length !== sheet.columns.length) {
          throw new CommandError('WRONG_COLUMN_COUNT', `${sheet.title} has ${sheet.columns.length} columns`, {
            hint: `Give a value for each of ${sheet.columns.join(', ')}`,
          });
        }
        return { row: sheet.rows.push([...args.cells]), effect: 'created' };
      },
    },

    export: {
      description: 'Stream a sheet row by row',
      danger: 'safe',
      exitCodes: { ...looked, ...missing },
      requiredScopes: ['sheets.read'],
      examples: ['sheets export sheet_201', 'sheets export sheet_201 --as csv'],
      arguments: [
        sheetId,
        {
          name: '--as',
          type: 'string',
          enum: ['json', 'csv'],
          default: 'json',
          description: 'How each row is written',
        },
      ],
      outputSchema: { type: 'array', items: { type: ['object', 'string'] } },
      // Each row leaves as soon as it is there, however long the sheet is.
      handler: async function* (args) {
        const sheet = find(args.sheetId);
        if (args.as === 'csv') yield toCsv(sheet.columns);
        for (const row of sheet.rows) yield args.as === 'csv' ? toCsv(row) : toObject(sheet, row);
      },
    },
  },
});
