// Options may stand before a command and between the words of its name, as in `item --fields id get a1`.

import type { Grammar } from '../command-line/grammar.js';
import { standardOptions } from '../command-line/standard-options.js';
import type { RegistryNode } from './registry.js';

export interface FoundAmongOptions {
  readonly node: RegistryNode;
  /** The words of its name. */
  readonly name: readonly string[];
  /** What stood before and between them: each option, with its value where that is a word of its own. */
  readonly options: readonly (readonly string[])[];
  /** Where the arguments begin. */
  readonly end: number;
}

/** Each can have a value or none, so that every one more doubles the ways to read them. */
const mostOptions = 8;

/** The command that the words lead to; undefined where they lead to none, or an option is not one of the command. */
export function findAmongOptions(root: RegistryNode, words: readonly string[]): FoundAmongOptions | undefined {
  return descend({ node: root, name: [], options: [], end: 0 }, words);
}

function descend(place: FoundAmongOptions, words: readonly string[]): FoundAmongOptions | undefined {
  const { node, name, options, end } = place;
  const word = words[end] ?? '';
  const child = node.byWord.get(word);
  if (child) return descend({ node: child, name: [...name, word], options, end: end + 1 }, words);
  if (isOption(word) && hasMoreWords(node) && options.length < mostOptions) {
    for (const length of lengthsOf(word)) {
      const option = words.slice(end, end + length);
      const further = descend({ ...place, options: [...options, option], end: end + length }, words);
      if (further && further.name.length > name.length) return further;
    }
  }
  return node.command && options.every((option) => isOptionOf(node.grammar, option)) ? place : undefined;
}

function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith('-') && word !== '--';
}

/** What follows the name of a command that takes words could be one of those. */
function hasMoreWords({ children, command, grammar }: RegistryNode): boolean {
  return children.size > 0 && (command === undefined || grammar.positionals.length === 0);
}

/** How many words an option may take, itself included, as long as its command is not known. */
function lengthsOf(word: string): readonly number[] {
  if (word.includes('=')) return [1];
  const standard = standardOptions.get(word.slice(2));
  return standard && word.startsWith('--') ? [standard.read ? 2 : 1, standard.read ? 1 : 2] : [1, 2];
}

/** Whether the command has this option, and it takes a value where one was read. */
function isOptionOf(grammar: Grammar, [word = '', value]: readonly string[]): boolean {
  const wants = wantsValue(grammar, word.split('=')[0] ?? '', word);
  if (wants === undefined) return false;
  return wants ? value !== undefined || word.includes('=') || isJoined(word) : value === undefined;
}

/** `-n5`: a short option and its value in one word. */
function isJoined(word: string): boolean {
  return !word.startsWith('--') && word.length > 2;
}

function wantsValue({ options, shorts, references, parameters }: Grammar, name: string, word: string) {
  const index = word.startsWith('--') ? options.get(name)?.index : shorts.get(word.slice(1, 2));
  if (index !== undefined) return parameters[index]?.type !== 'flag';
  if (references.has(name)) return true;
  const standard = name.startsWith('--') ? standardOptions.get(name.slice(2)) : undefined;
  return standard && standard.read !== undefined;
}
