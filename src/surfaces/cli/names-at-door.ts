// Names that the gate does not know, because the executable answers to them itself: they are explained, and guessed
// where they are mistyped, as the gate does it with its own. The gate's registry has none of them, so that no other door
// can offer them.

import { readArguments } from '../../command-line/read-arguments.js';
import type { Gate } from '../../gate/gate.js';
import { commandNotFound } from '../../gate/refusals.js';
import { findOwnerCommand } from '../../owner/find-owner-command.js';
import { type OwnerCommand, toCommand } from '../../owner/owner-command.js';
import { leadsToVisible } from '../../registry/describe-help.js';
import { leadingOptions } from '../../registry/leading-options.js';
import { type Found, Registry, type RegistryNode } from '../../registry/registry.js';
import type { CommandGroup } from '../../vocabulary/command.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import { reservedWords } from '../../vocabulary/names.js';
import type { Caller } from '../../vocabulary/request.js';
import { executableCommands } from './executable-commands.js';

/** What a line wants to know about a name: `run` wants to run it. */
interface Asked {
  readonly what: 'help' | 'schema' | 'run';
  readonly path: readonly string[];
}

export interface Explained {
  readonly what: 'help' | 'schema';
  readonly node: RegistryNode;
}

/** The same tree as the gate has, of the executable's own commands alone. */
export function ownRegistry(direct: boolean): Registry {
  return new Registry({ groups: [], commands: ownOf(direct).map(([path, command]) => toCommand(path, command)) });
}

/** `help audit`: the name of a command that no gate can have, so that none has to be opened. */
export function explainedAlone(
  what: string | undefined,
  after: readonly string[],
  direct: boolean,
): Explained | undefined {
  if (what !== 'help' && what !== 'schema') return undefined;
  const path = after.slice(leadingOptions(after));
  const found = findOwnerCommand(executableCommands, path, direct);
  if (!found || found === 'nothing' || found.after.length > 0 || found.command.needs === 'request') return undefined;
  return reservedWords.has(found.path[0] ?? '') ? { what, node: ownRegistry(direct).find(found.path).node } : undefined;
}

/** What the gate would not find, or find only a part of: what it is, or what may have been meant. */
export function lookUp(
  gate: Pick<Gate, 'registry' | 'mayRun'>,
  caller: Caller,
  line: readonly string[],
  direct: boolean,
): Explained | GateError | undefined {
  const asked = askedBy(gate.registry, line);
  if (!asked) return undefined;
  const { what, path } = asked;
  const all = withOwn(gate.registry, direct);
  const { node, depth } = all.find(path);
  if (what !== 'run' && depth === path.length)
    return isTheGates(gate.registry.find(path), node) ? undefined : { what, node };
  const names = new Set(ownOf(direct).map(([words]) => words.join(' ')));
  const mayRun = (found: RegistryNode) => leadsToVisible(found, (command) => gate.mayRun(caller, command));
  const isVisible = (name: string) => names.has(name) || mayRun(gate.registry.find(name.split(' ')).node);
  return commandNotFound(all, node, path, depth, isVisible);
}

/** Undefined where the gate has what is asked for, or is asked for a list. */
function askedBy(registry: Registry, line: readonly string[]): Asked | undefined {
  const words = registry.commandFirst(line);
  const { node, depth } = registry.find(words);
  if (!node.command) {
    const rest = words.slice(depth);
    const name = leadingOptions(rest) === rest.length ? words.slice(0, depth) : words;
    const asksForHelp = name.length === depth && rest.includes('--help');
    return name.length === 0 ? undefined : { what: asksForHelp ? 'help' : 'run', path: name };
  }
  const what = node.command.builtIn ? node.path[0] : undefined;
  if (what !== 'help' && what !== 'schema') return undefined;
  const { input, problems } = readArguments(node.grammar, words, depth);
  const { path = [], search } = input as { path?: readonly string[]; search?: unknown };
  const isList = path.length === 0 || search !== undefined || path.at(-1)?.endsWith('*');
  return problems.length > 0 || isList ? undefined : { what, path };
}

function isTheGates({ node, depth }: Found, known: RegistryNode): boolean {
  return depth === known.path.length && node.children.size === known.children.size;
}

export function withOwn(registry: Registry, direct: boolean): Registry {
  const own = ownOf(direct)
    .filter(([, { needs }]) => needs !== 'request')
    .filter(([path]) => registry.find(path).depth < path.length)
    .map(([path, command]) => toCommand(path, command));
  return new Registry(
    { commands: registry.commands, groups: groupsBelow(registry.root), reserved: true },
    { commands: own, groups: [] },
  );
}

function groupsBelow(node: RegistryNode): CommandGroup[] {
  return [...node.children.values()].flatMap((child) => {
    const { path, aliases, description, command } = child;
    const below = groupsBelow(child);
    return command ? below : [{ path: path as CommandGroup['path'], aliases, description, builtIn: true }, ...below];
  });
}

function ownOf(direct: boolean): readonly (readonly [readonly string[], OwnerCommand])[] {
  return Object.entries(executableCommands)
    .filter(([, { everywhere }]) => !direct || everywhere)
    .map(([name, command]) => [name.split(' '), command] as const);
}
