// `--format table`: always columns, whatever the values are, as wide as the terminal and no wider.

import { terminalSafeLine } from '../../vocabulary/terminal-safe.js';
import type { Colors } from './colors.js';
import { formatTable } from './format-table.js';
import { rowsOf } from './rows-of.js';
import { isScalar, type JsonObject } from './value-kinds.js';

export interface WholeTable {
  readonly lines: readonly string[];
  /** What is not shown, and how to see it. */
  readonly notes: readonly string[];
}

/** Columns that have no room at all are left out from the right, and named. */
export function formatWholeTable(data: unknown, width: number, colors: Colors): WholeTable {
  const { names, rows } = rowsOf(data);
  if (names.length === 0) return { lines: ['(none)'], notes: [] };
  for (let shown = names.length; shown > 0; shown--) {
    const kept = names.slice(0, shown);
    const objects = rows.map((cells) => Object.fromEntries(kept.map((name, at) => [name, cellOf(cells[at])])));
    const table = formatTable(objects as readonly JsonObject[], shown === 1 ? Math.max(width, 8) : width, colors);
    if (!table) continue;
    const left = names.slice(shown);
    const missing = left.length > 0 && `columns that did not fit: ${left.map(terminalSafeLine).join(', ')}`;
    const notes = [missing, table.shortened && 'values ending in … are cut'].filter((note) => note !== false);
    return { lines: table.lines, notes: notes.map((note) => `${note}; --format csv or json shows everything.`) };
  }
  return { lines: [], notes: [] };
}

function cellOf(value: unknown): unknown {
  if (isScalar(value) || value === undefined) return value;
  return Array.isArray(value) && value.every(isScalar) ? value : JSON.stringify(value);
}
