// Patterns over command words: `gmail delegates`, `gmail *`, `*`.
import { commandName } from '../vocabulary/names.js';

export interface CommandPattern {
  readonly text: string;
  readonly words: readonly string[];
  /** A final `*`: the words and everything below them. */
  readonly below: boolean;
}

/** The pattern, or what is wrong with it. */
export function readPattern(text: string): CommandPattern | string {
  const words = text.split(' ');
  const below = words.at(-1) === '*';
  if (below) words.pop();
  const wrong = words.find((word) => !commandName.test(word));
  if (wrong !== undefined || text === '') {
    return `${JSON.stringify(text)} is not a command pattern: use words separated by single spaces, with "*" only at the end`;
  }
  return { text, words, below };
}

/** Whether the pattern means this command. */
export function matches(pattern: CommandPattern, path: readonly string[]): boolean {
  if (pattern.below ? path.length < pattern.words.length : path.length !== pattern.words.length) return false;
  return pattern.words.every((word, index) => path[index] === word);
}

/** Whether the pattern means this command or something above it: to forbid a name forbids what is under it. */
export function covers(pattern: CommandPattern, path: readonly string[]): boolean {
  return path.length >= pattern.words.length && pattern.words.every((word, index) => path[index] === word);
}
