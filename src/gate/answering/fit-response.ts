// Answers that are too large for the door: what fits, and an honest word about what does not.
import type { Truncation } from '../../vocabulary/outcome.js';

export interface Fitted {
  readonly data: unknown;
  readonly json: string;
  readonly truncated: Truncation | undefined;
}

/** Data as JSON of at most `limitBytes`. A list keeps its first items, anything else the beginning of its text. */
export function fitResponse(data: unknown, json: string, limitBytes: number): Fitted {
  // One UTF-16 unit is at most three bytes, so most answers need no counting.
  if (json.length * 3 <= limitBytes) return { data, json, truncated: undefined };
  const totalBytes = Buffer.byteLength(json);
  if (totalBytes <= limitBytes) return { data, json, truncated: undefined };
  const fitted = cut(JSON.parse(json), limitBytes);
  return { data: fitted, json: JSON.stringify(fitted), truncated: { limitBytes, totalBytes } };
}

function cut(value: unknown, limitBytes: number): unknown {
  if (Array.isArray(value)) return firstItems(value, limitBytes - 2);
  if (typeof value === 'object' && value !== null) {
    const longest = longestList(value as Record<string, unknown>);
    if (longest) {
      const [key, list] = longest;
      const rest = Buffer.byteLength(JSON.stringify({ ...value, [key]: [] }));
      if (rest < limitBytes) return { ...value, [key]: firstItems(list, limitBytes - rest) };
    }
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return beginning(text, limitBytes);
}

function firstItems(list: readonly unknown[], limitBytes: number): unknown[] {
  const kept: unknown[] = [];
  let bytes = 0;
  for (const item of list) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes > limitBytes) break;
    kept.push(item);
  }
  return kept;
}

function longestList(value: Record<string, unknown>): [string, unknown[]] | undefined {
  let longest: [string, unknown[]] | undefined;
  for (const [key, item] of Object.entries(value)) {
    if (Array.isArray(item) && item.length > (longest?.[1].length ?? 0)) longest = [key, item];
  }
  return longest;
}

/** As much text as fits when written as JSON, never half a character. */
function beginning(text: string, limitBytes: number): string {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (Buffer.byteLength(JSON.stringify(text.slice(0, middle))) <= limitBytes) low = middle;
    else high = middle - 1;
  }
  return text
    .slice(0, low)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
}
