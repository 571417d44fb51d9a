// help, schema, manifest, check-permissions, version and exec: commands like any other, so that they take the same path and are recorded.

import { describeContract } from '../../registry/describe-contract.js';
import {
  childrenOf,
  describeNode,
  describePrefix,
  describeRoot,
  type GateFacts,
  isListed,
  leadsToVisible,
  type Visible,
} from '../../registry/describe-help.js';
import { describeSchema, schemaPage } from '../../registry/describe-schema.js';
import { helpText } from '../../registry/help-text.js';
import type { Registry, RegistryNode } from '../../registry/registry.js';
import { defineCommand } from '../../sources/typescript/define-command.js';
import type { CommandDefinition } from '../../sources/typescript/definition.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import { packageVersion } from '../../version.js';
import type { Command, CommandSet } from '../../vocabulary/command.js';
import type { Context } from '../../vocabulary/context.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { Caller } from '../../vocabulary/request.js';
import { notModified } from '../answering/not-modified.js';
import { execCommand } from './exec-command.js';

export const acliVersion = '0.1.0';

export interface DiscoveryHost {
  readonly facts: GateFacts;
  /** The version of the commands, which need not be that of the program. */
  readonly ownVersion: string;
  /** The variables of the environment that are read, as far as anybody said. */
  readonly variables: Readonly<Record<string, string>>;
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
      { name: '--search', type: 'string', variadic: true, description: 'Find commands by keywords', path: false },
      {
        name: '--limit',
        type: 'integer',
        default: 10,
        minimum: 1,
        maximum: 100,
        description: 'Maximum number of results',
      },
    ],
    handler: async ({ path: words = [], search, limit }, context) => {
      const visible = visibleTo(context);
      if (search) {
        // `help --search create event`: the words after the first are meant as words, too.
        const query = [...search, ...words];
        const isFound = (command: Command) => isListed(command) && visible(command);
        // Most starts search for nothing.
        const [{ searchCommands }, { describeHits }] = await Promise.all([
          import('../../registry/search/search-commands.js'),
          import('../../registry/search/describe-hits.js'),
        ]);
        const results = describeHits(searchCommands(host.registry().commands, query, limit, isFound));
        const more =
          results.length > 0 ? "Run 'help <command>' for details" : "Try other words, or 'help' for the whole list";
        return { query: query.join(' '), results, more };
      }
      const last = words.at(-1);
      if (last?.endsWith('*')) return describePrefix(find(words.slice(0, -1), context), last.slice(0, -1), visible);
      if (words.length === 0) {
        const { describeNextSteps } = await import('../../registry/next-steps.js');
        return { ...describeRoot(host.registry(), host.facts, visible), tips: describeNextSteps(host.registry()) };
      }
      return describeNode(find(words, context), visible);
    },
  });

  const schema = defineCommand({
    description: 'Output the input and output schemas of commands as JSON Schema',
    danger: 'safe',
    arguments: [
      path,
      { name: '--cursor', type: 'integer', default: 0, minimum: 0, description: 'Where the next page starts' },
      { name: '--contract', type: 'flag', description: 'For one command: include everything its author declares' },
    ],
    handler: ({ path: words = [], cursor, contract }, context) => {
      const visible = visibleTo(context);
      const node = find(words, context);
      const describe = contract ? describeContract : describeSchema;
      if (node.command && visible(node.command)) return describe(node.command);
      const commands = host
        .registry()
        .commands.filter(
          (command) =>
            (node.hidden ? !command.builtIn : isListed(command)) &&
            visible(command) &&
            words.every((_, index) => command.path[index] === node.path[index]),
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

  const manifest = defineCommand({
    description: 'Describe every command in one document',
    danger: 'safe',
    arguments: [
      path,
      {
        name: '--etag',
        type: 'string',
        path: false,
        description: 'The ETag of the manifest you have; it is not sent again if unchanged',
      },
      {
        name: '--baseline',
        type: 'path',
        description: 'A saved manifest; report what it has that is now gone',
      },
      {
        name: '--schema-version',
        type: 'integer',
        enum: [1, 2],
        default: 2,
        description: 'The format of the manifest',
      },
    ],
    handler: async ({ path: words = [], etag, baseline, 'schema-version': version }, context) => {
      const node = find(words, context);
      const visible = visibleTo(context);
      const shown = host
        .registry()
        .commands.filter(
          (command) =>
            visible(command) &&
            (node.hidden || !command.hidden) &&
            node.path.every((word, index) => command.path[index] === word),
        );
      // Hashing is a part of Node that other commands do not load.
      const { describeManifest } = await import('../../registry/describe-manifest.js');
      const { name, version: toolVersion } = host.facts;
      const facts = { name, version: toolVersion, frameworkVersion: packageVersion, environment: host.variables };
      const manifest = describeManifest(shown, facts, version);
      if (baseline !== undefined) {
        const { compareBaseline } = await import('./compare-baseline.js');
        return compareBaseline(baseline, manifest, node.path);
      }
      if (manifest.etag !== etag) return manifest;
      context.message(`Not modified: ${etag} is current`);
      return notModified;
    },
  });

  const checkPermissions = defineCommand({
    description: 'List what you may run, and the scopes it needs',
    danger: 'safe',
    arguments: [
      { name: '--for', type: 'string', variadic: true, path: false, description: 'The words of one command' },
    ],
    handler: async ({ for: given = [] }, context) => {
      const { reportFor, reportPermissions } = await import('./check-permissions.js');
      const { caller } = context;
      const mayRun = (command: Command) => host.mayRun(caller, command);
      // What the owner's lists keep from a caller is none of its business, whatever scopes it may get.
      const mayKnow = (command: Command) => host.mayRun({ ...caller, scopes: 'everything' }, command);
      const words = given.flatMap((text) => text.split(/[\s.]+/)).filter((word) => word !== '');
      if (words.length === 0) {
        const commands = host.registry().commands.filter((command) => isListed(command) && mayKnow(command));
        return reportPermissions(caller, commands, mayRun);
      }
      const { node, depth } = host.registry().find(words);
      if (!node.command || depth < words.length) throw host.notFound(caller, node, words, depth);
      if (!mayKnow(node.command)) throw host.denied(caller, node.command);
      const report = reportFor(caller, node.command, mayRun(node.command));
      if (report instanceof GateError) throw report;
      return report;
    },
  });

  const version = defineCommand({
    description: 'Output ACLI version and implementation info',
    danger: 'safe',
    handler: (_, context) => {
      const names = childrenOf(host.registry().root, visibleTo(context)).map(({ name }) => name);
      return {
        acli_version: acliVersion,
        implementation: { name: host.facts.name, version: host.ownVersion },
        capabilities: {
          commands: names.filter((name) => !name.startsWith('x-')),
          extensions: names.filter((name) => name.startsWith('x-')),
        },
      };
    },
  });

  return builtIn({ help, schema, manifest, 'check-permissions': checkPermissions, version, exec: execCommand });
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
      ...(command.path[0] === 'exec' && { contract: { ...command.contract, dispatches: true as const } }),
    })),
    groups: [],
  };
}
