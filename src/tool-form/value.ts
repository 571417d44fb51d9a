// What templates and arguments are made of: JSON, and bytes.

export type Scalar = null | boolean | number | string | Uint8Array;
export type Value = Scalar | readonly Value[] | ValueObject;

export interface ValueObject {
  readonly [name: string]: Value;
}

export function isObject(value: Value | undefined): value is ValueObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

export function isArray(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** A property of the object itself: `constructor` and `length` exist only where somebody wrote them. */
export function ownValue(value: Value | undefined, name: string): Value | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Sets a property of any name; a plain assignment to `__proto__` would lose it. */
export function setOwn(target: Record<string, Value>, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[name] = value;
  }
}
