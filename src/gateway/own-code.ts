// Code in the workspace that the gate itself runs: a program that could write it would run outside with the next start.

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPackages } from '../sources/typescript/find-imports.js';

/**
 * The directory of this package, and those of packages that these modules import, as far as they lie in the workspace.
 * One that is reached by a link is left out: nothing can be mounted at a link.
 */
export function codeIn(workspace: string, modules: readonly string[]): readonly string[] {
  const directories = [ownPackage(dirname(fileURLToPath(import.meta.url))), ...findPackages(modules)];
  return directories.filter((directory) => directory !== undefined && isPlainlyIn(directory, workspace)) as string[];
}

/** Undefined where the files were put elsewhere without their package.json. */
function ownPackage(from: string): string | undefined {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  return parent === from ? undefined : ownPackage(parent);
}

/** Not the workspace itself: then somebody works on this package. */
function isPlainlyIn(directory: string, workspace: string): boolean {
  const way = relative(workspace, directory);
  return way !== '' && !way.startsWith('..') && realpathSync.native(directory) === directory;
}
