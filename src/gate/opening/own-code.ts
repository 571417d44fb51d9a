// Code in the workspace that the gate itself runs: a program that could write it would run outside with the next start.

import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { isInside } from '../../machine/paths/is-inside.js';
import { realPathSoFar } from '../../machine/paths/real-path.js';
import { findNeededBy, findPackages } from '../../sources/typescript/find-packages.js';

/**
 * The directory of this package, those of packages that it needs or that these modules import, as far as they lie in
 * the workspace.
 * One that is reached by a link is left out: nothing can be mounted at a link.
 */
export function codeIn(
  workspace: string,
  modules: readonly string[],
  ownDirectory = dirname(fileURLToPath(import.meta.url)),
): readonly string[] {
  const own = ownPackage(ownDirectory);
  // Not where somebody works on this package.
  const loaded = own === undefined || own === workspace ? [] : [own, ...findNeededBy(own), ...checksBeside(own)];
  const directories = [...loaded, ...findPackages(modules)];
  return [...new Set(directories)].filter((directory) => isPlainlyIn(directory, workspace));
}

/**
 * The owner's `conformance` and `contract` load this one by its name: also where it is missing, no program may put it
 * there. `pg` may be made, since people use it for themselves: a gate that needs it does not start without it.
 */
function checksBeside(own: string): readonly string[] {
  const isInstalled = basename(dirname(own)) === 'node_modules' && realPathSoFar(own) === own;
  return isInstalled ? [join(dirname(own), 'cmdgate-checks')] : [];
}

/** Undefined where this code was bundled into another package: that one is somebody's work, and not ours to protect. */
function ownPackage(from: string): string | undefined {
  const name = packageName(join(from, 'package.json'));
  if (name !== undefined) return name === 'cmdgate' ? from : undefined;
  const parent = dirname(from);
  return parent === from ? undefined : ownPackage(parent);
}

/** Undefined where there is no package. */
function packageName(file: string): string | undefined {
  try {
    const text = readPlainFile(file, mostBytes)?.toString('utf8');
    return text === undefined ? undefined : String((JSON.parse(text) as { name?: unknown }).name);
  } catch {
    return '';
  }
}

const mostBytes = 1024 * 1024;

function isPlainlyIn(directory: string, workspace: string): boolean {
  return directory !== workspace && isInside(directory, workspace) && realPathSoFar(directory) === directory;
}
