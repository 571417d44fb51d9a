// The words of many commands, so that a search looks at those that have one of its words, and at no other.
import type { Command } from '../../vocabulary/command.js';
import { outputFields } from '../output-fields.js';
import { isStopWord, splitWords, stem } from './search-words.js';

/** How much a word tells about a command, by where it is. */
const weights = { name: 7, tag: 6, title: 4, group: 10, parameter: 2, value: 1, rest: 0.7 };

/** A command that has a word. */
export interface Posting {
  readonly command: number;
  readonly weight: number;
}

export interface SearchIndex {
  readonly commands: readonly Command[];
  readonly postings: ReadonlyMap<string, readonly Posting[]>;
  /** The words of each command's own name. */
  readonly names: readonly (readonly string[])[];
  /** Every word, in the order of the alphabet, for those that are typed in part. */
  readonly words: readonly string[];
}

export function makeSearchIndex(commands: readonly Command[]): SearchIndex {
  const postings = new Map<string, Posting[]>();
  const names: string[][] = [];
  for (const [number, command] of commands.entries()) {
    for (const [word, weight] of weigh(command)) {
      const list = postings.get(word);
      if (list) list.push({ command: number, weight });
      else postings.set(word, [{ command: number, weight }]);
    }
    names.push([...new Set(stemsOf(command.path.at(-1) ?? ''))]);
  }
  return { commands, postings, names, words: [...postings.keys()].sort() };
}

/** The best place where each word stands; in more places it tells a little more. */
function weigh(command: Command): Map<string, number> {
  const result = new Map<string, number>();
  for (const [weight, text] of texts(command)) {
    for (const word of new Set(stemsOf(text))) {
      const known = result.get(word) ?? 0;
      result.set(word, Math.max(known, weight) + 0.1 * Math.min(known, weight));
    }
  }
  return result;
}

function texts(command: Command): [number, string][] {
  const [title, rest] = splitDescription(command.description);
  const { path, aliases, tags = [], parameters, examples, outputSchema } = command;
  return [
    [weights.name, [path.at(-1) ?? '', ...aliases].join(' ')],
    [weights.group, path.slice(0, -1).join(' ')],
    [weights.tag, tags.join(' ')],
    [weights.title, title],
    [weights.rest, rest],
    [weights.parameter, parameters.map(({ label }) => label).join(' ')],
    [weights.rest, parameters.map(({ description }) => description).join(' ')],
    [weights.value, parameters.flatMap(({ choices = [] }) => choices.slice(0, 100).map(String)).join(' ')],
    [weights.rest, examples.join(' ')],
    [
      weights.rest,
      outputFields(outputSchema)
        .map(({ name, description }) => `${name} ${description}`)
        .join(' '),
    ],
  ];
}

/** The first sentence says what a command does. What follows is often the same for many of them. */
function splitDescription(description: string): [string, string] {
  const end = /[.!?:](?:\s|$)|\n/.exec(description)?.index ?? description.length;
  return [description.slice(0, end), description.slice(end, 4_000)];
}

function stemsOf(text: string): string[] {
  return splitWords(text)
    .filter((word) => !isStopWord(word))
    .flatMap((word) => [stem(word), ...withoutUn(word)]);
}

/** What `unstar` undoes: whoever looks for "remove star" means it. */
function withoutUn(word: string): string[] {
  return /^un[a-z]{3,}$/.test(word) && !notUndone.test(word) ? [stem(word.slice(2)), 'remov'] : [];
}

const notUndone = /^(?:under|unit|uniq|unix|univ|unless|until|unknown|uninst)/;
