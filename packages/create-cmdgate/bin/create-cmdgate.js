#!/usr/bin/env node
// `npm create cmdgate my-tool`: makes a directory, and in it what `cmdgate init --start executable` writes.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
  if (status === 0 && directory !== undefined) process.stderr.write(`\nIt is in ${directory}: cd there first.\n`);
  return status ?? 1;
}
