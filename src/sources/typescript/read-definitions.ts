// Command definitions → Commands. Everything that is wrong with them is reported at once.

import { longNames } from '../../command-line/grammar.js';
import {
  type Command,
  type CommandGroup,
  type CommandSet,
  type DangerLevel,
  dangerLevels,
  type Handler,
  type JsonSchema,
  type Parameter,
} from '../../vocabulary/command.js';
import type { CommandContract } from '../../vocabulary/contract.js';
import { DefinitionError, type DefinitionProblem } from '../../vocabulary/definition-error.js';
import { longestDelayMs } from '../../vocabulary/longest-delay.js';
import { isNamedLikeSecret } from '../../vocabulary/look-alikes.js';
import { commandName } from '../../vocabulary/names.js';
import type { Arg } from './arg.js';
import { withCheckedEffect } from './check-effect.js';
import { checkFields, commandFields, withoutWrongFields } from './check-fields.js';
import type {
  ArgumentDefinition,
  ArgumentDetails,
  ArgumentRecord,
  CommandDefinition,
  CommandDefinitions,
} from './definition.js';
import { findJobProblems, jobSchema, withJobDescriptor } from './job.js';
import { readArgument } from './read-argument.js';
import { readContract, type Strictness, withRelations } from './read-contract.js';
import { readInput } from './read-input.js';
import { readSchemaArgument } from './read-schema-argument.js';
import type { Report } from './report.js';
import { describeAsJsonSchema, isStandardSchema } from './standard-schema.js';
import { plainText, withoutOptions, withTextRule } from './text-rules.js';
import { volatileFields, warnOfVolatile } from './volatile-fields.js';

type Path = readonly [string, ...string[]];

export interface DefinitionOptions {
  /** Whether danger, exit codes, scopes and effects must be declared, and secrets as such. */
  readonly strict?: boolean | undefined;
  /** Whether another process can load the same definitions, so that a command may ask for one of its own. */
  readonly canIsolate?: boolean | undefined;
}

/** Throws a DefinitionError that names every wrong command and the fix. */
export function readDefinitions(
  definitions: CommandDefinitions,
  { strict, canIsolate }: DefinitionOptions = {},
): CommandSet {
  const reader = new DefinitionReader(strict ? 'strict' : 'lenient', canIsolate === true);
  reader.readAll(definitions, []);
  const problems = [...reader.problems, ...findJobProblems(reader.commands)];
  if (problems.length > 0) throw new DefinitionError(problems);
  const { commands, groups, warnings } = reader;
  return { commands, groups, ...(warnings.length > 0 && { warnings }) };
}

/** More words than this no command has. */
const deepest = 20;

class DefinitionReader {
  readonly commands: Command[] = [];
  readonly groups: CommandGroup[] = [];
  readonly problems: DefinitionProblem[] = [];
  readonly warnings: string[] = [];
  readonly #strictness: Strictness;
  readonly #canIsolate: boolean;

  constructor(strictness: Strictness, canIsolate: boolean) {
    this.#strictness = strictness;
    this.#canIsolate = canIsolate;
  }

  readAll(definitions: CommandDefinitions, parent: readonly string[], isHidden = false): void {
    const where = parent.join(' ') || 'commands';
    if (typeof definitions !== 'object' || definitions === null) {
      this.problems.push({
        where,
        message: 'the commands are not an object or a list.',
        fix: 'Give { name: definition }.',
      });
      return;
    }
    const entries: [string | undefined, CommandDefinition][] = Array.isArray(definitions)
      ? definitions.map((definition) => [definition?.name, definition])
      : Object.entries(definitions);
    const seen = new Set<string>();
    for (const [name, definition] of entries) {
      if (name !== undefined && seen.has(name)) {
        const path = [...parent, name].join(' ');
        this.problems.push({ where: path, message: 'it is defined twice.', fix: 'Rename or remove one of them.' });
      } else this.#readOne(name, definition, parent, isHidden);
      if (name !== undefined) seen.add(name);
    }
  }

  #readOne(name: string | undefined, given: CommandDefinition, parent: readonly string[], isHidden: boolean): void {
    const path = [...parent, String(name)] as unknown as Path;
    const report: Report = (message, fix) => this.problems.push({ where: path.join(' '), message, fix });

    if (typeof name !== 'string' || !commandName.test(name)) {
      report(
        name === undefined ? 'a command has no name.' : `${JSON.stringify(name)} cannot be a command's name.`,
        'Use a letter, then letters, digits, "-" and "_".',
      );
      return;
    }
    if (typeof given !== 'object' || given === null) {
      report('the definition is not an object.', 'Give { description, handler }.');
      return;
    }
    if (parent.length >= deepest) {
      report(
        'it is nested too deeply.',
        `A command has at most ${deepest} words; are its subcommands its own parents?`,
      );
      return;
    }
    if (!checkFields(given, commandFields, 'the command', report, 'ignored')) {
      this.#readOne(name, asIfSound(given), parent, isHidden);
      return;
    }
    const definition = given;
    this.#checkShape(definition, report);
    const whole = readInput(definition, report);
    const parameters = readParameters(definition, whole?.parameters, report);
    const aliases = readAliases(definition, report);
    const description = definition.description ?? '';
    const hidden = isHidden || definition.hidden === true;
    const { category } = definition;
    const listing = { ...(hidden && { hidden: true as const }), ...(category !== undefined && { category }) };
    if (definition.subcommands) this.readAll(definition.subcommands, path, hidden);
    if (typeof definition.handler !== 'function') {
      this.groups.push({ path, aliases, description, ...listing });
      return;
    }
    if (definition.isolated && !this.#canIsolate) {
      report(
        'it is isolated, and its handler is a function of this program, which no other process can load.',
        'Put the command into a module and name the module under "commands" of a configuration, use runCli, or remove isolated.',
      );
    }
    const strict = this.#strictness === 'strict';
    const danger = readDanger(definition, report);
    const contract = readContract(definition, parameters, report, this.#strictness);
    if (strict) requireSecrets(parameters, report);
    const dryRun = readDryRun(definition);
    const outputSchema = readOutputSchema(definition, report);
    const volatile = outputSchema ? volatileFields(outputSchema) : [];
    if (volatile.length > 0) this.warnings.push(warnOfVolatile(path, volatile));
    const checked = (handler: Handler) => (strict && danger !== 'safe' ? withCheckedEffect(handler) : handler);
    const run = checked(definition.handler as Handler);
    this.commands.push({
      path,
      aliases,
      description,
      ...listing,
      parameters: contract ? withDeclared(parameters, contract, report) : parameters,
      ...(whole?.checkInput && { checkInput: whole.checkInput }),
      danger,
      examples: definition.examples ?? [],
      ...(contract && { contract }),
      outputSchema: outputSchema ?? (contract?.job && jobSchema),
      timeoutMs: definition.timeoutMs,
      ...(definition.sandbox && { sandbox: definition.sandbox }),
      ...(definition.isolated && { isolated: true as const }),
      run: contract?.job ? withJobDescriptor(run, contract.job) : run,
      dryRun: dryRun && checked(dryRun),
      ...(definition.confirm && { question: definition.confirm }),
      builtIn: false,
      toText: undefined,
    });
  }

  #checkShape(definition: CommandDefinition, report: Report): void {
    if (typeof definition.description !== 'string' || definition.description.trim() === '') {
      report(
        'it has no description.',
        'Say in one sentence what it does: agents choose commands by their description.',
      );
    }
    if (definition.load !== undefined) {
      report(
        'it has load, which nothing waits for here.',
        'Use runCli or a module of a configuration, or import the command itself.',
      );
    } else if (definition.handler === undefined && !hasSubcommands(definition)) {
      report('it has neither a handler nor subcommands.', howToGiveAHandler(definition));
    }
    if (definition.arguments && definition.args) {
      report('it has both arguments and args.', 'Describe all its arguments in one of them.');
    }
    if (definition.input && (definition.arguments || definition.args)) {
      const other = definition.args ? 'args' : 'arguments';
      report(`it has both input and ${other}.`, `Describe all its arguments in input, and remove ${other}.`);
    }
    const { timeoutMs } = definition;
    if (timeoutMs !== undefined && !(Number.isInteger(timeoutMs) && timeoutMs > 0 && timeoutMs <= longestDelayMs)) {
      report(`its timeoutMs is ${timeoutMs}.`, `Use a whole number of milliseconds from 1 to ${longestDelayMs}.`);
    }
  }
}

/** With a stand-in for what is required and was reported already: it only serves to find what else is wrong. */
function asIfSound(given: CommandDefinition): CommandDefinition {
  const sound = withoutWrongFields(given, commandFields);
  const has = (field: keyof CommandDefinition) => given[field] !== undefined;
  return {
    ...sound,
    ...(has('description') && { description: sound.description ?? 'x' }),
    ...(has('dryRun') && { dryRun: sound.dryRun ?? true }),
    ...((has('handler') || has('subcommands') || has('load')) &&
      !sound.subcommands && { handler: sound.handler ?? (() => undefined) }),
  } as CommandDefinition;
}

/** Other libraries have other words for subcommands. */
function howToGiveAHandler(definition: CommandDefinition): string {
  const other = ['commands', 'children', 'sub'].find((name) => Object.hasOwn(definition, name));
  return other ? `Rename "${other}" to "subcommands".` : 'Give it a handler, or subcommands.';
}

/** The parameters with what the contract says about them. */
function withDeclared(
  parameters: readonly Parameter[],
  contract: CommandContract,
  report: Report,
): readonly Parameter[] {
  const { subprocess, optionPlacement } = contract;
  const passed = new Set(subprocess?.arguments);
  const related = withRelations(parameters, contract);
  const guarded = subprocess
    ? related.map((parameter) => (passed.has(parameter.key) ? guardedFor(parameter, optionPlacement) : parameter))
    : related;
  return optionPlacement === 'strict' ? withOptionsFirst(guarded, report) : guarded;
}

/** What is passed on as it is may have options of the program: its author said so. */
function guardedFor(parameter: Parameter, placement: CommandContract['optionPlacement']): Parameter {
  const plain = withTextRule(parameter, plainText);
  return placement === 'strict' && parameter.positional && parameter.variadic ? plain : withoutOptions(plain);
}

/** With the first word that is no option the options end: the rest belongs to somebody else. */
function withOptionsFirst(parameters: readonly Parameter[], report: Report): readonly Parameter[] {
  const first = parameters.find(({ positional }) => positional);
  if (!parameters.some(({ positional, variadic }) => positional && variadic)) {
    report(
      'its optionPlacement is "strict", and no argument takes the words that are passed on.',
      'Add a positional argument with variadic: true.',
    );
  }
  return parameters.map((parameter) => (parameter === first ? { ...parameter, endsOptions: true } : parameter));
}

/** What is not declared secret could be shown, and would be taken from a command line without a word. */
function requireSecrets(parameters: readonly Parameter[], report: Report): void {
  for (const { key, label, secret, type } of parameters) {
    if (secret || type === 'flag' || !(isNamedLikeSecret(label) || isNamedLikeSecret(`--${key}`))) continue;
    report(
      `${label} is named like a secret and is not declared as one.`,
      `Add secret: true; it is then passed with --${key}-from-env or --${key}-from-file. Or rename it.`,
    );
  }
}

function hasSubcommands({ subcommands }: CommandDefinition): boolean {
  return subcommands !== undefined && Object.keys(subcommands).length > 0;
}

function readDanger(definition: CommandDefinition, report: Report): DangerLevel {
  const danger = definition.danger ?? 'mutating';
  if (!dangerLevels.includes(danger)) {
    report(`its danger is ${JSON.stringify(danger)}.`, `Use one of ${dangerLevels.join(', ')}.`);
    return 'mutating';
  }
  if (danger === 'destructive' && !definition.dryRun) {
    report(
      'it is destructive and has no dry run.',
      'Set dryRun: true and check context.dryRun, or give a dryRun function.',
    );
  }
  if (danger !== 'destructive' && definition.confirm) {
    report(`it has a confirm, and its danger is ${danger}.`, "Set danger: 'destructive', or ask with context.confirm.");
  }
  return danger;
}

function readDryRun({ dryRun, handler }: CommandDefinition): Handler | undefined {
  if (typeof dryRun === 'function') return dryRun as Handler;
  return dryRun === true ? (handler as Handler) : undefined;
}

function readOutputSchema({ outputSchema }: CommandDefinition, report: Report): JsonSchema | undefined {
  if (outputSchema === undefined) return undefined;
  if (!isStandardSchema(outputSchema)) {
    try {
      JSON.stringify(outputSchema);
      return outputSchema as JsonSchema;
    } catch {
      report(
        'its outputSchema cannot be written as JSON.',
        'Use JSON Schema: plain objects, without circular references.',
      );
      return undefined;
    }
  }
  const described = describeAsJsonSchema(outputSchema);
  if (!described) report('its outputSchema cannot be written as JSON Schema.', 'Pass the JSON Schema itself.');
  return described;
}

function readAliases({ aliases = [] }: CommandDefinition, report: Report): readonly string[] {
  for (const alias of aliases) {
    if (!commandName.test(alias))
      report(`its alias ${JSON.stringify(alias)} cannot be a name.`, 'Use letters, digits, "-" and "_".');
  }
  return aliases;
}

/** What every command that writes settings takes. */
const globalOption: ArgumentDefinition = {
  name: '--global',
  type: 'flag',
  description: 'For all your workspaces, not just this one',
};

function readParameters(
  definition: CommandDefinition,
  whole: readonly Parameter[] | undefined,
  report: Report,
): readonly Parameter[] {
  const { args, arguments: given = [] } = definition;
  const inOrder = (record: ArgumentRecord) =>
    Object.entries(record).sort(([, left], [, right]) => placeOf(left) - placeOf(right));
  const parameters = whole
    ? whole
    : args
      ? inOrder(args).map(([key, argument]) => readSchemaArgument(key, asArgument(argument), report))
      : Array.isArray(given)
        ? given.map((argument: ArgumentDefinition) => readArgument(argument, report))
        : inOrder(given as ArgumentRecord).map(([key, argument]) => readRecordArgument(key, argument, report));
  const more = definition.writesSettings ? [readArgument(globalOption, report)] : [];
  const read = [...parameters, ...more].filter((parameter) => parameter !== undefined);
  checkNames(read, report);
  checkPositionals(read, report);
  return read;
}

/** A bare schema is an argument without details. */
function asArgument(given: ArgumentRecord[string]): Arg {
  return isStandardSchema(given) ? { schema: given } : (given as Arg);
}

function placeOf(argument: ArgumentRecord[string]): number {
  const { positional } = (argument ?? {}) as Partial<ArgumentDetails | Arg>;
  return typeof positional === 'number' ? positional : 0;
}

/** A schema, or the details of an argument whose name is the key: an option unless it says that it is positional. */
function readRecordArgument(key: string, argument: ArgumentRecord[string], report: Report): Parameter | undefined {
  if (typeof argument !== 'object' || argument === null || 'schema' in argument || isStandardSchema(argument)) {
    return readSchemaArgument(key, asArgument(argument), report);
  }
  const { positional, name, ...details } = argument as ArgumentDetails & { readonly name?: string };
  const written = positional || key.startsWith('--') ? key : `--${key}`;
  if (name !== undefined && name !== key) report(`the argument "${key}" is also called "${name}".`, 'Remove the name.');
  return readArgument({ ...details, name: written }, report);
}

function checkNames(parameters: readonly Parameter[], report: Report): void {
  const owners = new Map<string, string>();
  const claim = (name: string, label: string) => {
    const owner = owners.get(name);
    if (owner === undefined) owners.set(name, label);
    else if (owner === label) report(`two arguments are called ${label}.`, 'Rename one of them.');
    else report(`${owner} and ${label} both claim ${name}.`, 'Rename one of them.');
  };
  for (const parameter of parameters) {
    const names = parameter.positional ? [parameter.key] : longNames(parameter).map((name) => `--${name}`);
    for (const name of names) claim(name, parameter.label);
    if (parameter.short !== undefined) {
      if (/^[A-Za-z]$/.test(parameter.short)) claim(`-${parameter.short}`, parameter.label);
      else report(`${parameter.label} has the short form ${JSON.stringify(parameter.short)}.`, 'Use one letter.');
    }
    for (const alias of parameter.aliases) {
      if (!commandName.test(alias))
        report(`${parameter.label} has the alias ${JSON.stringify(alias)}.`, 'Use letters, digits, "-" and "_".');
    }
  }
  for (const parameter of parameters) {
    if (!parameter.positional && parameters.some((other) => other.positional && other.key === parameter.key)) {
      report(`${parameter.label} and the positional ${parameter.key} would be one field.`, 'Rename one of them.');
    }
  }
}

function checkPositionals(parameters: readonly Parameter[], report: Report): void {
  let variadic: string | undefined;
  let optional: string | undefined;
  for (const parameter of parameters) {
    if (parameter.variadic && parameter.type === 'flag') {
      report(`${parameter.label} is a flag and variadic.`, 'A flag has no value to repeat; remove variadic.');
    }
    if (!parameter.positional) continue;
    const { label } = parameter;
    if (parameter.type === 'flag') report(`${label} is a flag without dashes.`, `Call it "--${label}".`);
    if (parameter.short !== undefined)
      report(`the positional ${label} has a short form.`, 'Remove it, or make it an option.');
    if (variadic) report(`${label} comes after ${variadic}, which takes all remaining words.`, `Put ${variadic} last.`);
    if (optional && parameter.required) {
      report(`${label} is required but comes after ${optional}, which is not.`, 'Put required arguments first.');
    }
    if (parameter.variadic) variadic = label;
    if (!parameter.required) optional = label;
  }
}
