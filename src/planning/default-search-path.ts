import { delimiter, isAbsolute, resolve } from 'node:path';

const usual = ['/usr/local/bin', '/usr/bin', '/bin'];

/** Where programs are looked up unless the owner says: the gate's own PATH, absolute directories only, each once. */
export function defaultSearchPath(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const directories = (environment.PATH ?? '').split(delimiter).filter(isAbsolute);
  return directories.length === 0 ? usual : [...new Set(directories.map((directory) => resolve(directory)))];
}
