// Files that run something for whoever opens a directory, an editor, git, a shell or a package manager there. A program
// that can write them waits for a person to come by. What only gives instructions, or is the work itself (package.json,
// Makefile, sources), is not here.

import { runByTools } from '../../../vocabulary/obeyed-names.js';

const { names, inDirectories, endings, beginnings } = runByTools;
const exact: ReadonlySet<string> = new Set(names);
const nested = new Map(Object.entries(inDirectories).map(([directory, entries]) => [directory, new Set(entries)]));

/** `directory` is the name of the directory that the entry is in. */
export function isTrap(name: string, directory: string): boolean {
  if (exact.has(name)) return true;
  if (nested.get(directory)?.has(name)) return true;
  return beginnings.some((text) => name.startsWith(text)) || endings.some((text) => name.endsWith(text));
}

/** All of it, as an owner would write it. */
export const trapNames: readonly string[] = [
  ...names,
  ...Object.entries(inDirectories).flatMap(([directory, entries]) => entries.map((entry) => `${directory}/${entry}`)),
  ...endings.map((ending) => `*${ending}`),
  ...beginnings.map((beginning) => `${beginning}*`),
];

/**
 * Whether the owner lets agents write it: by its name as it is in the list (`.npmrc`, `.github/workflows`,
 * `*.code-workspace`), at any depth. Single paths are named in `writable`.
 */
export function isUnprotected(name: string, directory: string, unprotected: readonly string[]): boolean {
  return unprotected.some((text) => {
    if (text === name || text === `${directory}/${name}`) return true;
    if (text.startsWith('*')) return name.endsWith(text.slice(1));
    return text.endsWith('*') && name.startsWith(text.slice(0, -1));
  });
}
