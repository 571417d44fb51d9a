// The options and the numbers of docs/exec.md are those of the source.

import { expect, test } from 'vitest';
import { longestLineBytes } from '../../src/surfaces/exec/input/split-lines.js';
import { mostAnswers } from '../../src/surfaces/exec/references/earlier-answers.js';
import { ownerCommand } from '../fixtures/owner-command.js';
import { firstColumn, readDocument } from './support/documents.js';

const document = 'docs/exec.md';

test('the table has all options of exec', () => {
  const labels = ownerCommand('exec').parameters.map(({ label }) => label);
  const named = firstColumn(document, 'Option of `exec`').flatMap((cell) => cell.split(', '));
  expect(named.sort()).toEqual(labels.toSorted());
});

test.each([
  ['the last 10,000 lines', mostAnswers, 10_000],
  ['A line has at most 1 MiB', longestLineBytes, 1024 * 1024],
])('"%s" is so', (words, inSource, value) => {
  expect(readDocument(document)).toContain(words);
  expect(inSource).toBe(value);
});
