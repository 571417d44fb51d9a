// Makes the workspace in which the lines run. Two of them are equal to the byte, times included.

import { execFileSync } from 'node:child_process';
import { chmodSync, lutimesSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  committed,
  emptyDirectories,
  executable,
  links,
  secondCommit,
  thirdCommit,
  uncommitted,
} from './fixture-files.js';

/** Needs a directory that does not exist or is empty. */
export function makeFixture(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) writeOne(join(directory, path), text);
  };
  const commit = (message: string, date: string) => {
    runGit(directory, date, 'add', '--all');
    runGit(directory, date, 'commit', '--quiet', '--message', message);
  };
  runGit(directory, '', 'init', '--quiet', '--template=', '--initial-branch=main');
  for (const [name, value] of settings) runGit(directory, '', 'config', name, value);
  write(committed);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(directory, path));
  for (const path of executable) chmodSync(join(directory, path), 0o755);
  commit('Add the shop', '2024-01-02T10:00:00Z');
  write(secondCommit);
  commit('Fix rounding of percentages', '2024-01-05T11:30:00Z');
  runGit(directory, '', 'branch', 'feature/login');
  runGit(directory, '', 'tag', 'v1.4.1');
  write(thirdCommit);
  commit('Release 1.4.2', '2024-01-09T09:15:00Z');
  runGit(directory, '', 'repack', '-adq');
  runGit(directory, '', 'pack-refs', '--all');
  write(uncommitted);
  chmodSync(join(directory, 'node_modules/.bin/left-pad'), 0o755);
  for (const path of emptyDirectories) mkdirSync(join(directory, path));
  fixTimes(directory);
}

const settings: readonly (readonly [string, string])[] = [
  ['user.name', 'Sam Sample'],
  ['user.email', 'sam@example.invalid'],
  ['gc.auto', '0'],
];

function writeOne(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  writeFileSync(path, text, { mode: 0o644 });
}

function runGit(directory: string, date: string, ...words: string[]): void {
  execFileSync('git', words, {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
      ...(date !== '' && { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }),
    },
  });
}

/** In seconds: long enough ago for `ls -l` to show a year and no time of day. */
export const startOfYear = Date.UTC(2024, 0, 15, 12) / 1000;

/** Each file is a minute newer than the one before it, by name; a directory gets its time last. */
function fixTimes(directory: string): void {
  let minutes = 0;
  const visit = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const full = join(path, entry.name);
      if (entry.isDirectory()) visit(full);
      minutes += 1;
      lutimesSync(full, startOfYear + 60 * minutes, startOfYear + 60 * minutes);
    }
  };
  visit(directory);
  lutimesSync(directory, startOfYear, startOfYear);
}
