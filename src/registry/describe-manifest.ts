// What `manifest` answers, as data: everything that can be run, in one document that says whether it has changed.
import { createHash } from 'node:crypto';
import { standardOptions } from '../command-line/standard-options.js';
import type { Command, JsonSchema, Parameter } from '../vocabulary/command.js';
import { defaultListLimit } from '../vocabulary/contract.js';
import { jsonType } from '../vocabulary/json-type.js';
import { declarationsOf, waysOfSecret } from './describe-contract.js';
import { describeExitCodes } from './describe-exit-codes.js';
import { showsDefault } from './describe-help.js';
import { usageLine } from './usage.js';

/** 1: the closed shape of version 1.6 of the specification. 2: with everything that has no place there. */
type ManifestVersion = 1 | 2;

interface ManifestFacts {
  readonly name: string;
  readonly version: string;
  /** The version of cmdgate. */
  readonly frameworkVersion: string;
  /** The variables of the environment that are read whatever runs: by name, what for. */
  readonly environment: Readonly<Record<string, string>>;
}

interface Manifest extends Readonly<Record<string, unknown>> {
  readonly etag: string;
}

export function describeManifest(
  commands: readonly Command[],
  facts: ManifestFacts,
  version: ManifestVersion,
): Manifest {
  const inOrder = [...commands].sort((left, right) => (dotPath(left) < dotPath(right) ? -1 : 1));
  const manifest = version === 1 ? describeClosed(inOrder, facts) : describeAll(inOrder, facts);
  return { ...manifest, etag: hashOf(manifest) };
}

function describeClosed(commands: readonly Command[], facts: ManifestFacts): Record<string, unknown> {
  return {
    schema_version: '1.6',
    framework_version: facts.frameworkVersion,
    commands: Object.fromEntries(commands.map((command) => [dotPath(command), closedEntry(command, commands)])),
  };
}

function closedEntry(command: Command, all: readonly Command[]): Record<string, unknown> {
  return {
    ...sharedEntry(command, all),
    ...closedExamples(command),
    danger_level: command.danger,
    flags: Object.fromEntries(optionsOf(command).map((option) => [nameOf(option), closedFlag(option)])),
    exit_codes: describeExitCodes(command),
  };
}

/** There, an example says what it does, which is what its command does. */
function closedExamples({ examples, description }: Command): Record<string, unknown> {
  return examples.length === 0 ? {} : { examples: examples.map((line) => ({ description, command: line })) };
}

/** What both versions say in the same words. */
function sharedEntry(command: Command, all: readonly Command[]): Record<string, unknown> {
  const { description, aliases, outputSchema, examples } = command;
  const below = all.filter(({ path }) => isBelow(path, command.path)).map(dotPath);
  return {
    description,
    ...(aliases.length > 0 && { aliases: [...aliases] }),
    ...(outputSchema && { output_schema: outputSchema }),
    ...(examples.length > 0 && { examples: [...examples] }),
    ...(below.length > 0 && { subcommands: below }),
  };
}

/** There, a date or a path is a text, and so is JSON. */
function closedFlag(parameter: Parameter): Record<string, unknown> {
  const { choices, required, description, short, variadic } = parameter;
  const { type } = jsonType(parameter.type);
  const one = type === 'object' ? 'string' : choices ? 'enum' : type;
  return {
    type: variadic ? 'array' : one,
    required,
    description,
    ...(showsDefault(parameter) && { default: parameter.default }),
    ...(choices && { enum_values: choices.map(String) }),
    ...(short !== undefined && { short }),
  };
}

function describeAll(commands: readonly Command[], facts: ManifestFacts): Record<string, unknown> {
  return {
    schema_version: '2.0',
    framework_version: facts.frameworkVersion,
    name: facts.name,
    version: facts.version,
    commands: Object.fromEntries(commands.map((command) => [dotPath(command), entry(command, commands)])),
    standard_flags: standardFlags(),
    environment: facts.environment,
  };
}

function entry(command: Command, all: readonly Command[]): Record<string, unknown> {
  const positionals = command.parameters.filter(({ positional }) => positional);
  const flags = optionsOf(command).map((option): [string, unknown] => [nameOf(option), flag(option)]);
  return {
    ...sharedEntry(command, all),
    usage: usageLine(command),
    ...declarationsOf(command),
    flags: { ...(command.contract?.lists && pageFlags), ...tokenFlags(command), ...Object.fromEntries(flags) },
    positionals: positionals.map((positional) => ({ name: positional.label, ...flag(positional) })),
    ...(command.builtIn && { built_in: true }),
  };
}

const pageFlags = {
  limit: {
    type: 'integer',
    required: false,
    description: 'Maximum number of items; 0 for all',
    default: defaultListLimit,
  },
  cursor: {
    type: 'string',
    required: false,
    description: 'Where the next page starts: the cursor from the previous answer',
  },
};

function tokenFlags({ contract }: Command): Record<string, unknown> {
  if (!contract?.auth) return {};
  const headless = {
    type: 'boolean',
    required: false,
    description: 'Sign in without a person present',
  };
  return {
    ...(contract.auth.login === undefined && { headless }),
    'token-env-var': { type: 'string', required: false, description: 'The variable that holds the token' },
  };
}

function flag(parameter: Parameter): Record<string, unknown> {
  const { choices, required, description, short, aliases, variadic, secret, examples, requires, excludes } = parameter;
  const { type, format } = jsonType(parameter.type);
  const { minimum, maximum, pattern } = parameter.schema as Record<string, unknown>;
  return {
    type: choices && type === 'string' ? 'enum' : type,
    ...(format !== undefined && { format }),
    required,
    description,
    ...(showsDefault(parameter) && { default: parameter.default }),
    ...(choices && { enum_values: [...choices] }),
    ...(short !== undefined && { short }),
    ...(aliases.length > 0 && { aliases: [...aliases] }),
    ...(type === 'array' && { items: parameter.itemType }),
    ...(variadic && { variadic: true }),
    ...(secret && { secret: true }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(pattern !== undefined && { pattern }),
    ...(parameter.maxBytes !== undefined && { max_bytes: parameter.maxBytes }),
    ...(examples.length > 0 && !secret && { examples: [...examples] }),
    ...(requires && { requires }),
    ...(excludes && { excludes }),
    ...waysOfSecret(parameter),
    ...(isNested(parameter) && { schema: parameter.schema }),
  };
}

/** Where one word for the type does not say how a value is written. */
function isNested({ type, guessType, schema, secret }: Parameter): boolean {
  if (secret) return false;
  const items = schema.items as JsonSchema | undefined;
  return type === 'object' || guessType || items?.type === 'object' || items?.type === 'array';
}

function standardFlags(): Record<string, unknown> {
  return Object.fromEntries(
    [...standardOptions].map(([name, { read, only }]) => [
      name,
      { type: read ? 'string' : 'boolean', ...(only && { only }) },
    ]),
  );
}

function optionsOf({ parameters }: Command): readonly Parameter[] {
  return parameters.filter(({ positional }) => !positional);
}

function nameOf({ label }: Parameter): string {
  return label.slice(2);
}

function dotPath({ path }: Command): string {
  return path.join('.');
}

function isBelow(path: readonly string[], parent: readonly string[]): boolean {
  return path.length === parent.length + 1 && parent.every((word, index) => path[index] === word);
}

function hashOf(manifest: Record<string, unknown>): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 32);
}
