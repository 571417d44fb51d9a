import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findOwnQuestions } from './machine-questions.js';

const directory = fileURLToPath(new URL('../../src', import.meta.url));
const sources = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.m?ts$|\.mjs$/.test(path) && !/\.test\.ts$|test-helpers\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(directory, path), 'utf8') }));

test('the operating system is asked in one place', () => {
  expect(findOwnQuestions(sources)).toEqual([]);
});

test.each([
  'const stat = readFileSync(`/proc/${pid}/stat`);',
  "const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');",
  'process.kill(pid, 0);',
  "return way !== '..' && !way.startsWith('../');",
  "return way.startsWith('..') ? path : way;",
  'return !path.startsWith(`..${sep}`);',
  'return path.startsWith(`${directory}${sep}`);',
  'return path.startsWith(`${this.#directory}/`);',
  'return path.startsWith(directory + sep);',
  'openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);',
  'renameSync(`${file}.new`, file);',
])('a second answer is noticed: %s', (text) => {
  expect(findOwnQuestions([{ path: 'gate/a.ts', text }])).toHaveLength(1);
  expect(findOwnQuestions([{ path: 'machine/paths/a.ts', text }])).toEqual([]);
});
