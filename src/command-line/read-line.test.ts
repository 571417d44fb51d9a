import { describe, expect, test } from 'vitest';
import { GateError } from '../vocabulary/gate-error.js';
import { defaultLineLimits } from './limits.js';
import { readLine } from './read-line.js';

const read = (line: string | readonly string[], limits = {}) => readLine(line, { ...defaultLineLimits, ...limits });

/** The refusal as an agent sees it. */
function refusal(line: string | readonly string[], limits = {}) {
  const error = read(line, limits);
  if (!(error instanceof GateError)) throw new Error(`It was read: ${JSON.stringify(error)}`);
  return { code: error.code, message: error.message, hint: error.hint, phase: error.phase };
}

test('text is split into words, and words stay as the shell gave them', () => {
  expect(read("gmail send 'two words'")).toEqual(['gmail', 'send', 'two words']);
  expect(read(['gmail', 'send', "'two words' \\"])).toEqual(['gmail', 'send', "'two words' \\"]);
});

test('a text that cannot be split is a PARSE_ERROR that says where and what is missing (decision 2)', () => {
  expect(refusal("gmail send 'oops")).toEqual({
    code: 'PARSE_ERROR',
    message: "Failed to parse command: the closing quote (') is missing at column 12",
    hint: "Check command syntax: add the closing quote (') for the quote or escape that starts at column 12",
    phase: 'validation',
  });
});

test.each([
  ['', 'Failed to parse command: the command is empty'],
  ['  \n', 'Failed to parse command: the command is empty'],
])('%j is an empty command', (line, message) => {
  expect(refusal(line)).toMatchObject({ code: 'PARSE_ERROR', message, hint: "Run 'help' for available commands" });
});

test('no words at all are an empty command', () => {
  expect(refusal([])).toMatchObject({ code: 'PARSE_ERROR', message: 'Failed to parse command: the command is empty' });
});

test.each([
  ['NUL', 'a\0b'],
  ['a lone surrogate', 'a\ud800'],
])('a word with %s is a PARSE_ERROR that says which', (_, word) => {
  expect(refusal(['gmail', word]).message).toContain('word 2 has a NUL character or half a surrogate pair');
});

test('a word that is not text is a PARSE_ERROR', () => {
  expect(refusal(['gmail', 5 as unknown as string]).message).toContain('word 2 is not text');
});

describe('limits (decision 6)', () => {
  test('the limits of the specification are the ones out of the box', () => {
    expect(defaultLineLimits).toEqual({ characters: 10_000, arguments: 100, argumentCharacters: 10_000 });
  });

  test('a text of 10,000 characters is read, one more is refused by name', () => {
    expect(read('a'.repeat(10_000))).toEqual(['a'.repeat(10_000)]);
    expect(refusal('a'.repeat(10_001))).toEqual({
      code: 'PARSE_ERROR',
      message: 'Failed to parse command: the command has 10001 characters; the limit is 10000',
      hint: 'Check command syntax: stay within 10000 characters, for example by sending several smaller commands',
      phase: 'validation',
    });
  });

  test('100 words are read, command words included, one more is refused by name', () => {
    expect(read(Array(100).fill('a').join(' '))).toHaveLength(100);
    expect(refusal(Array(101).fill('a').join(' ')).message).toContain('101 arguments; the limit is 100');
    expect(refusal(Array(101).fill('a')).message).toContain('101 arguments; the limit is 100');
  });

  test('words count after tokenizing: quotes and blanks make no arguments', () => {
    expect(read(`'${'a '.repeat(200)}'${' '.repeat(200)}`)).toEqual(['a '.repeat(200)]);
  });

  test('words given by a shell count as the line they would be', () => {
    expect(read(['a'.repeat(6), 'bbb'], { characters: 10 })).toEqual(['aaaaaa', 'bbb']);
    expect(refusal(['a'.repeat(6), 'bbbb'], { characters: 10 }).message).toContain('11 characters; the limit is 10');
  });

  test('one argument has a limit of its own, and each limit can be lowered and raised', () => {
    expect(refusal('a bbbb', { argumentCharacters: 3 }).message).toContain(
      '4 characters in one argument; the limit is 3',
    );
    expect(read('a'.repeat(20_000), { characters: 20_000, argumentCharacters: 20_000 })).toHaveLength(1);
    expect(read(Array(150).fill('a').join(' '), { arguments: 150 })).toHaveLength(150);
  });
});
