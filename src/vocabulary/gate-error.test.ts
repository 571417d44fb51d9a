import { describe, expect, test } from 'vitest';
import { errorCodes } from './error-codes.js';
import { CommandError, GateError, isCommandError } from './gate-error.js';

describe('GateError', () => {
  test('has its row of the table, and says nothing more than it was given', () => {
    const error = new GateError('TIMEOUT', 'Too slow', { hint: 'Try less' });
    expect(error).toBeInstanceOf(Error);
    expect({ ...error, message: error.message, row: error.row }).toEqual({
      code: 'TIMEOUT',
      message: 'Too slow',
      hint: 'Try less',
      phase: 'validation',
      usage: undefined,
      examples: [],
      details: [],
      retryAfterMs: undefined,
      row: errorCodes.TIMEOUT,
    });
    expect(error.name).toBe('GateError');
    expect('cause' in error).toBe(false);
  });

  test('keeps its cause', () => {
    const cause = new Error('why');
    expect(new GateError('UNAVAILABLE', 'no', { hint: 'wait', cause }).cause).toBe(cause);
  });

  test.each(['constructor', 'toString', '__proto__', 'MADE_UP'])(
    'the code %s is not in the table: it is an EXECUTION_ERROR',
    (code) => {
      expect(new GateError(code, 'x', { hint: 'y' }).row).toBe(errorCodes.EXECUTION_ERROR);
    },
  );
});

test('an error can end a process as a signal would have', () => {
  const error = new GateError('CANCELED', 'x', { hint: 'y', phase: 'execution' });
  const { message, hint, phase, row } = error.withExitCode(143);
  expect({ message, hint, phase, row }).toEqual({
    ...{ message: 'x', hint: 'y', phase: 'execution' },
    row: { ...errorCodes.CANCELED, exitCode: 143 },
  });
});

describe('CommandError', () => {
  test('carries a command’s own code, exit code and whether a retry can help', () => {
    const error = new CommandError('ALREADY_EXISTS', 'It exists', { hint: 'Rename it', exitCode: 79, retryable: true });
    expect(error).toBeInstanceOf(GateError);
    expect([error.name, error.code, error.message, error.hint, error.phase]).toEqual([
      'CommandError',
      'ALREADY_EXISTS',
      'It exists',
      'Rename it',
      'execution',
    ]);
    expect(error.row).toEqual({ ...errorCodes.EXECUTION_ERROR, exitCode: 79, retry: 'yes' });
  });

  test('is exit code 1 and not worth a retry unless it says otherwise', () => {
    expect(new CommandError('NO', 'no').row).toEqual({ ...errorCodes.EXECUTION_ERROR, exitCode: 1, retry: 'no' });
  });

  test('never borrows the row of a code of the gate', () => {
    expect(new CommandError('PERMISSION_DENIED', 'no').row).toMatchObject({ acli: 'EXECUTION_ERROR', exitCode: 7 });
    expect(new CommandError('VALIDATION_ERROR', 'no').row).toMatchObject({ acli: 'EXECUTION_ERROR', exitCode: 1 });
  });

  test.each([
    ['PARTIAL_FAILURE', 3, 'no'],
    ['NOT_FOUND', 5, 'no'],
    ['ALREADY_EXISTS', 6, 'no'],
    ['LOCK_HELD', 6, 'yes'],
    ['AUTH_REQUIRED', 8, 'after-fix'],
    ['RATE_LIMITED', 11, 'yes'],
    ['REDIRECTED', 13, 'after-fix'],
  ])('the code %s exits with %d, and a retry helps: %s', (code, exitCode, retry) => {
    expect(new CommandError(code, 'x').row).toEqual({ ...errorCodes.EXECUTION_ERROR, exitCode, retry });
  });

  test('a retry that can help says when, also where the author does not', () => {
    expect(new CommandError('RATE_LIMITED', 'x').retryAfterMs).toBe(1_000);
    expect(new CommandError('RATE_LIMITED', 'x', { retryAfterMs: 5 }).retryAfterMs).toBe(5);
    expect(new CommandError('NOT_FOUND', 'x').retryAfterMs).toBeUndefined();
  });

  test.each(['login <user>', 'get {id}', 'get [id]', 'get ...'])(
    'the fix %j cannot be run as it stands',
    (fixCommand) => {
      expect(() => new CommandError('X', 'x', { fixCommand })).toThrow(TypeError);
    },
  );

  test.each(['', 'lower', 'With Space', '1ST', 'A-B'])('the code %j is refused', (code) => {
    expect(() => new CommandError(code, 'x')).toThrow(TypeError);
  });

  test.each([0, -1, 1.5, 126, 256, Number.NaN])('the exit code %s is refused', (exitCode) => {
    expect(() => new CommandError('X', 'x', { exitCode })).toThrow(TypeError);
  });

  test('is recognised when another copy of the package made it, and nothing else is', () => {
    const foreign = Object.assign(new Error('x'), { [Symbol.for('cmdgate.CommandError')]: true });
    expect(isCommandError(new CommandError('X', 'x'))).toBe(true);
    expect(isCommandError(foreign)).toBe(true);
    expect(
      [
        new Error('x'),
        new GateError('TIMEOUT', 'x', { hint: '' }),
        null,
        { [Symbol.for('cmdgate.CommandError')]: true },
      ].map(isCommandError),
    ).toEqual([false, false, false, false]);
  });
});

test('a suggestion fits its error where the author gives none', () => {
  const hintOf = (code: string, options = {}) => new CommandError(code, 'It failed.', options).hint;
  const codes = ['UNAVAILABLE', 'NETWORK_ERROR', 'NOT_FOUND', 'CONFLICT', 'LOCK_HELD', 'AUTH_EXPIRED', 'OWN_CODE'];
  for (const code of codes) expect(hintOf(code)).not.toMatch(/input/i);
  expect(hintOf('UNAVAILABLE')).toMatch(/wait a moment/);
  expect(hintOf('NOT_FOUND')).toMatch(/list the existing ones/);
  expect(hintOf('OWN_CODE')).toMatch(/same request again will fail/);
  expect(hintOf('OWN_CODE', { retryable: true })).toBe('Try again later');
  expect(hintOf('NOT_FOUND', { hint: 'Run items list' })).toBe('Run items list');
});

test('an error with other advice is the same error in everything else, whichever kind it is', () => {
  class Special extends GateError {
    override get row() {
      return { ...super.row, exitCode: 4 };
    }
  }
  const all = {
    ...{
      hint: 'first',
      phase: 'execution' as const,
      usage: 'x',
      examples: ['y'],
      details: [{ code: 'A', message: 'b' }],
    },
    ...{ retryAfterMs: 5, result: { exit_code: 1 }, approvalId: 'approval_1', context: { one: 1 } },
    ...{ fixCommand: 'mend', redirect: { command: 'z', permanent: true }, data: { two: 2 }, about: { three: 3 } },
  };
  const cause = new Error('why');
  const special = new Special('UNAVAILABLE', 'no', { ...all, cause });
  const command = new CommandError('MADE_UP', 'no', {
    hint: 'first',
    exitCode: 90,
    retryable: true,
    fixCommand: 'mend',
  });

  const changed = special.withHint('second').withData({ four: 4 }).withResult({ exit_code: 2 });
  expect({ ...changed }).toEqual({ ...special, hint: 'second', data: { four: 4 }, result: { exit_code: 2 } });
  expect([changed.message, changed.cause, changed.row.exitCode]).toEqual(['no', cause, 4]);
  expect(changed).toBeInstanceOf(Special);
  const again = command.withHint('second').withData({ four: 4 });
  expect({ ...again }).toEqual({ ...command, hint: 'second', data: { four: 4 } });
  expect([again.row, isCommandError(again)]).toEqual([command.row, true]);
  expect(command.withExitCode(143).row).toEqual({ ...command.row, exitCode: 143 });
});
