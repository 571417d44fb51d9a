import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { replaceWhole } from '../../../machine/files/whole-file.js';
import { makeCallFilter } from './call-filter.js';

/** The file from which bubblewrap reads which calls are refused, made once in a directory that only the gate can write. */
export function callFilterFile(directory: string): string | undefined {
  const file = join(directory, 'system-calls');
  if (existsSync(file)) return file;
  const filter = makeCallFilter(process.arch);
  if (!filter) return undefined;
  replaceWhole(file, filter);
  return file;
}
