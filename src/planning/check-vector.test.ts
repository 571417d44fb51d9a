import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkVector } from './check-vector.js';

const advice = 'Pass long text on standard input or in a file';

test('plain text of any kind is accepted', () => {
  expect(checkVector(['', ' ', '--flag', 'a\nb', 'grün 🌱', '$(id)', '\u0007'], { LANG: 'C' })).toEqual([]);
});

test('everything that is wrong is reported at once, without the text itself', () => {
  expect(checkVector(['fine', 'a\0b', 7, '\ud800', undefined, 'x'.repeat(131_072)], {})).toEqual([
    {
      code: 'INVALID_ARGUMENT_TEXT',
      field: 'arguments[1]',
      message: 'Argument 2 of the program contains a NUL character.',
      hint: 'Use plain text',
    },
    {
      code: 'INVALID_ARGUMENT_TEXT',
      field: 'arguments[2]',
      message: 'Argument 3 of the program is not text.',
      hint: 'Use plain text',
    },
    {
      code: 'INVALID_ARGUMENT_TEXT',
      field: 'arguments[3]',
      message: 'Argument 4 of the program contains half of a surrogate pair.',
      hint: 'Use plain text',
    },
    {
      code: 'INVALID_ARGUMENT_TEXT',
      field: 'arguments[4]',
      message: 'Argument 5 of the program is not text.',
      hint: 'Use plain text',
    },
    {
      code: 'ARGUMENTS_TOO_LONG',
      field: 'arguments[5]',
      message: 'Argument 6 of the program takes 131072 bytes; the system allows at most 131071.',
      hint: advice,
    },
  ]);
});

test('bytes count, not characters, and a variable counts with its name', () => {
  expect(checkVector(['ü'.repeat(65_536)], { LONG: 'x'.repeat(131_067) })).toEqual([
    {
      code: 'ARGUMENTS_TOO_LONG',
      field: 'arguments[0]',
      message: 'Argument 1 of the program takes 131072 bytes; the system allows at most 131071.',
      hint: advice,
    },
    {
      code: 'ARGUMENTS_TOO_LONG',
      field: 'environment.LONG',
      message: 'The variable LONG takes 131072 bytes; the system allows at most 131071.',
      hint: advice,
    },
  ]);
});

test('arguments and environment together may not be too long', () => {
  const many = Array.from({ length: 150_000 }, () => 'word');
  expect(checkVector(many, { A: 'b' })).toEqual([]);
  expect(checkVector([...many, ...many.slice(0, 10_000)], { A: 'b' })).toEqual([
    {
      code: 'ARGUMENTS_TOO_LONG',
      field: 'arguments',
      message: 'Arguments and environment together take 2080012 bytes; the system allows at most 2064384.',
      hint: advice,
    },
  ]);
});

describe.runIf(process.platform === 'linux')('what is accepted can really be started', () => {
  /** What the system says to it. */
  const start = (args: readonly string[], env: Record<string, string>) => {
    const { error, status } = spawnSync('/bin/true', args, { env, stdio: 'ignore' });
    return (error as NodeJS.ErrnoException | undefined)?.code ?? status;
  };

  test('one argument and one variable of the greatest length', () => {
    const args = ['x'.repeat(131_071)];
    const environment = { V: 'y'.repeat(131_069) };
    expect(checkVector(args, environment)).toEqual([]);
    expect(start(args, environment)).toBe(0);
    expect(start(['x'.repeat(131_072)], {})).toBe('E2BIG');
    expect(start([], { V: 'y'.repeat(131_070) })).toBe('E2BIG');
  });

  test('the greatest number of short arguments', () => {
    const args = Array.from({ length: Math.floor((2 * 1024 * 1024 - 32 * 1024) / 10) }, () => 'x');
    expect(checkVector(args, {})).toEqual([]);
    expect(start(args, {})).toBe(0);
  });

  test('any texts that are accepted', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }), (args) => {
        const accepted = checkVector(args, {}).length === 0;
        if (accepted) expect(start(args, {})).toBe(0);
        else expect(() => start(args, {})).toThrow('null bytes');
      }),
      { numRuns: 60 },
    );
  });
});
