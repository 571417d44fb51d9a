import { colors } from './colors.js';
import { formatValue } from './format-value.js';

/** One value of a stream, as a person reads it when it comes. */
export function formatStreamed(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  const { lines } = formatValue(JSON.parse(json), { width: Number.POSITIVE_INFINITY, colors: colors(false) });
  return `${lines.join('\n')}\n`;
}
