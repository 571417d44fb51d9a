// Where the output of a run lies: `<directory>/<prefix>/<number>.<stream>` for the run `run_<prefix>_<number>`. The prefix
// is that of the gate, so that each gate writes into a directory of its own.

import { basename, dirname } from 'node:path';
import { OpenDirectory } from '../../../../machine/files/open-directory.js';

export const outputNames = ['stdout', 'stderr', 'data'] as const;

const prefixForm = /^[0-9a-z]{1,40}$/;
const fileForm = /^[0-9a-z]{1,13}\.(?:stdout|stderr|data)(?:\.tail)?$/;

export interface StoredPlace {
  readonly prefix: string;
  readonly fileName: string;
}

/** Of `run_<prefix>_<number>.<stream>`; undefined where it is not of this form. */
export function placeOf(fileName: string): StoredPlace | undefined {
  const [start, prefix = '', rest = '', ...more] = fileName.split('_');
  const isPlace = start === 'run' && isPrefix(prefix) && isStoredFile(rest) && more.length === 0;
  return isPlace ? { prefix, fileName: rest } : undefined;
}

export function isPrefix(name: string): boolean {
  return prefixForm.test(name);
}

export function isStoredFile(name: string): boolean {
  return fileForm.test(name);
}

export const kept = 'Output';

/** Opens the directory step by step, so that no link leads out of the ledger. Throws where it is not there. */
export function openOutput(directory: string): OpenDirectory {
  return openInside(new OpenDirectory(dirname(directory), kept), basename(directory));
}

/** The same for the directory of one gate. */
export function openGateDirectory(directory: string, prefix: string): OpenDirectory {
  return openInside(openOutput(directory), prefix);
}

function openInside(parent: OpenDirectory, name: string): OpenDirectory {
  try {
    return new OpenDirectory(parent.pathTo(name), kept);
  } finally {
    parent.close();
  }
}
