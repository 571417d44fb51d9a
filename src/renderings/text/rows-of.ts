// Any JSON value as the rows of a table.

import { isObject, type JsonObject, own } from './value-kinds.js';

export interface Rows {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** An object that only holds one list is that list. What has no names of its own stands in `value`. */
export function rowsOf(data: unknown): Rows {
  const only = isObject(data) ? Object.values(data) : [];
  const content = only.length === 1 && Array.isArray(only[0]) ? only[0] : data;
  if (content === null || content === undefined) return { names: [], rows: [] };
  const items: readonly unknown[] = Array.isArray(content) ? content : [content];
  const objects = items.map((item): JsonObject => (isObject(item) ? item : { value: item }));
  const names = [...new Set(objects.flatMap((item) => Object.keys(item)))];
  return { names, rows: objects.map((item) => names.map((name) => own(item, name))) };
}
