/**
 * A value in a form that JSON can say, and that only the same value has: `5`, `"5"` and `5n` differ, and the order of an
 * object's keys does not matter. What cannot be looked into counts as what was `written` for it.
 */
export function exactly(value: unknown, written: unknown): unknown {
  const inner = (item: unknown) => exactly(item, written);
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return [typeof value, String(value)];
  if (Array.isArray(value)) return ['list', ...value.map(inner)];
  if (value instanceof Map) return ['map', ...[...value].map(inner)];
  if (value instanceof Set) return ['set', ...[...value].map(inner)];
  if (value instanceof Date) return ['date', value.getTime()];
  if (!isPlain(value)) return ['opaque', written];
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return ['object', ...entries.map(([key, item]) => [key, inner(item)])];
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
