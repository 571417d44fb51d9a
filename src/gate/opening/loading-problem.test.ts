import { expect, test } from 'vitest';
import { DefinitionError } from '../../vocabulary/definition-error.js';
import { loadingProblem } from './loading-problem.js';

test('every wrong definition becomes a detail with its place and its fix', () => {
  const error = loadingProblem(
    new DefinitionError([
      { where: 'a', file: `${process.cwd()}/commands.mjs`, message: 'it is wrong.', fix: 'Mend it.' },
      { where: 'b', message: 'it is wrong, too.', fix: 'Mend it, too.' },
    ]),
  );
  expect({ code: error.code, message: error.message, exit: error.row.exitCode, details: error.details }).toEqual({
    code: 'DEFINITION_ERROR',
    message: 'Commands are defined wrongly',
    exit: 4,
    details: [
      { code: 'WRONG_DEFINITION', field: 'a', message: 'it is wrong.', hint: 'Mend it.' },
      { code: 'WRONG_DEFINITION', field: 'b', message: 'it is wrong, too.', hint: 'Mend it, too.' },
      { code: 'RAISED_AT', message: '"a" is defined in commands.mjs' },
    ],
  });
});

test.each([
  [new Error('no room'), 'no room'],
  ['a text', 'a text'],
  [undefined, 'undefined'],
])('anything else that stops the start is told by its message: %s', (thrown, message) => {
  const error = loadingProblem(thrown);
  expect({ code: error.code, message: error.message, exit: error.row.exitCode }).toEqual({
    code: 'START_FAILED',
    message,
    exit: 4,
  });
});
