// What could come next after some words, for every door at which somebody types: the REPL, shells, clients of MCP.

import { leadingOptions } from '../registry/leading-options.js';
import type { Registry, RegistryNode } from '../registry/registry.js';
import type { Command } from '../vocabulary/command.js';
import { type Candidate, type Candidates, continuing, nothing } from './candidate.js';
import { findInArguments } from './find-in-arguments.js';

export interface CompletionOptions {
  /** Whether the caller may run a command; others are not proposed. */
  readonly mayRun: (command: Command) => boolean;
  /** Of the first words, only those that are no one's but the author's, until something is typed. */
  readonly ownFirst?: boolean;
  /** First words beside the commands, such as `exit`. */
  readonly extraWords?: readonly string[];
}

/** Commands whose own arguments are the path of a command. */
const aboutCommands = new Set(['help', 'schema', 'manifest']);

/** `words`: those before the one that is being typed. */
export async function findCandidates(
  registry: Registry,
  words: readonly string[],
  typed: string,
  options: CompletionOptions,
): Promise<Candidates> {
  const place = walk(registry, words.slice(leadingOptions(words)));
  const { command } = place.node;

  if (command?.path.length === 1 && aboutCommands.has(command.path[0] ?? '') && !typed.startsWith('-')) {
    const about = walk(registry, place.rest);
    return about.rest.length === 0 ? { found: continuing(childNames(about, typed, options), typed) } : nothing;
  }
  const names = place.rest.length === 0 ? childNames(place, typed, options) : [];
  const extra = words.length === 0 ? (options.extraWords ?? []).map((value) => ({ value })) : [];
  const known = [...names, ...extra];
  if (command === undefined || !options.mayRun(command)) return { found: continuing(known, typed) };
  return await findInArguments(command, place.rest, typed, known);
}

interface Place {
  readonly node: RegistryNode;
  /** The words after the node's own. */
  readonly rest: readonly string[];
}

function walk(registry: Registry, words: readonly string[]): Place {
  const { node, depth } = registry.find(words);
  return { node, rest: words.slice(depth) };
}

/** The names below a node, and those aliases that somebody is already typing. */
function childNames({ node }: Place, typed: string, options: CompletionOptions): readonly Candidate[] {
  const onlyOwn = options.ownFirst && typed === '' && node.path.length === 0 && hasOwn(node);
  const children = [...node.children.values()]
    .filter((child) => !onlyOwn || child.name === 'help' || leadsToOwn(child))
    .filter((child) => (node.hidden || !child.hidden) && mayUse(child, options.mayRun))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const names = children.map(({ name, description }) => ({ value: name, description }));
  if (typed === '') return names;
  const unnamed = children.filter((child) => !child.name.startsWith(typed));
  return [...names, ...unnamed.flatMap(({ aliases, description }) => aliases.map((value) => ({ value, description })))];
}

function hasOwn(node: RegistryNode): boolean {
  return [...node.children.values()].some(leadsToOwn);
}

function leadsToOwn({ command, children }: RegistryNode): boolean {
  return (command !== undefined && !command.builtIn) || [...children.values()].some(leadsToOwn);
}

/** Whether there is anything to run under that name. */
function mayUse({ command, children }: RegistryNode, mayRun: (command: Command) => boolean): boolean {
  // A plan has a door of its own.
  const isLine = command !== undefined && !command.contract?.dispatches;
  return (isLine && mayRun(command)) || [...children.values()].some((child) => mayUse(child, mayRun));
}
