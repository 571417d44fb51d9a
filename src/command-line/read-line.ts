import { GateError } from '../vocabulary/gate-error.js';
import type { LineLimits } from './limits.js';
import { type TokenProblem, tokenize } from './tokenize.js';

/** The words of a request within its limits, or a PARSE_ERROR that says where and what. */
export function readLine(line: string | readonly string[], limits: LineLimits): readonly string[] | GateError {
  return typeof line === 'string' ? readText(line, limits) : readWords(line, limits);
}

function readText(text: string, limits: LineLimits): readonly string[] | GateError {
  if (text.length > limits.characters) return overLimit('characters', text.length, limits.characters);
  const words = tokenize(text);
  if (!Array.isArray(words)) {
    return unreadable(words as TokenProblem);
  }
  // No word can be longer than the whole line.
  if (text.length <= limits.argumentCharacters) return withinCount(words, limits);
  return withinWordLimits(words, limits);
}

function unreadable({ kind, column, missing }: TokenProblem): GateError {
  if (kind === 'nul' || kind === 'surrogate') {
    const what = kind === 'nul' ? 'a NUL character' : 'half of a UTF-16 surrogate pair';
    return parseError(`${what} at column ${column}`, `Check command syntax: remove ${what}`);
  }
  return parseError(
    `${missing} is missing at column ${column}`,
    `Check command syntax: add ${missing} for the quote or escape that starts at column ${column}`,
  );
}

function readWords(words: readonly string[], limits: LineLimits): readonly string[] | GateError {
  let characters = 0;
  for (const [index, word] of words.entries()) {
    if (typeof word !== 'string') {
      return parseError(`word ${index + 1} is not text`, 'Pass the command as a string');
    }
    if (word.includes('\0') || !word.isWellFormed()) {
      return parseError(
        `word ${index + 1} has a NUL character or half a surrogate pair`,
        'Check command syntax: remove the characters that are not text',
      );
    }
    characters += word.length + 1;
  }
  if (characters > limits.characters + 1) return overLimit('characters', characters - 1, limits.characters);
  return withinWordLimits(words, limits);
}

function withinWordLimits(words: readonly string[], limits: LineLimits): readonly string[] | GateError {
  const tooLong = words.find((word) => word.length > limits.argumentCharacters);
  if (tooLong === undefined) return withinCount(words, limits);
  return overLimit('characters in one argument', tooLong.length, limits.argumentCharacters);
}

function withinCount(words: readonly string[], limits: LineLimits): readonly string[] | GateError {
  if (words.length > limits.arguments) return overLimit('arguments', words.length, limits.arguments);
  if (words.length === 0) return parseError('the command is empty', "Run 'help' for available commands");
  return words;
}

function overLimit(what: string, size: number, limit: number): GateError {
  return parseError(
    `the command has ${size} ${what}; the limit is ${limit}`,
    `Check command syntax: stay within ${limit} ${what}, for example by sending several smaller commands`,
  );
}

function parseError(detail: string, hint: string): GateError {
  return new GateError('PARSE_ERROR', `Failed to parse command: ${detail}`, { hint });
}
