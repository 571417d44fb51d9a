#!/usr/bin/env node
// `npm create cmdgate my-tool`: makes a directory, and in it what `cmdgate init --start executable` writes.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** As `cmdgate init` has it. */
const programName = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

const [first, ...others] = process.argv.slice(2);
const directory = first === undefined || first.startsWith('-') ? undefined : first;
const options = directory === undefined ? process.argv.slice(2) : others;

if (options.includes('--help') || options.includes('-h')) {
  process.stdout.write(
    'Usage: npm create cmdgate [directory] [-- <options of cmdgate init>]\n\n' +
      'Writes a command line in TypeScript with tests into the directory, or into this one.\n',
  );
} else {
  process.exitCode = create();
}

function create() {
  const isNamed = options.some((option) => /^--name(?:=|$)/.test(option));
  const name = directory === undefined ? undefined : basename(directory);
  if (directory?.split(/[\\/]/).includes('..') || (!isNamed && name !== undefined && !programName.test(name))) {
    process.stderr.write(
      `error: ${JSON.stringify(directory)} cannot be the name of a program. Use a letter, then letters, digits, "-" and "_", at most 40, as in my-tool\n`,
    );
    return 2;
  }
  try {
    if (directory !== undefined) mkdirSync(directory, { recursive: true });
  } catch (error) {
    process.stderr.write(`error: ${directory} cannot be created (${error.code}). Name another directory\n`);
    return 4;
  }
  const cmdgate = fileURLToPath(new URL('bin/cmdgate.js', import.meta.resolve('cmdgate/package.json')));
  const start = options.some((option) => /^--start(?:=|$)/.test(option)) ? [] : ['--start', 'executable'];
  // The directory has named it; there is nothing left to ask.
  const quiet = directory === undefined || options.includes('--yes') ? [] : ['--yes'];
  const words = [cmdgate, 'init', ...start, ...quiet, ...options];
  const { status } = spawnSync(process.execPath, words, { cwd: directory, stdio: 'inherit' });
  if (status === 0 && directory !== undefined)
    process.stderr.write(`\nIt is in ${resolve(directory)}: cd there first.\n`);
  return status ?? 1;
}
