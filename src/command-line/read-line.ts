import { GateError } from '../vocabulary/gate-error.js';
import type { LineLimits } from './limits.js';
import { tokenize } from './tokenize.js';

/** The words of a request within its limits, or a PARSE_ERROR that says where and what. */
export function readLine(line: string | readonly string[], limits: LineLimits): readonly string[] | GateError {
  return typeof line === 'string' ? readText(line, limits) : readWords(line, limits);
}

function readText(text: string, limits: LineLimits): readonly string[] | GateError {
  if (text.length > limits.characters) return overLimit('characters', text.length, limits.characters);
  const words = tokenize(text);
  if (!Array.isArray(words)) {
    const { column, missing } = words as Exclude<ReturnType<typeof tokenize>, string[]>;
    return parseError(
      `${missing} is missing at column ${column}`,
      `Check command syntax: add ${missing} for what starts at column ${column}`,
    );
  }
  return withinWordLimits(words, limits);
}

function readWords(words: readonly string[], limits: LineLimits): readonly string[] | GateError {
  let characters = 0;
  for (const [index, word] of words.entries()) {
    if (typeof word !== 'string') return parseError(`word ${index + 1} is not text`, 'Give every word as a string');
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
  if (words.length > limits.arguments) return overLimit('arguments', words.length, limits.arguments);
  for (let index = 0; index < words.length; index++) {
    const size = (words[index] as string).length;
    if (size > limits.argumentCharacters)
      return overLimit('characters in one argument', size, limits.argumentCharacters);
  }
  if (words.length === 0) return parseError('the command is empty', "Run 'help' for available commands");
  return words;
}

function overLimit(what: string, size: number, limit: number): GateError {
  return parseError(
    `the command has ${size} ${what}; the limit is ${limit}`,
    `Check command syntax: stay within ${limit} ${what}, for example by several smaller commands`,
  );
}

function parseError(detail: string, hint: string): GateError {
  return new GateError('PARSE_ERROR', `Failed to parse command: ${detail}`, { hint });
}
