import { expect, test } from 'vitest';
import { checkedLimits } from './limits.js';

test('without a word from the owner the usual limits hold', () => {
  expect(checkedLimits()).toEqual({
    characters: 10_000,
    arguments: 100,
    argumentCharacters: 10_000,
    timeoutMs: 30_000,
    concurrency: 256,
    handlerProcesses: 8,
    handlerMemoryBytes: 1_073_741_824,
    processes: 32,
    background: 32,
    outputBytes: 16_777_216,
    graceMs: 2_000,
    program: {},
    sandbox: {},
  });
});

test('a program may choose less than a file may, and leave out what it does not know', () => {
  const given = { outputBytes: 1, graceMs: 0, rate: { perMinute: 5 }, program: { openFiles: 1 } };

  expect(checkedLimits(given)).toEqual({ ...checkedLimits(), ...given });
  expect(checkedLimits({ timeoutMs: undefined } as object)).toEqual(checkedLimits());
});

test.each<[object, string]>([
  [{ timeout: 1 }, 'There is no limit "timeout". Did you mean "timeoutMs"?'],
  [{ strange: 1 }, 'There is no limit "strange".'],
  [{ constructor: 1 }, 'There is no limit "constructor".'],
  [{ timeoutMs: 0 }, 'The limit timeoutMs must be a whole number from 1 to 2147483647.'],
  [{ timeoutMs: '5' }, 'The limit timeoutMs must be a whole number from 1 to 2147483647.'],
  [{ outputBytes: 2 ** 51 }, 'The limit outputBytes must be a whole number from 1 to 1125899906842624.'],
  [{ graceMs: -1 }, 'The limit graceMs must be a whole number from 0 to 2147483647.'],
  [{ rate: {} }, 'The limit rate.perMinute must be a whole number from 1 to 2147483647.'],
  [{ rate: null }, 'The limit rate.perMinute must be a whole number from 1 to 2147483647.'],
  [{ program: { openFile: 1 } }, 'There is no limit "program.openFile". Did you mean "program.openFiles"?'],
  [{ sandbox: { processes: 0 } }, 'The limit sandbox.processes must be a whole number from 1 to 2147483647.'],
])('%j is refused', (given, message) => {
  expect(() => checkedLimits(given)).toThrow(new TypeError(message));
});
