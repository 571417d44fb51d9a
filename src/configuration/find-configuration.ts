import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { toReason } from '../documents/to-reason.js';
import { ConfigurationError } from './configuration-error.js';
import { configurationNames } from './configuration-names.js';
import { isTrusted, requireTrust } from './trust/require-trust.js';

export { configurationNames } from './configuration-names.js';

/** Near enough to be meant; passing over one without a word would drop the rules written in it. */
const misnamed: Readonly<Record<string, string>> = {
  'cmdgate.config.yml': 'cmdgate.config.yaml',
  'cmdgate.config.mjs': 'cmdgate.config.js',
};

/**
 * What `--config` named, or else the nearest; `false` asks for none. Throws where the nearest one may have been written
 * by an agent.
 */
export function chooseConfiguration(named: string | false | undefined, directory: string): string | undefined {
  if (named === false) return undefined;
  if (named !== undefined) return resolve(directory, named);
  const file = findConfiguration(directory);
  if (file !== undefined) requireTrust(file, 'found');
  return file;
}

/**
 * The configuration file of the nearest directory upwards that has one. Of several in one directory the first counts, in
 * the order of their names above; but one that may be an agent's takes the place of none.
 */
export function findConfiguration(startDirectory: string): string | undefined {
  let directory = resolve(startDirectory);
  while (true) {
    const found = configurationNames.filter((name) => exists(join(directory, name)));
    const [first, ...others] = found.map((name) => join(directory, name));
    if (first !== undefined) return others.length === 0 ? first : ([first, ...others].find(isTrusted) ?? first);
    const wrong = Object.keys(misnamed).find((name) => exists(join(directory, name)));
    if (wrong !== undefined) throw wrongName(join(directory, wrong), misnamed[wrong] ?? '');
    const parent = dirname(directory);
    if (parent === directory) return undefined;
    directory = parent;
  }
}

/** Links count without being followed: one that leads nowhere is a mistake to report, not a file that is missing. */
function exists(file: string): boolean {
  try {
    const entry = lstatSync(file, { throwIfNoEntry: false });
    // A directory stands there while a program runs that must not make the file.
    return entry !== undefined && !entry.isDirectory();
  } catch (error) {
    const message = `Whether this file exists cannot be told (${toReason(error)}).`;
    throw new ConfigurationError([{ file, key: '', message, fix: 'Make its directory readable.' }]);
  }
}

/** What is not read because another one counts. */
export function findUnread(file: string): readonly string[] {
  const directory = dirname(file);
  return configurationNames.map((name) => join(directory, name)).filter((path) => path !== file && exists(path));
}

function wrongName(file: string, right: string): ConfigurationError {
  const message = 'This name is not one of cmdgate.config.json, .yaml, .ts and .js.';
  return new ConfigurationError([{ file, key: '', message, fix: `Rename the file to ${right}.` }]);
}
