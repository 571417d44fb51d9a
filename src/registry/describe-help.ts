// What `help` answers, as data: short enough for an agent's context however many commands there are.
import type { Command, Parameter } from '../vocabulary/command.js';
import { schemaProperties } from './describe-schema.js';
import { firstSentence } from './first-sentence.js';
import { groupNames, type NameGroup } from './group-names.js';
import type { Registry, RegistryNode } from './registry.js';

export interface GateFacts {
  /** The name, in help and for clients; `cmdgate` unless given. */
  readonly name: string;
  /** The version of the commands; `0.0.0` unless given. */
  readonly version: string;
  /** One sentence about all the commands, for help and for clients. */
  readonly description: string;
}

/** Whether whoever asks may run a command; help shows no others. */
export type Visible = (command: Command) => boolean;

export interface Listed {
  readonly name: string;
  readonly description: string;
}

/** How many characters a list of names may take: about 1,500 tokens. */
const listBudget = 4_500;

export function describeRoot(registry: Registry, facts: GateFacts, visible: Visible): Record<string, unknown> {
  const nodes = childrenOf(registry.root, visible);
  const { listed, more } = list(nodes, [], '');
  return {
    description: facts.description,
    commands: listed,
    usage: '<command> [subcommand] [options]',
    examples: firstExamples(nodes, visible),
    ...(more && { more }),
  };
}

/** The names below a node that start with a prefix, for `help user-*`. */
export function describePrefix(node: RegistryNode, prefix: string, visible: Visible): Record<string, unknown> {
  const nodes = childrenOf(node, visible).filter(({ name }) => name.startsWith(prefix));
  const { listed, more } = list(nodes, node.path, prefix);
  return { commands: listed, ...(more && { more }) };
}

/** The specification's help of a command has no output; of a program it is mostly all that tells what will be printed. */
export function describeNode(node: RegistryNode, visible: Visible): Record<string, unknown> {
  const { command } = node;
  const nodes = childrenOf(node, visible, 'own too');
  const shown = command && visible(command) ? command : undefined;
  const path = node.path.join(' ');
  const { listed, more } = list(nodes, node.path, '');
  return {
    command: path,
    description: node.description,
    ...(shown && shown.danger !== 'safe' && { danger: shown.danger }),
    ...(shown?.contract?.deprecated && { deprecated: shown.contract.deprecated }),
    ...(shown?.tags && shown.tags.length > 0 && { tags: [...shown.tags] }),
    ...(shown && { arguments: shown.parameters.map(describeArgument) }),
    ...(shown?.plan && shown.outputSchema && { outputSchema: shown.outputSchema }),
    ...(nodes.length > 0 && { subcommands: listed, usage: `${path} <subcommand> [options]` }),
    examples: shown ? [...shown.examples] : firstExamples(nodes, visible),
    ...(node.aliases.length > 0 && { aliases: [...node.aliases] }),
    ...(more && { more }),
  };
}

/** The nodes below that lead to something the asker may run; the gate's own commands only where they are asked for. */
export function childrenOf(node: RegistryNode, visible: Visible, own?: 'own too'): RegistryNode[] {
  // Whoever knows the name of a hidden group may see what is in it.
  const listed = [...node.children.values()].filter((child) => node.hidden || !child.hidden);
  return listed.filter((child) => leadsToVisible(child, visible) || (own !== undefined && child.command?.builtIn));
}

/** Whether lists of commands name it: neither the gate's own, nor what its author hides. */
export function isListed({ builtIn, hidden }: Command): boolean {
  return !builtIn && !hidden;
}

/** Whether there is anything at a node or below it that the asker may run. */
export function leadsToVisible(node: RegistryNode, visible: Visible): boolean {
  if (node.command && !node.command.builtIn && visible(node.command)) return true;
  for (const child of node.children.values()) if (leadsToVisible(child, visible)) return true;
  return false;
}

export function describeArgument(parameter: Parameter): Record<string, unknown> {
  const { label, short, type, required, description, examples, choices, variadic, aliases, secret, maxBytes } =
    parameter;
  const { minimum, maximum } = schemaProperties(parameter);
  return {
    name: label,
    ...(short !== undefined && { short: `-${short}` }),
    ...(aliases.length > 0 && { aliases: aliases.map((alias) => `--${alias}`) }),
    // The specification has no type for paths: they are strings that are checked.
    ...(type === 'path' ? { type: 'string', format: 'path' } : { type }),
    ...(required && { required: true }),
    ...(variadic && { variadic: true }),
    ...(secret && { secret: true }),
    ...(showsDefault(parameter) && { default: parameter.default }),
    ...(choices && { enum: [...choices] }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(maxBytes !== undefined && { max_bytes: maxBytes }),
    ...(parameter.mustExist && { must_exist: parameter.mustExist }),
    description,
    ...(examples.length > 0 && !secret && { examples: [...examples] }),
  };
}

/** That a flag is off unless it is given goes without saying. */
export function showsDefault({ default: value, type, secret }: Parameter): boolean {
  return value !== undefined && value !== null && !secret && !(type === 'flag' && value === false);
}

interface Listing {
  readonly listed: readonly Listed[];
  readonly more: string | undefined;
}

/** As much as the budget allows: whole descriptions, short ones, or groups of names. */
function list(nodes: readonly RegistryNode[], path: readonly string[], prefix: string): Listing {
  const full = nodes.map(({ name, description }) => ({ name, description }));
  if (fits(full)) return { listed: full, more: undefined };
  const short = nodes.map(({ name, description }) => ({ name, description: firstSentence(description, 60) }));
  if (fits(short)) return { listed: short, more: "Run 'help <command>' for the whole description" };

  const names = nodes.map(({ name }) => name);
  const byWord = groupNames(names, prefix, 'word');
  const byLetter = groupNames(names, prefix, 'letter');
  const alone = new Map(short.map(({ name, description }) => [name, description]));
  const described = byWord.map((group) => describeGroup(group, 3, alone));
  const counted = byWord.map((group) => describeGroup(group, 0));
  const listed = [described, counted].find(fits) ?? cutToFit(byLetter.map((group) => describeGroup(group, 0)));
  const example = ['help', ...path, listed.find(({ name }) => name.endsWith('*'))?.name].filter(Boolean).join(' ');
  const line = ['help', ...path, '<prefix>*'].join(' ');
  return {
    listed,
    more: `Names are grouped: run '${line}' (e.g. '${example}') for a group, or 'help --search <words>' to find a command`,
  };
}

function describeGroup({ pattern, names }: NameGroup, shown: number, alone?: ReadonlyMap<string, string>): Listed {
  if (names.length === 1) return { name: pattern, description: alone?.get(pattern) ?? '' };
  const some = shown > 0 ? `: ${names.slice(0, shown).join(', ')}…` : '';
  return { name: pattern, description: `${names.length} commands${some}` };
}

/** The names themselves can be too long for any list; what is left out is found by searching. */
function cutToFit(listed: readonly Listed[]): Listed[] {
  let length = listed.length;
  while (length > 1 && !fits(listed.slice(0, length))) length--;
  return listed.slice(0, length);
}

function fits(listed: readonly Listed[]): boolean {
  let size = 0;
  for (const { name, description } of listed) size += name.length + description.length + 28;
  return size <= listBudget;
}

function firstExamples(nodes: readonly RegistryNode[], visible: Visible): string[] {
  const examples: string[] = [];
  for (const node of nodes) {
    const example = firstExample(node, visible);
    if (example !== undefined) examples.push(example);
    if (examples.length === 3) break;
  }
  return examples;
}

function firstExample(node: RegistryNode, visible: Visible): string | undefined {
  if (node.hidden) return undefined;
  if (node.command && visible(node.command) && node.command.examples[0] !== undefined) return node.command.examples[0];
  for (const child of node.children.values()) {
    const example = firstExample(child, visible);
    if (example !== undefined) return example;
  }
  return undefined;
}
