import { type Document, unreadable } from '../documents/document.js';
import { type FileAdvice, type FileReaders, readFile, textReaders } from '../documents/read-document.js';
import { exposureOf } from '../machine/files/exposure.js';
import { describeImportFailure, importModule } from '../sources/typescript/import-module.js';
import { requireTrust } from './trust/require-trust.js';

const advice: FileAdvice = {
  unknownKind: 'Use a .json, .yaml, .ts or .js file.',
  notAFile: 'Name a configuration file.',
  empty: 'Write {} to keep all defaults.',
};

const readers: FileReaders = { ...textReaders(advice), '.ts': readModule, '.js': readModule, '.mjs': readModule };

/**
 * Reads a configuration file, by its extension. Never rejects for what the file holds: `problems` says it. One that
 * others can write is not read: they would say what may run here, and it may be a program. Rejects with an
 * UntrustedConfiguration where a program of an agent may have written it.
 */
export async function readConfiguration(file: string): Promise<Document> {
  requireTrust(file, 'named');
  const exposed = exposureOf(file);
  if (exposed?.kind !== 'written') return await readFile(file, readers, advice);
  return unreadable({ message: `${exposed.message}.`, fix: `Run: ${exposed.fix}` });
}

async function readModule(file: string): Promise<Document> {
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = await importModule(file);
  } catch (error) {
    const { reason, place } = describeImportFailure(error);
    const message = `The file could not be loaded: ${reason}`;
    return unreadable({ place, message, fix: 'Fix the program; it must run on its own.' });
  }
  if (exports.default === undefined) {
    return unreadable({ message: 'The file has no default export.', fix: 'Write: export default { … }' });
  }
  return { value: exports.default, problems: [], locate: () => undefined };
}
