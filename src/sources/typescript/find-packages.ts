// The packages that the gate loads with the modules of the owner, and with itself.

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findImports, isModule, namesIn, textOf } from './find-imports.js';

const mostPackages = 100;

/** Packages that modules import, with what those need themselves: the directories in which Node would find them. */
export function findPackages(files: readonly string[]): readonly string[] {
  const imported = findImports(files)
    .filter(isModule)
    .flatMap((file) => namesIn(file).map((name) => ({ name: packageName(name), from: dirname(file) })));
  return follow(imported);
}

/** What a package needs, wherever Node would find it: mostly beside the package, and not in it. */
export function findNeededBy(directory: string): readonly string[] {
  return follow(dependenciesOf(directory).map((name) => ({ name, from: directory })));
}

interface Needed {
  readonly name: string | undefined;
  /** The directory of whoever needs it. */
  readonly from: string;
}

function follow(waiting: Needed[]): readonly string[] {
  const found = new Set<string>();
  for (let next = waiting.pop(); next !== undefined && found.size < mostPackages; next = waiting.pop()) {
    const directory = next.name === undefined ? undefined : findPackage(next.name, next.from);
    if (directory === undefined || found.has(directory)) continue;
    found.add(directory);
    for (const name of dependenciesOf(directory)) waiting.push({ name, from: directory });
  }
  return [...found];
}

/** `zod` of `zod/v4`, `@scope/name` of `@scope/name/part`. */
function packageName(specifier: string): string | undefined {
  return /^(?:@[\w.-]+\/)?[A-Za-z0-9][\w.-]*(?=\/|$)/.exec(specifier)?.[0];
}

function findPackage(name: string, from: string): string | undefined {
  const directory = join(from, 'node_modules', name);
  if (isDirectory(directory)) return directory;
  const parent = dirname(from);
  return parent === from ? undefined : findPackage(name, parent);
}

function dependenciesOf(directory: string): readonly string[] {
  try {
    const written = JSON.parse(textOf(join(directory, 'package.json'))) as Record<string, unknown>;
    return ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) =>
      Object.keys((written[kind] ?? {}) as object),
    );
  } catch {
    return [];
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
