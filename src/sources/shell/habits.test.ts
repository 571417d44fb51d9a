import { expect, test } from 'vitest';
import { shellRequest } from './habits.js';

test('fields of other tools are taken for what they mean', () => {
  expect(shellRequest({ cmd: 'ls', cwd: 'src', args: ['-l'], timeout_ms: 5_000, description: 'Look' })).toEqual({
    path: ['shell'],
    input: { command: 'ls', directory: 'src', parameters: ['-l'], timeout: 5_000 },
    comment: 'Look',
  });
  expect(shellRequest({ command: 'npm run dev', run_in_background: true })).toEqual({
    path: ['shell'],
    input: { command: 'npm run dev' },
    options: { background: true },
  });
  expect(shellRequest({ command: 'ls', background: false })).toEqual({ path: ['shell'], input: { command: 'ls' } });
});

test('what would be said twice, or is of the wrong type, is left to be told', () => {
  expect(shellRequest({ command: 'ls', cmd: 'rm' }).input).toEqual({ command: 'ls', cmd: 'rm' });
  expect(shellRequest({ command: 'ls', background: 'yes', description: 1 }).input).toEqual({
    ...{ command: 'ls', background: 'yes' },
    description: 1,
  });
});
