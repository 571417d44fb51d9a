import { expect, test } from 'vitest';
import { DefinitionError } from './definition-error.js';

test('it names every command, what is wrong and the fix, one a line', () => {
  const problems = [
    { where: 'gmail send', message: 'it has no description.', fix: 'Say what it does.' },
    { where: 'drive', message: 'it is defined twice.', fix: 'Rename one.' },
  ];
  const error = new DefinitionError(problems);
  expect([error.name, error.problems]).toEqual(['DefinitionError', problems]);
  expect(error.message).toBe(
    'gmail send: it has no description. Say what it does.\ndrive: it is defined twice. Rename one.',
  );
});
