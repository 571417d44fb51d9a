// A probe → the program and arguments that are started for it.

import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Probe } from './probe.js';

const places = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/games', '/usr/lib/klibc/bin'];

const known = new Map<string, string | undefined>();

/** Where the program is, if it is installed. */
export function findProgram(name: string): string | undefined {
  if (!known.has(name)) known.set(name, places.map((place) => join(place, name)).find(canRun));
  return known.get(name);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function isInstalled({ program, terminal }: Probe): boolean {
  return findProgram(program) !== undefined && (!terminal || findProgram('python3') !== undefined);
}

/** A terminal without a shell around the program. */
const atTerminal = readFileSync(join(import.meta.dirname, 'at-terminal.py'), 'utf8');

export function toVector({ program, args, terminal }: Probe): readonly [string, ...string[]] {
  const found = findProgram(program) ?? program;
  return terminal ? [findProgram('python3') ?? 'python3', '-c', atTerminal, found, ...args] : [found, ...args];
}

/** The whole environment, the same inside and outside. */
export function environmentOf({ environment, terminal }: Probe, directory: string): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/games',
    HOME: directory,
    TERM: terminal ? 'xterm' : 'dumb',
    LC_ALL: 'C.UTF-8',
    ...environment,
  };
}
