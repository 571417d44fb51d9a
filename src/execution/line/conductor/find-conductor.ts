// What joins the programs of a line, as a file of the gate.

import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { statOf } from '../../../machine/files/stat-of.js';
import { replaceWhole } from '../../../machine/files/whole-file.js';
import { conductorCode } from './conductor-code.js';
import { perlConductor } from './perl-conductor.js';

export interface FoundConductor {
  readonly program: string;
  readonly args: readonly string[];
}

const perlPlaces = ['/usr/bin/perl', '/bin/perl'];

/** The file is made once in a directory that only the gate can write. Undefined where there is none for this system. */
export function findConductor(
  directory: string,
  processor: string = process.arch,
  platform: string = process.platform,
): FoundConductor | undefined {
  const compiled = processor === 'x64' && platform === 'linux' ? compiledConductor(directory) : undefined;
  return compiled ?? perlConductorHere();
}

/** Nothing where programs of this directory cannot be started. */
function compiledConductor(directory: string): FoundConductor | undefined {
  const file = join(directory, 'conductor');
  if (!existsSync(file)) replaceWhole(file, Buffer.from(conductorCode, 'base64'), { mode: 0o500 });
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return undefined;
  }
  return { program: file, args: [] };
}

export function perlConductorHere(): FoundConductor | undefined {
  const perl = perlPlaces.find((path) => statOf(path)?.isFile());
  return perl === undefined ? undefined : { program: perl, args: ['-f', '-e', perlConductor] };
}
