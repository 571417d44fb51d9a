import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { readPlainFile } from '../machine/files/read-plain-file.js';
import { type Document, unreadable } from './document.js';
import { parseJson } from './parse-json.js';
import { parseYaml } from './parse-yaml.js';
import { toReason } from './to-reason.js';

type Awaitable<T> = Promise<T> | T;

/** What a problem with the file itself says to do: only the reader knows what the file is for. */
export interface FileAdvice {
  readonly unknownKind: string;
  readonly notAFile: string;
  readonly empty: string;
}

/** How a kind of file is read, by its extension. */
export type FileReaders = Readonly<Record<string, (file: string) => Awaitable<Document>>>;

const largestFile = 1024 * 1024;

/** Reads JSON and YAML by the file's extension. Never rejects for what the file holds: `problems` says it. */
export function readDocument(file: string, advice: FileAdvice): Promise<Document> {
  return readFile(file, textReaders(advice), advice);
}

export function textReaders(advice: FileAdvice): FileReaders {
  const yaml = (file: string) => readText(file, parseYaml, advice);
  return { '.json': (file) => readText(file, parseJson, advice), '.yaml': yaml, '.yml': yaml };
}

/** The same for whatever kinds of file there are readers for. */
export async function readFile(file: string, readers: FileReaders, advice: FileAdvice): Promise<Document> {
  const reader = readers[extname(file)];
  if (reader === undefined) {
    return unreadable({ message: 'Unknown file type.', fix: advice.unknownKind });
  }
  try {
    const stats = statSync(file);
    if (!stats.isFile()) return unreadable({ message: 'This is not a file.', fix: advice.notAFile });
    if (stats.size > largestFile) {
      return unreadable({ message: `The file is larger than ${largestFile} bytes.`, fix: 'Name the right file.' });
    }
    return await reader(file);
  } catch (error) {
    const message = `The file cannot be read (${toReason(error)}).`;
    return unreadable({ message, fix: 'Name a file that exists and that you can read.' });
  }
}

async function readText(
  file: string,
  parse: (text: string) => Awaitable<Document | 'empty'>,
  advice: FileAdvice,
): Promise<Document> {
  const bytes = readPlainFile(file, largestFile) ?? Buffer.alloc(0);
  if (!isUtf8(bytes)) return unreadable({ message: 'The file is not UTF-8 text.', fix: 'Save it as UTF-8.' });
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const document = text.trim() === '' ? 'empty' : await parse(text);
  return document === 'empty' ? unreadable({ message: 'The file is empty.', fix: advice.empty }) : document;
}
