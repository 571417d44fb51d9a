// How any JSON value reads on a terminal: tables for lists of things, `key: value` lines for one thing.

import { terminalSafe, terminalSafeLine } from '../../vocabulary/terminal-safe.js';
import type { Colors } from './colors.js';
import { displayWidth, padToWidth, widestOf } from './display-width.js';
import { formatTable } from './format-table.js';
import { isObject, isScalar, isTabular, type JsonObject, scalarText } from './value-kinds.js';

const deepest = 8;
const narrowest = 20;
const nothing = '(none)';

export interface FormattedValue {
  readonly lines: readonly string[];
  /** Something lies deeper than is shown. */
  readonly cut: boolean;
  /** Cells of a table are cut to fit the width. */
  readonly shortened: boolean;
}

/** The lines of a JSON value, for a terminal of that width. */
export function formatValue(
  value: unknown,
  options: { readonly width: number; readonly colors: Colors },
): FormattedValue {
  const layout = new Layout(options.colors);
  const only = isObject(value) ? Object.values(value) : [];
  const content = only.length === 1 && Array.isArray(only[0]) ? only[0] : value;
  const lines = layout.top(content, options.width);
  return { lines, cut: layout.cut, shortened: layout.shortened };
}

class Layout {
  cut = false;
  shortened = false;
  readonly #colors: Colors;

  constructor(colors: Colors) {
    this.#colors = colors;
  }

  top(value: unknown, width: number): string[] {
    if (isScalar(value)) return terminalSafe(scalarText(value)).split('\n');
    if (Array.isArray(value) && value.length > 0 && value.every(isScalar)) return value.map(inline);
    return this.#block(value, width, 1);
  }

  #block(value: unknown, width: number, depth: number): string[] {
    if (Array.isArray(value)) return this.#list(value, width, depth);
    if (isObject(value)) return this.#properties(value, width, depth);
    return typeof value === 'string' && value.includes('\n') ? terminalSafe(value).split('\n') : [inline(value)];
  }

  #list(items: readonly unknown[], width: number, depth: number): string[] {
    if (items.length === 0) return [nothing];
    if (depth > deepest) return this.#omit(`[… ${count(items.length, 'item')}]`);
    const table = isTabular(items) ? formatTable(items, width, this.#colors) : undefined;
    if (table !== undefined) {
      this.shortened ||= table.shortened;
      return table.lines;
    }
    return items.flatMap((item) => {
      const [first = '', ...rest] = this.#block(item, narrower(width), depth + 1);
      return [`- ${first}`, ...indent(rest)];
    });
  }

  #properties(object: JsonObject, width: number, depth: number): string[] {
    const entries = Object.entries(object);
    if (entries.length === 0) return [nothing];
    if (depth > deepest) return this.#omit(`{… ${count(entries.length, 'property', 'properties')}}`);
    const rows = entries.map(([key, value]) => ({
      key: `${terminalSafeLine(key)}:`,
      value,
      short: oneLine(value, width),
    }));
    const keyWidth = widestOf(rows.filter((row) => row.short !== undefined).map((row) => row.key));
    return rows.flatMap(({ key, value, short }) => {
      if (short !== undefined) return [`${this.#colors.cyan(padToWidth(key, keyWidth))} ${short}`];
      const mark = typeof value === 'string' ? ' |' : '';
      return [this.#colors.cyan(key) + mark, ...indent(this.#block(value, narrower(width), depth + 1))];
    });
  }

  #omit(text: string): string[] {
    this.cut = true;
    return [this.#colors.dim(text)];
  }
}

/** The value as the rest of a line, or `undefined` when it needs lines of its own. */
function oneLine(value: unknown, width: number): string | undefined {
  if (typeof value === 'string') return value.includes('\n') ? undefined : inline(value);
  if (isScalar(value)) return inline(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return nothing;
    // With a comma in one of them nobody could tell where it ends.
    if (!value.every((item) => isScalar(item) && !String(item).includes(','))) return undefined;
    const joined = value.map(inline).join(', ');
    return displayWidth(joined) <= width / 2 ? joined : undefined;
  }
  return Object.keys(value as JsonObject).length === 0 ? nothing : undefined;
}

function inline(value: unknown): string {
  return value === '' ? '""' : terminalSafeLine(scalarText(value));
}

function narrower(width: number): number {
  return Math.max(narrowest, width - 2);
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
