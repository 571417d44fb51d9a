// prlimit gives a program the path it was started by as its name. A multi-call program has to be started by a path
// that ends in the name it is to see.

import { createHash } from 'node:crypto';
import { mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { readInterpreter } from '../../machine/files/read-interpreter.js';
import { realPathOf } from '../../machine/paths/real-path.js';

/**
 * A path that leads to `program` and ends in `name`; a link is made for it in the directory `links` where it is
 * needed. Throws when the link cannot be made.
 */
export function nameByLink(program: string, name: string, links: string): string {
  if (name === program || leadsTo(name, program)) return name;
  const lastName = basename(name);
  // The system tells a script its path in any case, and many look for their other files beside it.
  if (lastName === '' || lastName === basename(program) || readInterpreter(program).kind === 'script') return program;
  // Mostly the system has such a link, as `sh` beside `dash`, and programs print their path when they complain.
  const beside = join(dirname(program), lastName);
  if (program.startsWith('/usr/') && leadsTo(beside, program)) return beside;
  const directory = join(links, createHash('sha256').update(program).digest('hex').slice(0, 32));
  const link = join(directory, lastName);
  if (targetOf(link) === program) return link;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  makeLink(program, link);
  return link;
}

/** An absolute path is the best name: programs such as Python look for their settings beside it. */
function leadsTo(path: string, program: string): boolean {
  return isAbsolute(path) && realPathOf(path) === program;
}

function makeLink(program: string, link: string): void {
  try {
    symlinkSync(program, link);
  } catch (error) {
    // Another gate with the same directory may have made it meanwhile.
    if (targetOf(link) !== program) throw error;
  }
}

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
