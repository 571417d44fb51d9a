import { accessSync, constants, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where programs are looked for: the usual places, and the Node that runs the tests. */
export const searchPath = [
  ...new Set([
    '/usr/local/sbin',
    '/usr/local/bin',
    '/usr/sbin',
    '/usr/bin',
    '/sbin',
    '/bin',
    dirname(process.execPath),
  ]),
];

const known = new Map<string, string | undefined>();

/** The file that is started for a name, or undefined when the program is not installed. */
export function programPath(name: string): string | undefined {
  if (!known.has(name)) known.set(name, searchPath.map((folder) => join(folder, name)).find(isProgram));
  return known.get(name);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
