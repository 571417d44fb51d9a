// The registries that `.npmrc` of a workspace names. The owner's own is not in the sandbox, and counts for nothing there.

import { dirname } from 'node:path';
import { isInside } from '../../../machine/paths/is-inside.js';
import { readSmallFile } from '../read-small-file.js';

const mostBytes = 64 * 1024;

const line = /^\s*(?:(@[^:\s=]+):)?registry\s*=\s*(.*?)\s*$/;

export interface NpmRegistries {
  /** For every package that no other one is for. */
  readonly usual: string | undefined;
  readonly ofScopes: readonly string[];
}

/** From the directory up to the workspace: the nearest file counts. */
export function readNpmRegistries(
  directory: string,
  workspace: string,
  variables: Readonly<Record<string, string>>,
): NpmRegistries {
  for (let here = directory; isInside(here, workspace); here = dirname(here)) {
    const read = readSmallFile(`${here}/.npmrc`, mostBytes);
    if (read instanceof Buffer) return registriesIn(read.toString('utf8'), variables);
    if (here === workspace) break;
  }
  return { usual: undefined, ofScopes: [] };
}

function registriesIn(text: string, variables: Readonly<Record<string, string>>): NpmRegistries {
  const found = text.split('\n').flatMap((written) => {
    const [, scope, value] = line.exec(written) ?? [];
    return value === undefined ? [] : [{ scope, value: fill(value.replace(/^(["'])(.*)\1$/, '$2'), variables) }];
  });
  return {
    usual: found.findLast(({ scope }) => scope === undefined)?.value,
    ofScopes: found.filter(({ scope }) => scope !== undefined).map(({ value }) => value),
  };
}

/** `${NAME}`, as npm has it. */
function fill(value: string, variables: Readonly<Record<string, string>>): string {
  return value.replace(/\$\{([^}]+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole,
  );
}
