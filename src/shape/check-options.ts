// The options of a function, given by a program: its author has a compiler, or reads what is thrown.

import { nearestOf } from '../command-line/nearest.js';

/** Every option of a type, by name: one that is forgotten here does not compile. */
export type OptionNames<T> = { readonly [Key in keyof T]-?: true };

/** Throws a TypeError: a mistyped option must not be one that is silently not there. */
export function checkOptions<T extends object>(owner: string, options: T | undefined, known: OptionNames<T>): void {
  for (const name of Object.keys(options ?? {})) {
    if (Object.hasOwn(known, name)) continue;
    const nearest = nearestOf(name, Object.keys(known));
    throw new TypeError(`${owner} has no option "${name}".${nearest ? ` Did you mean "${nearest}"?` : ''}`);
  }
}
