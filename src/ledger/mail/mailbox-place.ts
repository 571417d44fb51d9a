// Where the mail of a gate is: a socket of its own in a directory that only this user can enter.

import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { OpenDirectory } from '../../machine/files/open-directory.js';
import { makeTrustedDirectory } from '../../machine/files/trusted-directory.js';

const kept = 'Mail between gates';

/** The part of a run's id that names its gate; `undefined` where it is no such id. */
export function gateOf(run: string): string | undefined {
  return /^run_([0-9a-z]{1,60})_[0-9a-z]{1,20}$/.exec(run)?.[1];
}

/** It becomes the name of a file. */
export function isGatePrefix(prefix: string): boolean {
  return /^[0-9a-z]{1,60}$/.test(prefix);
}

export const socketEnding = '.sock';

export const socketName = (prefix: string) => `${prefix}${socketEnding}`;

/** The way to a socket has to be short, and directories can have long names: an open one has a short one. */
export function openMailDirectory(directory: string): OpenDirectory {
  return new OpenDirectory(directory, kept);
}

export function makeMailDirectory(directory: string): OpenDirectory {
  for (const path of [dirname(directory), directory]) makeTrustedDirectory(path, kept);
  // A new socket lets in whomever the umask lets in, until that is changed.
  chmodSync(directory, 0o700);
  return openMailDirectory(directory);
}
