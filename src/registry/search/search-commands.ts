// Finds commands by words: those that say most about it come first.
import type { Command } from '../../vocabulary/command.js';
import { readQuery, type Wanted } from './read-query.js';
import { makeSearchIndex, type Posting, type SearchIndex } from './search-index.js';

/** What says this much less than the best one is only noise, unless there is hardly anything else. */
const farBehind = 0.2;
const alwaysShown = 3;

const indexes = new WeakMap<readonly Command[], SearchIndex>();

/** The commands that words speak of, best first. Its index is made once for a list of commands. */
export function searchCommands(
  commands: readonly Command[],
  words: readonly string[],
  most: number,
  isWanted: (command: Command) => boolean = () => true,
): Command[] {
  const query = readQuery(words);
  if (query.length === 0) return [];
  const found: Command[] = [];
  let best = 0;
  for (const { command, score } of rank(indexOf(commands), query)) {
    if (found.length === most || (found.length >= alwaysShown && score < best * farBehind)) break;
    if (!isWanted(command)) continue;
    if (found.length === 0) best = score;
    found.push(command);
  }
  return found;
}

function indexOf(commands: readonly Command[]): SearchIndex {
  const known = indexes.get(commands) ?? makeSearchIndex(commands);
  indexes.set(commands, known);
  return known;
}

function rank(index: SearchIndex, query: readonly Wanted[]) {
  const scores = new Map<number, Score>();
  let possible = 0;
  for (const wanted of query) {
    const { found, rarity } = lookUp(index, wanted);
    if (wanted.only && found.size === 0) continue;
    possible += rarity;
    for (const [command, weight] of found) {
      const score = scores.get(command) ?? { total: 0, covered: 0 };
      score.total += weight;
      score.covered += rarity;
      scores.set(command, score);
    }
  }
  const meant = new Map(query.flatMap(({ stem, others }) => [...others, [stem, 1] as const]));
  return [...scores]
    .map(([number, { total, covered }]) => {
      const command = index.commands[number] as Command;
      const fit = nameFit(index.names[number] ?? [], meant);
      return { command, path: command.path.join(' '), score: total * (covered / possible) * (0.5 + 0.5 * fit) };
    })
    .sort((left, right) => right.score - left.score || (left.path < right.path ? -1 : 1));
}

interface Score {
  total: number;
  covered: number;
}

/** Each command that has the word or one like it, with how much that says; and how rare the word is. */
function lookUp(index: SearchIndex, { stem, others, only }: Wanted) {
  const found = new Map<number, number>();
  let rarity = 0;
  const take = (postings: readonly Posting[], share: number) => {
    const rare = rarityOf(index, postings.length);
    rarity = Math.max(rarity, rare * share);
    for (const { command, weight } of postings) {
      found.set(command, Math.max(found.get(command) ?? 0, weight * rare * share));
    }
  };
  const exact = index.postings.get(stem);
  if (exact) take(exact, 1);
  for (const [other, share] of others) take(index.postings.get(other) ?? [], share);
  if (!exact && !only) for (const word of startingWith(index.words, stem)) take(index.postings.get(word) ?? [], 0.75);
  if (rarity === 0) rarity = rarityOf(index, 1) / 3;
  return { found, rarity };
}

function rarityOf({ commands }: SearchIndex, having: number): number {
  return Math.log(1 + commands.length / (having + 0.5)) ** 0.6;
}

/** How much of a command's own name was asked for: `delete-issue` is a better "delete issue" than `delete-issue-link`. */
function nameFit(name: readonly string[], meant: ReadonlyMap<string, number>): number {
  if (name.length === 0) return 0;
  return name.reduce((sum, word) => sum + (meant.get(word) ?? 0), 0) / name.length;
}

/** The beginning of a word, or a word with more behind it, is better than nothing. */
function startingWith(words: readonly string[], start: string): string[] {
  if (start.length < 3) return [];
  return words.filter((word) => word.startsWith(start) || (word.length > 3 && start.startsWith(word)));
}
