// How this installation of cmdgate is started: by a person who pastes a line, and by a program that knows neither this
// terminal's PATH nor its directory.

import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathWithin } from '../machine/paths/is-inside.js';
import { realPathOf } from '../machine/paths/real-path.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Installation {
  /** The executable's file in this package. */
  readonly script: string;
  /** Where a shell finds it by its name. */
  readonly onPath: string | undefined;
  /** The link that npm made for a project at or above the directory. */
  readonly inProject: string | undefined;
  /** npx fetched it for one call: the next cleaning of npm's cache removes it. */
  readonly isFetched: boolean;
}

const name = 'cmdgate';

export function findInstallation(directory: string, environment: Environment): Installation {
  const script = ownScript();
  const isThis = (path: string) => isRunnable(path) && realPathOf(path) === script;
  const onPath = (environment.PATH ?? '')
    .split(delimiter)
    // npx and npm put these in front for what they start. The shell of the person does not have them.
    .filter((entry) => entry !== '' && !/[/\\](?:node_modules[/\\]\.bin|node-gyp-bin)[/\\]?$/.test(entry))
    .map((entry) => join(entry, name))
    .find(isRunnable);
  return {
    script,
    onPath: onPath !== undefined && isThis(onPath) ? onPath : undefined,
    inProject: ancestors(directory)
      .map((one) => join(one, 'node_modules', '.bin', name))
      .find(isThis),
    isFetched: /[/\\]_npx[/\\]/.test(script),
  };
}

/** The words by which a person starts it in that directory. */
export function wordsToPaste(directory: string, environment: Environment): readonly string[] {
  const { script, onPath, inProject, isFetched } = findInstallation(directory, environment);
  if (onPath !== undefined) return [name];
  // npx looks into the project first, and asks before it fetches anything.
  if (inProject !== undefined || isFetched) return ['npx', name];
  return ['node', pathWithin(script, directory) ?? script];
}

/** The words by which a program starts it that knows neither this terminal's PATH nor its directory. */
export function wordsForPrograms(environment: Environment): readonly [string, string] {
  return [lastingNode(environment), ownScript()];
}

/** The path of Node that is likely to outlive an update: the one on the PATH, where it is this Node. */
export function lastingNode(environment: Environment): string {
  const running = realPathOf(process.execPath);
  const found = (environment.PATH ?? '')
    .split(delimiter)
    .filter((entry) => entry !== '' && !/[/\\]node_modules[/\\]/.test(entry))
    .map((entry) => join(entry, 'node'))
    .find((path) => isRunnable(path) && realPathOf(path) === running);
  return found ?? process.execPath;
}

/** `dist/chunks/….js` and `src/owner/….ts` are equally deep. */
function ownScript(): string {
  const path = fileURLToPath(new URL('../../bin/cmdgate.js', import.meta.url));
  return realPathOf(path) ?? path;
}

function ancestors(directory: string): readonly string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [directory, ...ancestors(parent)];
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
