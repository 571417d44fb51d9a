// A directory of the workspace, opened part by part without following a link: whatever a program puts in the place of a
// directory meanwhile, nothing is written anywhere else.

import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;

let showsOpen: boolean | undefined;

/** `make`: directories that are missing are made. Throws where one is a link, a file, or missing. */
export function inFolder<T>(root: string, path: string, make: 'make' | 'find', work: (folder: string) => T): T {
  showsOpen ??= existsSync('/proc/self/fd');
  return showsOpen ? throughDescriptors(root, path, make, work) : throughPaths(root, path, make, work);
}

function throughDescriptors<T>(root: string, path: string, make: 'make' | 'find', work: (folder: string) => T): T {
  let descriptor = openSync(root, O_RDONLY | O_DIRECTORY);
  try {
    for (const part of partsOf(path)) {
      const next = `/proc/self/fd/${descriptor}/${part}`;
      if (make === 'make') makeUnlessThere(next);
      const opened = openSync(next, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      closeSync(descriptor);
      descriptor = opened;
    }
    return work(`/proc/self/fd/${descriptor}`);
  } finally {
    closeSync(descriptor);
  }
}

/** Where the system does not show open directories as paths, a program that runs meanwhile can still be faster. */
function throughPaths<T>(root: string, path: string, make: 'make' | 'find', work: (folder: string) => T): T {
  let folder = root;
  for (const part of partsOf(path)) {
    folder = `${folder}/${part}`;
    if (make === 'make') makeUnlessThere(folder);
    if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is not a directory`);
  }
  return work(folder);
}

function makeUnlessThere(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Names come from the file of a state, and are names all the same: none of them leads upwards. */
function partsOf(path: string): readonly string[] {
  const parts = path === '' ? [] : path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) throw new Error(`${path} is not a path`);
  return parts;
}
