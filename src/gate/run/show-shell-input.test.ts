import { expect, test } from 'vitest';
import { shellWords } from './show-shell-input.js';

test.each([
  [{ command: 'npm test | tail -1' }, ['npm test | tail -1']],
  [{ command: 'ls', parameters: ['-la', 'a b'] }, ['ls', '-la', 'a b']],
  [
    { command: 'ls', directory: 'src', output_format: 'json', timeout: 5_000 },
    ['--directory=src', '--output-format=json', '--timeout=5000', 'ls'],
  ],
])('%j is typed as %j', (input, words) => {
  expect(shellWords(input)).toEqual(words);
});

test.each([
  [{}],
  [{ command: 5 }],
  [{ command: '' }],
  [{ command: '-rf' }],
  [{ command: ' ls' }],
  [{ command: 'my program', parameters: [] }],
  [{ command: 'ls', parameters: 'x' }],
  [{ command: 'ls', parameters: [5] }],
  [{ command: 'ls', artifact_paths: ['a'] }],
  [{ command: 'ls', timeout: null }],
])('no words mean the same as %j', (input) => {
  expect(shellWords(input)).toBeUndefined();
});
