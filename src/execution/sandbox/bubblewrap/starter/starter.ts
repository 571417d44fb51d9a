// What starts programs inside of the sandbox.

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceWhole } from '../../../../machine/files/whole-file.js';
import { perlStarter } from './perl-starter.js';
import { starterCode } from './starter-code.js';

export interface Starter {
  /** What is run inside. What it has to do it reads from a descriptor. */
  readonly words: readonly [program: string, ...args: string[]];
  /** What has to be put there for that, from this file. */
  readonly file?: string;
}

/** In the root, which is nobody's: whatever else is let in cannot lie in its way. */
export const starterInside = '/.cmdgate-start';

const perlPlaces = ['/usr/bin/perl', '/bin/perl'];

/** prctl and rt_sigprocmask. */
const numbersForPerl: Readonly<Record<string, readonly [number, number]>> = { x64: [157, 14], arm64: [167, 135] };

/** The file is made once in a directory that only the gate can write. Undefined where there is none for this system. */
export function findStarter(directory: string, processor: string = process.arch): Starter | undefined {
  return processor === 'x64' ? compiledStarter(directory) : perlStarterFor(processor);
}

function compiledStarter(directory: string): Starter {
  const file = join(directory, 'starter');
  if (!existsSync(file)) replaceWhole(file, Buffer.from(starterCode, 'base64'), { mode: 0o500 });
  return { words: [starterInside], file };
}

export function perlStarterFor(processor: string): Starter | undefined {
  const numbers = numbersForPerl[processor];
  const perl = perlPlaces.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  if (!numbers || perl === undefined) return undefined;
  return { words: [perl, '-f', '-e', perlStarter, '--', ...numbers.map(String)] };
}
