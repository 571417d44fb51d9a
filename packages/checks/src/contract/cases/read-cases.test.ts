import { expect, test } from 'vitest';
import { readCases } from './read-cases.js';

test('cases are read as they are; files of programs are found beside them', () => {
  const lock = { call: ['deploy'] };
  const apps = { executable: ['node', './x.mjs'], says: 'danger' };
  expect(readCases({ $schema: 'x', lock, 'app-without-danger': apps }, '/srv')).toEqual({
    cases: { lock, 'app-without-danger': apps },
  });
});

test('everything that is wrong is told at once', () => {
  const given = {
    locks: {},
    lock: { call: 'deploy', calls: [] },
    waits: { call: ['wait'], ms: 'long' },
    path: { call: ['show', 'value'] },
    bytes: [],
    'exit-codes': { calls: { 5: 'missing' } },
  };
  expect(readCases(given, '/srv')).toEqual({
    problems: [
      { field: 'locks', message: expect.stringMatching(/^is not a known case\. The cases are exit-codes, /) },
      { field: 'lock.calls', message: 'is not a field of it' },
      { field: 'lock.call', message: 'must be a list of texts' },
      { field: 'waits.ms', message: 'must be a number' },
      { field: 'path.call', message: 'must be a list of texts with {value} in one of them' },
      { field: 'bytes', message: 'must be an object with call, base64' },
      { field: 'exit-codes.calls', message: 'must be lists of texts by name' },
    ],
  });
});

test.each([null, [], 'lock'])('%j is no file of cases', (given) => {
  expect(readCases(given, '/srv')).toEqual({
    problems: [{ field: '(the file)', message: 'must be an object, case by case' }],
  });
});
