import { expect, test } from 'vitest';
import { readCommand } from './read-command.js';

test('a command is one string, also an empty one', () => {
  expect(readCommand({ command: 'calendar events --today' })).toBe('calendar events --today');
  expect(readCommand({ command: '' })).toBe('');
});

test('everything that is wrong is named at once', () => {
  expect(readCommand({ command: true, max: 3, today: true })).toMatchObject({
    code: 'VALIDATION_ERROR',
    message:
      'The argument "command" must be a string, not a boolean. The tool has no argument "max". The tool has no argument "today".',
    details: [
      { code: 'INVALID_TYPE', field: 'command' },
      { code: 'UNKNOWN_ARGUMENT', field: 'max' },
      { code: 'UNKNOWN_ARGUMENT', field: 'today' },
    ],
  });
});

test('the answer stays small however much was sent', () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`${'x'.repeat(1_000)}${index}`, 1]));
  const error = readCommand({ command: 'help', ...many });
  expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { length: 10 } });
  expect(String(error).length).toBeLessThan(2_000);
});
