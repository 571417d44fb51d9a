import { standardOptions } from '../command-line/standard-options.js';

/** How many words at the beginning are the gate's own options and their values. */
export function leadingOptions(words: readonly string[]): number {
  let at = 0;
  while (at < words.length) {
    const word = words[at] as string;
    if (!word.startsWith('--') || word === '--') break;
    const equals = word.indexOf('=');
    const option = standardOptions.get(equals === -1 ? word.slice(2) : word.slice(2, equals));
    if (!option) break;
    at += option.read && equals === -1 ? 2 : 1;
  }
  return Math.min(at, words.length);
}
