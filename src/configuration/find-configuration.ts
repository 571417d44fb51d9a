import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { toReason } from '../documents/to-reason.js';
import { ConfigurationError } from './configuration-error.js';

export const configurationNames = ['json', 'yaml', 'ts', 'js'].map((extension) => `cmdgate.config.${extension}`);

/** Near enough to be meant; passing over one without a word would drop the rules written in it. */
const misnamed: Readonly<Record<string, string>> = {
  'cmdgate.config.yml': 'cmdgate.config.yaml',
  'cmdgate.config.mjs': 'cmdgate.config.js',
};

/** What `--config` named, or else the nearest; `false` asks for none. */
export function chooseConfiguration(named: string | false | undefined, directory: string): string | undefined {
  if (named === false) return undefined;
  return named === undefined ? findConfiguration(directory) : resolve(directory, named);
}

/** The configuration file of the nearest directory upwards that has one. Two in one directory are refused. */
export function findConfiguration(startDirectory: string): string | undefined {
  let directory = resolve(startDirectory);
  while (true) {
    const found = configurationNames.filter((name) => exists(join(directory, name)));
    const [first, ...others] = found;
    if (first !== undefined && others.length === 0) return join(directory, first);
    if (first !== undefined) throw twoFiles(directory, found);
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

function twoFiles(directory: string, found: readonly string[]): ConfigurationError {
  return new ConfigurationError([
    {
      file: directory,
      key: '',
      message: `${found.join(' and ')} stand side by side, and only one can count.`,
      fix: 'Remove one, or name the right one with --config.',
    },
  ]);
}

function wrongName(file: string, right: string): ConfigurationError {
  const message = 'This name is not one of cmdgate.config.json, .yaml, .ts and .js.';
  return new ConfigurationError([{ file, key: '', message, fix: `Rename the file to ${right}.` }]);
}
