// Which entry of the table a program is: by the file that is started, and by the name it is called.

import { basename } from 'node:path';
import type { Program } from './program.js';
import { programs } from './programs/index.js';
import { indexByName } from './read-notation.js';

export interface KnownProgram {
  readonly name: string;
  readonly program: Program;
}

/** Files that are named differently from the program that they are. */
const otherNames: Readonly<Record<string, string>> = {
  'npm-cli.js': 'npm',
  'npx-cli.js': 'npx',
  'pnpm.cjs': 'pnpm',
  'pnpm.js': 'pnpm',
  'pnpx.cjs': 'npx',
  'yarn.js': 'yarn',
  'yarnpkg.js': 'yarn',
  nodejs: 'node',
  mawk: 'awk',
  nawk: 'awk',
  'original-awk': 'awk',
  'inetutils-telnet': 'telnet',
  'rust-coreutils': 'coreutils',
  gnutar: 'tar',
  gsed: 'sed',
  gtar: 'tar',
};

let index: ReadonlyMap<string, Program> | undefined;

/**
 * The file decides: a link named `ls` that leads to `rm` is `rm`. Only a file that is many programs, such as `busybox`,
 * goes by the name it is called; `busybox/grep` is one of them that differs from the program of that name.
 */
export function findProgram(written: string, file: string | undefined): KnownProgram | undefined {
  const name = basename(written);
  const called = byName(name);
  if (file === undefined) return called;
  const real = byName(basename(file));
  if (!real) return undefined;
  if (!real.program.asCalled) return real;
  const own = index?.get(`${real.name}/${name}`);
  return own ? { name, program: own } : called;
}

function byName(name: string): KnownProgram | undefined {
  index ??= indexByName(programs);
  const exact = index.get(name);
  if (exact) return { name, program: exact };
  const other = otherNames[name];
  const renamed = other === undefined ? undefined : index.get(other);
  if (other !== undefined && renamed) return { name: other, program: renamed };
  const plain = withoutVersion(name);
  const program = index.get(plain);
  return program?.versioned ? { name: plain, program } : undefined;
}

/** `x86_64-linux-gnu-gcc-12` is `gcc`, `python3.11` is `python`, `vim.basic` is `vim`, `convert-im6.q16` is `convert`. */
function withoutVersion(name: string): string {
  return name
    .replace(/^[\w]+-linux-(?:gnu|musl)\w*-/, '')
    .replace(/\.(?:basic|tiny|nox|gtk3?|athena|openbsd|traditional|bfd|gold|lld|debianutils|netkit)$/, '')
    .replace(/-im\d.*$/, '')
    .replace(/-?\d[\d.]*(?:-[\w-]*)?$/, '');
}
