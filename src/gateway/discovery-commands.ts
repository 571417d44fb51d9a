// help, schema and version: commands like any other, so that they take the same path and are recorded.
import {
  childrenOf,
  describeNode,
  describePrefix,
  describeRoot,
  type GateFacts,
  leadsToVisible,
  type Visible,
} from '../registry/describe-help.js';
import { describeSchema, schemaPage } from '../registry/describe-schema.js';
import { helpText } from '../registry/help-text.js';
import type { Registry, RegistryNode } from '../registry/registry.js';
import { searchCommands } from '../registry/search.js';
import { defineCommand } from '../sources/typescript/define-command.js';
import type { CommandDefinition } from '../sources/typescript/definition.js';
import { readDefinitions } from '../sources/typescript/read-definitions.js';
import type { Command, CommandSet } from '../vocabulary/command.js';
import type { Context } from '../vocabulary/context.js';
import type { GateError } from '../vocabulary/gate-error.js';
import type { Caller } from '../vocabulary/request.js';

export const acliVersion = '0.1.0';

export interface DiscoveryHost {
  readonly facts: GateFacts;
  registry(): Registry;
  mayRun(caller: Caller, command: Command): boolean;
  /** COMMAND_NOT_FOUND with the nearest names. */
  notFound(caller: Caller, node: RegistryNode, words: readonly string[], depth: number): GateError;
  denied(caller: Caller, command: Command): GateError;
}

const path = {
  name: 'path',
  type: 'string',
  variadic: true,
  path: false,
  description: 'The words of a command',
} as const;

export function discoveryCommands(host: DiscoveryHost): CommandSet {
  const visibleTo =
    ({ caller }: Context): Visible =>
    (command) =>
      host.mayRun(caller, command);

  const find = (words: readonly string[], context: Context): RegistryNode => {
    const { node, depth } = host.registry().find(words);
    if (depth < words.length) throw host.notFound(context.caller, node, words, depth);
    const hidden = words.length > 0 && !isOwn(node) && !leadsToVisible(node, visibleTo(context));
    if (hidden && node.command) throw host.denied(context.caller, node.command);
    // A group of which nothing may be run is no more there than a name that means nothing.
    if (hidden) throw host.notFound(context.caller, host.registry().root, words, 0);
    return node;
  };

  const help = defineCommand({
    description: 'Display command list, or details for a specific command',
    danger: 'safe',
    arguments: [
      path,
      { name: '--search', type: 'string', variadic: true, description: 'Find commands by words', path: false },
      { name: '--limit', type: 'integer', default: 10, minimum: 1, maximum: 100, description: 'Most search results' },
    ],
    handler: ({ path: words = [], search, limit }, context) => {
      const visible = visibleTo(context);
      if (search) {
        // `help --search create event`: the words after the first are meant as words, too.
        const query = [...search, ...words];
        const commands = host.registry().commands.filter((command) => !command.builtIn && visible(command));
        const results = searchCommands(commands, query, limit);
        const more =
          results.length > 0 ? "Run 'help <command>' for details" : "Try other words, or 'help' for the whole list";
        return { query: query.join(' '), results, more };
      }
      const last = words.at(-1);
      if (last?.endsWith('*')) return describePrefix(find(words.slice(0, -1), context), last.slice(0, -1), visible);
      if (words.length === 0) return describeRoot(host.registry(), host.facts, visible);
      return describeNode(find(words, context), visible);
    },
  });

  const schema = defineCommand({
    description: 'Output the input and output schemas of commands as JSON Schema',
    danger: 'safe',
    arguments: [
      path,
      { name: '--cursor', type: 'integer', default: 0, minimum: 0, description: 'Where the next page starts' },
    ],
    handler: ({ path: words = [], cursor }, context) => {
      const visible = visibleTo(context);
      const node = find(words, context);
      if (node.command && visible(node.command)) return describeSchema(node.command);
      const commands = host
        .registry()
        .commands.filter(
          (command) =>
            !command.builtIn && visible(command) && words.every((_, index) => command.path[index] === node.path[index]),
        );
      const { schemas, next } = schemaPage(commands, cursor);
      const line = ['schema', ...node.path].join(' ');
      return {
        commands: schemas,
        total: commands.length,
        ...(next !== undefined && { next: `${line} --cursor ${next}` }),
      };
    },
  });

  const version = defineCommand({
    description: 'Output ACLI version and implementation info',
    danger: 'safe',
    handler: (_, context) => {
      const names = childrenOf(host.registry().root, visibleTo(context)).map(({ name }) => name);
      return {
        acli_version: acliVersion,
        implementation: { name: host.facts.name, version: host.facts.version },
        capabilities: {
          commands: names.filter((name) => !name.startsWith('x-')),
          extensions: names.filter((name) => name.startsWith('x-')),
        },
      };
    },
  });

  return builtIn({ help, schema, version });
}

/** Whether it is the gate's own, which everybody may ask about. */
function isOwn(node: RegistryNode): boolean {
  if (node.command) return node.command.builtIn;
  return node.path.length > 0 && [...node.children.values()].every(isOwn);
}

function builtIn(definitions: Readonly<Record<string, CommandDefinition>>): CommandSet {
  const { commands } = readDefinitions(definitions);
  return {
    commands: commands.map((command) => ({
      ...command,
      builtIn: true,
      toText: command.path[0] === 'help' ? helpText : undefined,
    })),
    groups: [],
  };
}
