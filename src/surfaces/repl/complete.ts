// What could come next on a line that somebody is typing. Pure: the same tree and text give the same candidates.

import { leadingOptions } from '../../registry/leading-options.js';
import type { Registry, RegistryNode } from '../../registry/registry.js';
import type { Command } from '../../vocabulary/command.js';
import { completeArguments } from './complete-arguments.js';
import { type PartialLine, readPartialLine } from './partial-line.js';
import { spell } from './spell.js';

export interface CompletionOptions {
  /** Whether the caller may run a command; others are not proposed. */
  readonly mayRun: (command: Command) => boolean;
  /** First words beside the commands, such as `exit`. */
  readonly extraWords?: readonly string[];
}

/** The words that fit and the part of the line they replace, as `node:readline` wants them. */
export type Completion = [candidates: string[], fragment: string];

/** Completes commands, subcommands, options and values at the end of the line. */
export function complete(registry: Registry, line: string, options: CompletionOptions): Completion {
  const partial = readPartialLine(line);
  if (partial === undefined) return [[], line];
  return [candidates(registry, partial, options), partial.fragment];
}

/** Commands whose own arguments are the path of a command. */
const aboutCommands = new Set(['help', 'schema']);

function candidates(registry: Registry, partial: PartialLine, options: CompletionOptions): string[] {
  const place = walk(registry, partial.words.slice(leadingOptions(partial.words)));
  const { command } = place.node;

  if (command?.path.length === 1 && aboutCommands.has(command.path[0] ?? '') && !partial.value.startsWith('-')) {
    const about = walk(registry, place.rest);
    return about.rest.length === 0 ? spell(childNames(about, partial.value, options), partial) : [];
  }
  const names = place.rest.length === 0 ? childNames(place, partial.value, options) : [];
  if (partial.words.length === 0) names.push(...(options.extraWords ?? []));
  if (command === undefined) return spell(names, partial);
  return completeArguments(command, place.rest, partial, names);
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
function childNames({ node }: Place, typed: string, options: CompletionOptions): string[] {
  const children = [...node.children.values()].filter((child) => mayUse(child, options.mayRun));
  const names = children.map((child) => child.name).sort();
  if (typed === '') return names;
  const unnamed = children.filter((child) => !child.name.startsWith(typed));
  return [...names, ...unnamed.flatMap((child) => child.aliases)];
}

/** Whether there is anything to run under that name. */
function mayUse({ command, children }: RegistryNode, mayRun: (command: Command) => boolean): boolean {
  // A plan has a door of its own.
  const isLine = command !== undefined && !command.contract?.dispatches;
  return (isLine && mayRun(command)) || [...children.values()].some((child) => mayUse(child, mayRun));
}
