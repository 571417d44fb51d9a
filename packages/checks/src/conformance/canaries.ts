import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files that only a shell would create: a directory of our own, which has to stay empty. */
export interface Canaries {
  /** The absolute path of a file that does not exist. */
  path(name: string): string;
  /** The names of those that exist now. */
  hatched(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** Makes the directory. */
export async function prepareCanaries(): Promise<Canaries> {
  const directory = await mkdtemp(join(tmpdir(), 'acli-conformance-'));
  return {
    path: (name) => join(directory, name),
    hatched: () => readdir(directory),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
