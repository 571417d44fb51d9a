// What an author writes, and the types that a handler's arguments get from it.

import type {
  CompletionContext,
  DangerLevel,
  ItemType,
  JsonSchema,
  ParameterType,
  Suggestion,
} from '../../vocabulary/command.js';
import type { Context } from '../../vocabulary/context.js';
import type { CommandContract } from '../../vocabulary/contract.js';
import type { CommandSandbox } from '../../vocabulary/sandbox.js';
import type { Arg } from './arg.js';
import type { StandardSchema } from './standard-schema.js';

/** One argument in the form of section 7.4 of the ACLI specification. */
export interface ArgumentDefinition {
  /** `--max` for an option, `fileId` for a positional argument. */
  readonly name: string;
  readonly type: ParameterType;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly description?: string;
  readonly examples?: readonly string[];
  /**
   * `false`, or a text that continues "The --max argument …", refuses the value. Write the type of its parameter,
   * as in `(max: number) => max > 0`: without it TypeScript cannot infer the handler's arguments.
   */
  validate?(value: unknown): boolean | string | Promise<boolean | string>;
  /**
   * Values that could be given here, for whoever is typing: at a shell, in the REPL, in a client of MCP. It only looks
   * things up, and has a second. Write the type of its parameter, as in `(typed: string) => …`, or leave it out.
   */
  complete?(typed: string, context: CompletionContext): readonly Suggestion[] | Promise<readonly Suggestion[]>;
  readonly short?: string;
  readonly aliases?: readonly string[];
  /** Takes all remaining words; on an option: may be repeated. */
  readonly variadic?: boolean;
  readonly secret?: boolean;
  /** `true`: must stay inside the workspace. `false`: is no path, whatever it looks like. */
  readonly path?: boolean;
  /**
   * Of a path: it has to lead to a file, or to a directory, when the arguments are checked. It may be gone when the
   * handler opens it.
   */
  readonly mustExist?: 'file' | 'directory';
  /** `path`: another way to write `path: true`. `id`: letters, digits, `-` and `_`, unless `pattern` says otherwise. */
  readonly format?: 'path' | 'id';
  /** A regular expression from `^` to `$` that the whole text matches. */
  readonly pattern?: string;
  /** How many bytes its text may have, in UTF-8. */
  readonly maxBytes?: number;
  readonly enum?: readonly (string | number)[];
  /** The type of an array's items. */
  readonly items?: ItemType;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** One argument of a record, where the key is its name: an option unless it is positional. */
export interface ArgumentDetails extends Omit<ArgumentDefinition, 'name'> {
  readonly positional?: boolean;
}

export type ArgumentRecord = Readonly<Record<string, ArgumentDetails | Arg | StandardSchema>>;

interface TypeOfValue {
  string: string;
  path: string;
  datetime: string;
  integer: number;
  number: number;
  boolean: boolean;
  flag: boolean;
  object: Record<string, unknown>;
}

type ItemValue<A> = A extends { readonly items: infer I extends keyof TypeOfValue } ? TypeOfValue[I] : string;

type OneValue<A extends Pick<ArgumentDefinition, 'type'>> = A['type'] extends keyof TypeOfValue
  ? A extends { readonly enum: readonly (infer Choice)[] }
    ? Choice
    : TypeOfValue[A['type']]
  : ItemValue<A>[];

type ValueOf<A extends Pick<ArgumentDefinition, 'type'>> = A extends { readonly variadic: true }
  ? OneValue<A>[]
  : OneValue<A>;

type AlwaysThere<A> = A extends
  | { readonly required: true }
  | { readonly default: NonNullable<unknown> }
  | { readonly type: 'flag' }
  ? true
  : false;

type KeyOf<Name extends string> = Name extends `--${infer Key}` ? Key : Name;

type FromList<A extends readonly ArgumentDefinition[]> = {
  [D in A[number] as AlwaysThere<D> extends true ? KeyOf<D['name']> : never]: ValueOf<D>;
} & {
  [D in A[number] as AlwaysThere<D> extends true ? never : KeyOf<D['name']>]?: ValueOf<D>;
};

type FromRecord<R extends Record<string, ArgumentDetails>> = {
  [K in keyof R as AlwaysThere<R[K]> extends true ? KeyOf<K & string> : never]: ValueOf<R[K]>;
} & {
  [K in keyof R as AlwaysThere<R[K]> extends true ? never : KeyOf<K & string>]?: ValueOf<R[K]>;
};

/** With `arg()` or without it. */
type OutputOf<S> =
  S extends Arg<infer Output> ? Output : S extends StandardSchema<infer _, infer Output> ? Output : never;

type FromSchemas<R> = { [K in keyof R]: OutputOf<R[K]> };

/** What a handler gets, inferred from `arguments` or `args`. */
export type HandlerArguments<A> = A extends readonly ArgumentDefinition[]
  ? FromList<A>
  : A extends Record<string, Arg | StandardSchema>
    ? FromSchemas<A>
    : A extends Record<string, ArgumentDetails>
      ? FromRecord<A>
      : Record<string, unknown>;

export type DefinedHandler<A> = (args: HandlerArguments<A>, context: Context) => unknown;

/** What `load` of a command gives. */
export type LoadDefinition = () => Promise<object>;

interface CommandDetails extends Omit<CommandContract, 'strict'> {
  /** Needed where commands come as an array. */
  readonly name?: string;
  readonly description: string;
  readonly aliases?: readonly string[];
  /** Whole command lines; they have to parse. */
  readonly examples?: readonly string[];
  /**
   * Loads the rest of the command, or of the group, when it is needed: `load: () => import('./orders.js')`. The module
   * exports the command as default, or the subcommands of a group by name. Only what lists show stands beside it.
   */
  readonly load?: LoadDefinition;
  /** It runs as any other, and is named by no list: not by help, search, completion or the manifest. */
  readonly hidden?: boolean;
  /** The heading under which help for people lists it, as in `Orders and customers`. */
  readonly category?: string;
  readonly danger?: DangerLevel;
  readonly timeoutMs?: number;
  /**
   * Whether each run has a process of its own: it may compute without a pause, fill its memory or end its process, and
   * no other run notices. What its module keeps in memory is not shared then.
   */
  readonly isolated?: boolean;
  /** What the programs that the handler starts may do in their sandbox, beside what is usual there. */
  readonly sandbox?: CommandSandbox;
  /** JSON Schema, or a Standard Schema that can describe itself. */
  readonly outputSchema?: JsonSchema | StandardSchema;
}

/** One command whose handler's arguments are inferred from `A`. */
export interface TypedDefinition<A> extends CommandDetails {
  readonly arguments?: A & (readonly ArgumentDefinition[] | ArgumentRecord);
  readonly args?: A & Record<string, Arg | StandardSchema>;
  readonly handler?: DefinedHandler<A>;
  /** `true`: the handler looks at `context.dryRun`. A function: runs instead of the handler. */
  readonly dryRun?: boolean | DefinedHandler<A>;
  /** What a destructive command asks at a terminal: `({ id }) => \`Remove ${id}?\``. A sentence from `description` unless given. */
  readonly confirm?: (args: HandlerArguments<A>) => string;
  readonly subcommands?: CommandDefinitions;
}

/** Any command definition, its types forgotten. */
export interface CommandDefinition extends CommandDetails {
  readonly arguments?: readonly ArgumentDefinition[] | ArgumentRecord;
  readonly args?: Record<string, Arg | StandardSchema>;
  // biome-ignore lint/suspicious/noExplicitAny: a handler of any arguments, as `never` and `unknown` cannot say
  readonly handler?: (args: any, context: Context) => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly dryRun?: boolean | ((args: any, context: Context) => unknown);
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly confirm?: (args: any) => string;
  readonly subcommands?: CommandDefinitions;
}

/** Commands by name, or a list of commands that have names. */
export type CommandDefinitions = Readonly<Record<string, CommandDefinition>> | readonly CommandDefinition[];
