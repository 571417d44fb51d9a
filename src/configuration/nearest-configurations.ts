import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { toReason } from '../documents/to-reason.js';
import { ConfigurationError } from './configuration-error.js';
import { configurationNames } from './configuration-names.js';

/** Near enough to be meant; passing over one without a word would drop the rules written in it. */
const misnamed: Readonly<Record<string, string>> = {
  'cmdgate.config.yml': 'cmdgate.config.yaml',
  'cmdgate.config.mjs': 'cmdgate.config.js',
};

/** The configuration files of the nearest directory upwards that has any, in the order in which they count. */
export function nearestConfigurations(startDirectory: string): readonly string[] {
  let directory = resolve(startDirectory);
  while (true) {
    const found = configurationsIn(directory);
    if (found.length > 0) return found;
    const wrong = Object.keys(misnamed).find((name) => exists(join(directory, name)));
    if (wrong !== undefined) throw wrongName(join(directory, wrong), misnamed[wrong] ?? '');
    const parent = dirname(directory);
    if (parent === directory) return [];
    directory = parent;
  }
}

export function configurationsIn(directory: string): readonly string[] {
  return configurationNames.map((name) => join(directory, name)).filter(exists);
}

/** Links count without being followed: one that leads nowhere is a mistake to report, not a file that is missing. */
function exists(file: string): boolean {
  try {
    const entry = lstatSync(file, { throwIfNoEntry: false });
    // A directory of that name is no configuration.
    return entry !== undefined && !entry.isDirectory();
  } catch (error) {
    const message = `It cannot be determined whether this file exists (${toReason(error)}).`;
    throw new ConfigurationError([{ file, key: '', message, fix: 'Make its directory readable.' }]);
  }
}

function wrongName(file: string, right: string): ConfigurationError {
  const message = 'This name is not one of cmdgate.config.json, .yaml, .ts and .js.';
  return new ConfigurationError([{ file, key: '', message, fix: `Rename the file to ${right}.` }]);
}
