export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** A non-empty list of objects that hold nothing deeper than a list of plain values. */
export function isTabular(value: readonly unknown[]): value is readonly JsonObject[] {
  return value.length > 0 && value.every(isFlatObject);
}

function isFlatObject(value: unknown): boolean {
  if (!isObject(value)) return false;
  const values = Object.values(value);
  return values.length > 0 && values.every((item) => (Array.isArray(item) ? item.every(isScalar) : isScalar(item)));
}

export function scalarText(value: unknown): string {
  return value === null || value === undefined ? '(none)' : String(value);
}

/** A property of the object itself: a row without a column named `constructor` has an empty cell there. */
export function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
