// What the owner of a command line can do beside running its commands. Each is described like any command, and is loaded
// when it is used.

import { grammarOf } from '../command-line/grammar.js';
import { readArguments } from '../command-line/read-arguments.js';
import type { StandardOptions } from '../command-line/standard-options.js';
import { findIdleOptions } from '../gate/options/idle-options.js';
import { invalidArguments } from '../gate/refusals.js';
import type { CommandDefinition } from '../sources/typescript/definition.js';
import { readDefinitions } from '../sources/typescript/read-definitions.js';
import type { Io } from '../terminal/io.js';
import type { Command, Input } from '../vocabulary/command.js';
import type { GateError, Problem } from '../vocabulary/gate-error.js';
import type { Choice } from './choice.js';
import type { Invocation, Program } from './executable.js';

/** One call, whose arguments were read. */
export interface OwnerCall {
  readonly program: Program;
  readonly choice: Choice;
  readonly io: Io;
  readonly input: Input;
  /** How it is to be answered. */
  readonly standard: StandardOptions;
  /** Answers with what is wrong. */
  refuse(error: GateError): Promise<number>;
}

/** The same where a gate is open. */
export interface GateCall extends OwnerCall, Invocation {}

/** Resolves to the exit code. */
type RunOwner<C> = (call: C) => Promise<number>;

interface Described extends Omit<CommandDefinition, 'handler' | 'subcommands' | 'load'> {
  /** Executables that are made with runCli have it, too. */
  readonly everywhere?: boolean;
  /** A user's own command of that name is stronger: the name was not always taken. */
  readonly yields?: true;
  /** By the name of an argument, the actions that it goes with; with another one it would be asked for in vain. */
  readonly goesWith?: Readonly<Record<string, readonly string[]>>;
  /** It knows itself what `--validate-only` means for it. */
  readonly validates?: true;
  /** It knows itself what `--dry-run` means for it. */
  readonly dryRuns?: true;
  /** What is wrong beyond that, where every argument by itself is right. */
  check?(input: Input): readonly Problem[];
}

/** `request`: its words belong to the gate, which reads them as a request. */
export type OwnerCommand = Described &
  (
    | { readonly needs: 'nothing'; load(): Promise<RunOwner<OwnerCall>> }
    | { readonly needs: 'gate'; load(): Promise<RunOwner<GateCall>> }
    | { readonly needs: 'request' }
  );

/** By their names, which may be of two words. */
export type OwnerCommands = Readonly<Record<string, OwnerCommand>>;

/** As any command is described. Nothing runs it: that is left to whoever has the call. */
export function toCommand(path: readonly string[], owner: OwnerCommand): Command {
  const { description, danger, aliases, arguments: parameters, exclusive } = owner;
  const leaf = {
    description,
    handler: () => undefined,
    ...(danger && { danger }),
    ...(aliases && { aliases }),
    ...(parameters && { arguments: parameters }),
    ...(exclusive && { exclusive }),
  };
  const [name = '', ...rest] = path;
  const nested = rest.length === 0 ? leaf : { description, subcommands: { [rest[0] as string]: leaf } };
  return { ...(readDefinitions({ [name]: nested }).commands[0] as Command), builtIn: true };
}

export type ReadCall = Pick<OwnerCall, 'input' | 'standard'>;

/** The arguments, or everything that is wrong with them. Where help or the schema is asked for, nothing is wrong. */
export function readOwnerCall(meant: Command, command: OwnerCommand, words: readonly string[]): ReadCall | GateError {
  const { input, standard = {}, problems } = readArguments(grammarOf(meant.parameters), words);
  if (standard.help || standard.schema) return { input, standard };
  const misplaced = problems.some(({ field }) => field === 'action') ? [] : findMisplaced(command, input);
  const idle = findIdleOptions(meant.path.join(' '), standard);
  const all = [...problems, ...idle, ...misplaced, ...(command.check?.(input) ?? [])];
  return all.length > 0 ? invalidArguments(meant, all) : { input, standard };
}

function findMisplaced({ goesWith = {}, arguments: parameters = [] }: OwnerCommand, input: Input): readonly Problem[] {
  const names = (parameters as readonly { readonly name: string }[]).map(({ name }) => name);
  return Object.entries(goesWith)
    .filter(([key, actions]) => isGiven(input[key]) && !actions.includes(String(input.action)))
    .map(([key, actions]) => {
      const field = names.find((name) => name.replace(/^--/, '') === key) ?? key;
      const message = `The ${field} argument works only with ${inWords(actions)}`;
      return { code: 'UNEXPECTED_ARGUMENT', field, message, hint: 'Remove it' };
    });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

function inWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
