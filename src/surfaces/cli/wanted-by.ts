import type { Wanted } from '../../sources/typescript/load-lazy.js';
import { reservedWords } from '../../vocabulary/names.js';

/** What only names commands, or none at all. */
const listing: ReadonlySet<string> = new Set(['help', 'version', 'completion', 'audit', 'approvals', 'doctor']);

/**
 * Which lazy commands a line needs. A word may be anything, as the value of an option; to load one too many is no
 * mistake. Whatever looks at all commands, or lets others come in, gets all of them.
 */
export function wantedBy(words: readonly string[]): Wanted {
  const first = words.find((word) => !word.startsWith('-'));
  const seesAll = first !== undefined && !listing.has(first) && (reservedWords.has(first) || first === 'reference');
  return seesAll || words.some((word) => /^--search(?:=|$)/.test(word)) ? 'all' : new Set(words);
}
