import { expect, test } from 'vitest';
import { acliErrorCodes, commandCodes, errorCodes, type Retry } from '../../src/vocabulary/error-codes.js';
import { codesInSource } from './support/code-literals.js';
import { firstColumn, tableRows } from './support/documents.js';

const document = 'docs/errors.md';

const retryTexts: Record<Retry, string> = {
  yes: 'yes',
  no: 'no',
  'after-fix': 'after a fix',
  'if-safe': 'if the command is safe',
};

test('the table of codes is the one in the source', () => {
  const expected = Object.entries(errorCodes).map(([code, row]) => [
    `\`${code}\``,
    `\`${row.acli}\``,
    String(row.exitCode),
    String(row.httpStatus),
    retryTexts[row.retry],
    row.meaning,
  ]);

  expect(tableRows(document, 'Code')).toEqual(expected);
});

test('details, start-up codes, warnings and codes of the log are those that the source uses, all of them', () => {
  const documented = ['Code', 'Detail', 'Start-up code', 'Warning', 'In the log', 'Code of a command'].flatMap(
    (heading) => firstColumn(document, heading),
  );

  expect([...new Set(documented)].sort()).toEqual(
    [...codesInSource(), ...acliErrorCodes, ...Object.keys(errorCodes), ...commandCodes.keys()].filter(once).sort(),
  );
});

test('the codes that commands use have the meaning that the source gives them', () => {
  const expected = [...commandCodes].map(([code, { exitCode, retry }]) => [
    `\`${code}\``,
    String(exitCode),
    retryTexts[retry],
  ]);
  expect(tableRows(document, 'Code of a command')).toEqual(expected);
});

test('the search for codes finds those that are one word', () => {
  expect([...codesInSource()]).toEqual(expect.arrayContaining(['TRUNCATED', 'LOST', 'INVALID_CHOICE']));
});

function once(code: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(code) === index;
}
