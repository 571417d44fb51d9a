import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { describeImportFailure, importModule } from '../sources/typescript/import-module.js';
import { parseJson } from './parse-json.js';
import { parseYaml } from './parse-yaml.js';
import { emptyFile, type RawConfiguration, unreadable } from './raw-configuration.js';
import { toReason } from './resolve-secret.js';

const largestFile = 1024 * 1024;

const readers: Readonly<Record<string, (file: string) => Promise<RawConfiguration> | RawConfiguration>> = {
  '.json': (file) => readText(file, parseJson),
  '.yaml': (file) => readText(file, parseYaml),
  '.yml': (file) => readText(file, parseYaml),
  '.ts': readModule,
  '.js': readModule,
  '.mjs': readModule,
};

/** Reads a configuration file, by its extension. Never rejects for what the file holds: `problems` says it. */
export async function readConfiguration(file: string): Promise<RawConfiguration> {
  const reader = readers[extname(file)];
  if (reader === undefined) {
    return unreadable({ message: 'This kind of file is not known.', fix: 'Use a .json, .yaml, .ts or .js file.' });
  }
  try {
    const stats = statSync(file);
    if (!stats.isFile()) return unreadable({ message: 'This is not a file.', fix: 'Name a configuration file.' });
    if (stats.size > largestFile) {
      return unreadable({ message: `The file is larger than ${largestFile} bytes.`, fix: 'Name the right file.' });
    }
    return await reader(file);
  } catch (error) {
    const message = `The file cannot be read (${toReason(error)}).`;
    return unreadable({ message, fix: 'Name a file that exists and that you may read.' });
  }
}

function readText(
  file: string,
  parse: (text: string) => Promise<RawConfiguration> | RawConfiguration,
): Promise<RawConfiguration> | RawConfiguration {
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) return unreadable({ message: 'The file is not UTF-8 text.', fix: 'Save it as UTF-8.' });
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  return text.trim() === '' ? emptyFile() : parse(text);
}

async function readModule(file: string): Promise<RawConfiguration> {
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = await importModule(file);
  } catch (error) {
    const { reason, place } = describeImportFailure(error);
    const message = `The file could not be loaded: ${reason}`;
    return unreadable({ place, message, fix: 'Correct the program; it has to run on its own.' });
  }
  if (exports.default === undefined) {
    return unreadable({ message: 'The file has no default export.', fix: 'Write: export default { … }' });
  }
  return { value: exports.default, problems: [], locate: () => undefined };
}
