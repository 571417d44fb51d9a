// The numbers and names of docs/programs.md are those of the source.

import { expect, test } from 'vitest';
import { RunBook } from '../../src/gate/run/run-book.js';
import { RunFinder } from '../../src/gate/runs/find-runs.js';
import { runsCommands } from '../../src/gate/runs/runs-commands.js';
import { runStates } from '../../src/vocabulary/program.js';
import { constantIn } from './support/constant-in.js';
import { firstColumn, readDocument, tableRows } from './support/documents.js';
import { interfaceKeys } from './support/interface-keys.js';

const document = 'docs/programs.md';

test('the states are those of a run, in order', () => {
  expect(firstColumn(document, 'State')).toEqual([...runStates]);
});

test('the limits of one program are those that can be set', () => {
  const known = interfaceKeys('src/execution/process/apply-limits.ts', 'ProgramLimits');

  expect(firstColumn(document, 'Key of `limits.program`').sort()).toEqual(known.sort());
});

test('the limits of a program in the sandbox are those that can be set', () => {
  const known = interfaceKeys('src/execution/sandbox/limits/run-limits.ts', 'RunLimits');

  expect(firstColumn(document, 'Key of `limits.sandbox`').sort()).toEqual(known.sort());
});

test('the table of commands has all of them, and names every option', () => {
  const rows = tableRows(document, 'Command').map((row) => row.join(' '));
  const { commands } = runsCommands(new RunFinder(new RunBook(), undefined));

  expect(rows.map((row) => /^`(runs \w+)/.exec(row)?.[1])).toEqual(commands.map(({ path }) => path.join(' ')));
  for (const [index, { parameters }] of commands.entries()) {
    const named = new Set([...(rows[index] ?? '').matchAll(/--[a-z-]+/g)].map(([option]) => option));
    const options = parameters.filter(({ positional }) => !positional).map(({ label }) => label);
    expect([...named].sort()).toEqual(options.sort());
  }
});

const output = 'src/execution/process/output/captured-stream.ts';

test.each([
  ['told apart by 15 labels', 'src/execution/process/keeper/run-labels.ts', 'bits', Math.log2(15 + 1)],
  ['the first 16 KiB in memory', output, 'memoryBytes', 16 * 1024],
  ['the last 64 KiB are kept', output, 'tailBytes', 64 * 1024],
  ['of four bytes or more', 'src/vocabulary/secrets.ts', 'shortestInside', 4],
  ['for an hour afterwards', 'src/gate/run/run-book.ts', 'keptMs', 60 * 60 * 1000],
  ['the last 500 runs', 'src/gate/run/run-book.ts', 'mostEnded', 500],
  ['256 MiB of output', 'src/gate/run/run-book.ts', 'mostBytes', 256 * 1024 * 1024],
  ['at most 64 KiB at a time', 'src/gate/runs/runs-commands.ts', 'sliceBytes', 64 * 1024],
])('"%s" is so', (words, file, name, value) => {
  expect(readDocument(document)).toContain(words);
  expect(constantIn(file, name)).toBe(value);
});
