/** What kind of value this is, in the words of people who write JSON and YAML. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'object') return isRecord(value) ? 'an object' : 'an instance of a class';
  return `a ${typeof value}`;
}

/** An object as JSON has it: not a list, and of no class. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Any object that is not a list: a program may have made it of a class. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
