import { terminalSafeLine } from '../../vocabulary/terminal-safe.js';
import type { Colors } from './colors.js';
import { cutToWidth, padToWidth, widestOf } from './display-width.js';
import { type JsonObject, own, scalarText } from './value-kinds.js';

const gap = '  ';
/** A narrower column says nothing; the rows are better written one under the other. */
const narrowestColumn = 6;

interface Column {
  readonly cells: readonly string[];
  readonly header: string;
  readonly numeric: boolean;
  readonly width: number;
}

export interface Table {
  readonly lines: string[];
  /** Some cells are cut. */
  readonly shortened: boolean;
}

/** Aligned columns, cut to the width; `undefined` when there are too many columns for it. */
export function formatTable(rows: readonly JsonObject[], width: number, colors: Colors): Table | undefined {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = fitColumns(
    names.map((name) => readColumn(name, rows)),
    width,
  );
  if (columns === undefined) return undefined;
  const header = line(columns, (column) => column.header);
  const lines = rows.map((_row, index) => line(columns, (column) => column.cells[index] ?? ''));
  const shortened = columns.some((column) => widestOf(column.cells) > column.width);
  return { lines: [colors.bold(header), ...lines], shortened };
}

function readColumn(name: string, rows: readonly JsonObject[]): Column {
  const values = rows.map((row) => own(row, name));
  const header = terminalSafeLine(name);
  const cells = values.map(cellText);
  return {
    cells,
    header,
    numeric:
      values.some((value) => typeof value === 'number') &&
      values.every((value) => value == null || typeof value === 'number'),
    width: Math.max(widestOf(cells), widestOf([header])),
  };
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellText).join(', ');
  return terminalSafeLine(scalarText(value));
}

/** Cuts the widest columns of text to one common width. Numbers stay whole: a cut number is a wrong number. */
function fitColumns(columns: readonly Column[], width: number): readonly Column[] | undefined {
  const available = width - gap.length * (columns.length - 1);
  const limited = (limit: number) =>
    columns.map((column) => (column.numeric ? column : { ...column, width: Math.min(column.width, limit) }));
  const total = (candidates: readonly Column[]) => candidates.reduce((sum, column) => sum + column.width, 0);

  if (total(columns) <= available) return columns;
  let limit = available;
  while (limit >= narrowestColumn) {
    const candidates = limited(limit);
    if (total(candidates) <= available) return candidates;
    limit -= 1;
  }
  return undefined;
}

function line(columns: readonly Column[], text: (column: Column) => string): string {
  return columns
    .map((column) =>
      padToWidth(cutToWidth(text(column), column.width), column.width, column.numeric ? 'right' : 'left'),
    )
    .join(gap)
    .trimEnd();
}
