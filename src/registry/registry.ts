// The command tree: what there is, and which of it a line of words means.

import { checkTogether } from '../command-line/check-together.js';
import { type Grammar, grammarOf } from '../command-line/grammar.js';
import { NearestIndex } from '../command-line/nearest.js';
import { readArguments } from '../command-line/read-arguments.js';
import { tokenize } from '../command-line/tokenize.js';
import type { Command, CommandGroup, CommandSet } from '../vocabulary/command.js';
import { DefinitionError, type DefinitionProblem } from '../vocabulary/definition-error.js';
import { reservedWords } from '../vocabulary/names.js';
import { findAmongOptions } from './find-among-options.js';
import { leadingOptions } from './leading-options.js';

/** One name in the tree: a command, a group of commands, or both. */
export interface RegistryNode {
  readonly name: string;
  readonly path: readonly string[];
  readonly description: string;
  readonly aliases: readonly string[];
  /** Whether lists leave it out. */
  readonly hidden: boolean;
  readonly category: string | undefined;
  readonly command: Command | undefined;
  readonly children: ReadonlyMap<string, RegistryNode>;
  /** What a word below it means, by name and by alias. */
  readonly byWord: ReadonlyMap<string, RegistryNode>;
  /** The command's parameters, ready for reading. */
  readonly grammar: Grammar;
}

interface MutableNode extends RegistryNode {
  description: string;
  aliases: readonly string[];
  hidden: boolean;
  category: string | undefined;
  command: Command | undefined;
  /** By name and by alias. */
  readonly byWord: Map<string, MutableNode>;
  readonly children: Map<string, MutableNode>;
  nearest: NearestIndex | undefined;
}

export interface Found {
  readonly node: RegistryNode;
  /** How many words the name took. */
  readonly depth: number;
}

export class Registry {
  readonly root: RegistryNode;
  readonly commands: readonly Command[];
  #lastWords: Map<string, Command[]> | undefined;

  /** Throws a DefinitionError that names every command that cannot be registered. */
  constructor(...sets: readonly CommandSet[]) {
    const problems: DefinitionProblem[] = [];
    const root = new Node('', []);
    for (const { groups, commands } of sets) {
      for (const group of groups) place(root, group.path, group, undefined, problems);
      for (const command of commands) place(root, command.path, command, command, problems);
    }
    nameAliases(root, problems);
    this.root = root;
    this.commands = sets.flatMap((set) => set.commands);
    for (const command of this.commands) if (!command.builtIn) checkExamples(command, problems);
    for (const { commands, reserved } of sets) {
      if (reserved) continue;
      for (const { path, builtIn } of commands) {
        if (!builtIn && reservedWords.has(path[0])) reportReserved(path, problems);
      }
    }
    for (const { groups } of sets) {
      for (const { path, builtIn } of groups) {
        if (!builtIn && reservedWords.has(path[0])) reportReserved(path, problems);
      }
    }
    if (problems.length > 0) throw new DefinitionError(problems);
  }

  /** The deepest name that the words lead to, starting at `from`. */
  find(words: readonly string[], from = 0): Found {
    let node = this.root as MutableNode;
    let at = from;
    for (; at < words.length; at++) {
      const child = node.byWord.get(words[at] as string);
      if (child === undefined) break;
      node = child;
    }
    return { node, depth: at - from };
  }

  /** The words with the options in front of the command, and between the words of its name, moved behind it. */
  commandFirst(words: readonly string[]): readonly string[] {
    const found = findAmongOptions(this.root, words);
    if (!found) {
      const leading = leadingOptions(words);
      return [...words.slice(leading), ...words.slice(0, leading)];
    }
    // Before the arguments, one of which may be `--`.
    return [...found.name, ...found.options.flat(), ...words.slice(found.end)];
  }

  /** The canonical path of words that may be aliases; words that mean nothing stay as they are. */
  canonical(words: readonly string[]): readonly string[] {
    const { node, depth } = this.find(words);
    return [...node.path, ...words.slice(depth)];
  }

  /** The names most like a word that has no meaning below a node, as full command paths. */
  nearest(node: RegistryNode, word: string): string[] {
    const mutable = node as MutableNode;
    mutable.nearest ??= new NearestIndex(mutable.byWord.keys());
    const near = mutable.nearest.find(word).flatMap((name) => {
      const child = mutable.byWord.get(name);
      return child && !child.hidden ? [child.path.join(' ')] : [];
    });
    const elsewhere = (this.#byLastWord().get(word) ?? []).map((command) => command.path.join(' '));
    return [...new Set([...near, ...elsewhere])].slice(0, 3);
  }

  /** `events` alone is often `calendar events`. */
  #byLastWord(): Map<string, Command[]> {
    if (!this.#lastWords) {
      this.#lastWords = new Map();
      for (const command of this.commands) {
        if (command.path.length < 2 || command.hidden) continue;
        const word = command.path.at(-1) as string;
        const same = this.#lastWords.get(word);
        if (!same) this.#lastWords.set(word, [command]);
        else if (same.length < 3) same.push(command);
      }
    }
    return this.#lastWords;
  }
}

class Node implements MutableNode {
  readonly name: string;
  readonly path: readonly string[];
  description = '';
  aliases: readonly string[] = [];
  hidden = false;
  category: string | undefined;
  command: Command | undefined;
  readonly children = new Map<string, MutableNode>();
  readonly byWord = new Map<string, MutableNode>();
  nearest: NearestIndex | undefined;
  #grammar: Grammar | undefined;

  constructor(name: string, path: readonly string[]) {
    this.name = name;
    this.path = path;
  }

  get grammar(): Grammar {
    this.#grammar ??= grammarOf(this.command?.parameters ?? []);
    return this.#grammar;
  }
}

function place(
  root: MutableNode,
  path: readonly string[],
  details: Pick<CommandGroup, 'description' | 'aliases' | 'hidden' | 'category'>,
  command: Command | undefined,
  problems: DefinitionProblem[],
): void {
  let node = root;
  for (const [index, word] of path.entries()) {
    let child = node.children.get(word);
    if (!child) {
      child = new Node(word, path.slice(0, index + 1));
      node.children.set(word, child);
      node.byWord.set(word, child);
    }
    node = child;
  }
  if (command) {
    if (node.command?.builtIn) return; // Reserved, which is told below.
    if (node.command) {
      problems.push({ where: path.join(' '), message: 'it is defined twice.', fix: 'Rename or remove one of them.' });
      return;
    }
    node.command = command;
  }
  if (details.description) node.description = details.description;
  if (details.aliases.length > 0) node.aliases = details.aliases;
  if (details.hidden) node.hidden = true;
  if (details.category !== undefined) node.category = details.category;
}

function nameAliases(node: MutableNode, problems: DefinitionProblem[]): void {
  for (const child of node.children.values()) {
    for (const alias of child.aliases) {
      const where = child.path.join(' ');
      const owner = node.byWord.get(alias);
      if (owner && owner !== child) {
        const taken = owner.path.join(' ');
        problems.push({ where, message: `its alias "${alias}" is also ${taken}.`, fix: 'Choose another alias.' });
      } else if (node.path.length === 0 && !child.command?.builtIn && reservedWords.has(alias)) {
        problems.push({ where, message: `its alias "${alias}" is reserved.`, fix: 'Choose another alias.' });
      } else node.byWord.set(alias, child);
    }
    nameAliases(child, problems);
  }
}

function reportReserved(path: readonly string[], problems: DefinitionProblem[]): void {
  problems.push({
    where: path.join(' '),
    message: `"${path[0]}" is reserved for the gate itself.`,
    fix: `Choose another first word, such as "x-${path[0]}".`,
  });
}

/** An example that does not parse would teach an agent to fail. */
function checkExamples(command: Command, problems: DefinitionProblem[]): void {
  const where = command.path.join(' ');
  for (const example of command.examples) {
    const wrong = (message: string, fix: string) =>
      problems.push({ where, message: `the example ${JSON.stringify(example)} ${message}.`, fix });
    const words = typeof example === 'string' ? tokenize(example) : undefined;
    if (!Array.isArray(words)) {
      wrong('cannot be read', 'Write the example exactly as it is typed.');
      continue;
    }
    if (!command.path.every((word, index) => words[index] === word)) {
      wrong('is not an example of this command', `Write the whole line, starting with "${where}".`);
      continue;
    }
    const reading = readArguments(grammarOf(command.parameters), words, command.path.length);
    const { problems: found, pending } = checkTogether(command, reading);
    for (const promise of pending) promise.catch(() => undefined);
    const [first] = found;
    if (first) wrong(`does not parse: ${first.message}`, first.hint ?? 'Correct it.');
  }
}
