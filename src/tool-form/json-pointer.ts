import { ownValue, type Value } from './value.js';

/** The pointer of a property or element below another pointer. */
export function below(pointer: string, name: string | number): string {
  if (typeof name === 'number') return `${pointer}/${name}`;
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The names of a JSON Pointer (RFC 6901), or undefined when the text is none. */
export function readPointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What a pointer leads to, through own properties only. */
export function follow(value: Value, names: readonly string[]): Value | undefined {
  let here: Value | undefined = value;
  for (const name of names) {
    if (here === undefined) return undefined;
    if (Array.isArray(here))
      here = /^(?:0|[1-9]\d*)$/.test(name) ? (here as readonly Value[])[Number(name)] : undefined;
    else here = ownValue(here, name);
  }
  return here;
}

/** The names of a pointer that a host wrote into its options. */
export function readHostPointer(pointer: string): string[] {
  const names = readPointer(pointer);
  if (!names) throw new TypeError(`Not a JSON Pointer: ${JSON.stringify(pointer)}.`);
  return names;
}
