// Which files a new executable gets. Its sources are written into a place of their own, or not at all.

import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { executableFiles } from './executable-files.js';
import { type LeftAlone, type Plan, type PlannedFile, whyNot } from './plan-files.js';

/** What a project has anyway, and keeps. */
const kept: Readonly<Record<string, string>> = {
  'package.json': 'it is yours: add what is shown below',
  'tsconfig.json': 'it is yours',
  'README.md': 'it is yours',
  '.gitignore': 'it is yours',
};

export function planExecutable(directory: string, name: string): Plan {
  const all = executableFiles(name);
  const isThere = ({ path }: PlannedFile) => lstatSync(join(directory, path), { throwIfNoEntry: false }) !== undefined;
  const leftAlone = all.filter((file) => file.path in kept && isThere(file));
  const files = all.filter((file) => !leftAlone.includes(file));
  return {
    files,
    leftAlone: leftAlone.map(({ path }): LeftAlone => ({ path, why: kept[path] ?? '' })),
    problems: [...new Set(files.flatMap(({ path }) => whyNot(directory, path) ?? []))],
    existing: files.filter((file) => dirname(file.path) !== '.' && isThere(file)).map(({ path }) => path),
  };
}
