// What an author writes.

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
import type { Arg, PropertyDetails } from './arg.js';
import type { StandardSchema } from './standard-schema.js';

/** One argument in the form of section 7.4 of the ACLI specification. `Value` is what the handler gets. */
export interface ArgumentDefinition<Value = unknown> {
  /** `--max` for an option, `fileId` for a positional argument. */
  readonly name: string;
  /** What it holds: `string`, `integer`, `flag`, `path` and so on. */
  readonly type: ParameterType;
  /** Whether the command is refused without it; `false` unless given. */
  readonly required?: boolean;
  /** The value when the argument is not given. It has to pass the argument's own checks. */
  readonly default?: DefaultOf<Value> | null;
  /** One sentence, for help and for agents. */
  readonly description?: string;
  /** Values that can be typed; help and errors show them. */
  readonly examples?: readonly string[];
  /** `false`, or a text that continues "The --max argument …", refuses the value. */
  validate?(value: Value): boolean | string | Promise<boolean | string>;
  /**
   * Values that could be given here, for whoever is typing: at a shell, in the REPL, in a client of MCP. It only looks
   * things up, and has a second.
   */
  complete?(typed: string, context: CompletionContext): readonly Suggestion[] | Promise<readonly Suggestion[]>;
  /** One letter: `n` for `-n`. */
  readonly short?: string;
  /** Other long names that mean the same. */
  readonly aliases?: readonly string[];
  /** Takes all remaining words; on an option: may be repeated. */
  readonly variadic?: boolean;
  /** Its value is never shown, echoed or recorded. */
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
  /** The values that are allowed. */
  readonly enum?: readonly (string | number)[];
  /** The type of an array's items; `string` unless given. */
  readonly items?: ItemType;
  /** The smallest number. */
  readonly minimum?: number;
  /** The largest number. */
  readonly maximum?: number;
}

/** A list may be written where it cannot be changed. */
type DefaultOf<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

/** One argument of a record, where the key is its name: an option unless it is positional. */
export interface ArgumentDetails<Value = unknown> extends Omit<ArgumentDefinition<Value>, 'name'> {
  /** Given by place instead of by name. */
  readonly positional?: boolean;
}

export type ArgumentRecord = Readonly<Record<string, ArgumentDetails | Arg | StandardSchema>>;

/** A schema of its own for each argument, with or without `arg()`. */
export type SchemaRecord = Readonly<Record<string, Arg | StandardSchema>>;

/** What `load` of a command gives. */
export type LoadDefinition = () => Promise<object>;

export interface CommandDetails extends Omit<CommandContract, 'strict'> {
  /** Needed where commands come as an array. */
  readonly name?: string;
  /** One sentence, by which agents choose. */
  readonly description: string;
  /** Other names for the last word of the command. */
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
  /** What running it can do: `safe`, `mutating` or `destructive`; `mutating` unless given. */
  readonly danger?: DangerLevel;
  /** How many milliseconds a run may take, in place of the limit of the gate. */
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

/** Any command definition, its types forgotten. */
export interface CommandDefinition extends CommandDetails {
  /** Its arguments: a list, or an object of schemas or of arguments by name. */
  readonly arguments?: readonly ArgumentDefinition[] | ArgumentRecord;
  /** Its arguments as an object of schemas, in place of `arguments`. */
  readonly args?: SchemaRecord;
  /** One schema for all its arguments, in place of `arguments`: a Standard Schema, or JSON Schema. */
  readonly input?: JsonSchema | StandardSchema<unknown, object>;
  /** The properties of `input` that are given by place, in order. */
  readonly positional?: readonly string[];
  /** What `input` cannot say about its properties, by name. */
  readonly details?: Readonly<Record<string, PropertyDetails>>;
  /** What runs; a command without one is a group of subcommands. */
  // biome-ignore lint/suspicious/noExplicitAny: a handler of any arguments, as `never` and `unknown` cannot say
  readonly handler?: (args: any, context: Context) => unknown;
  /** `true`: the handler looks at `context.dryRun`. A function: runs instead of the handler. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly dryRun?: boolean | ((args: any, context: Context) => unknown);
  /** What a destructive command asks at a terminal. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly confirm?: (args: any) => string;
  /** Commands below this one. */
  readonly subcommands?: CommandDefinitions;
}

/** Commands by name, or a list of commands that have names. */
export type CommandDefinitions = Readonly<Record<string, CommandDefinition>> | readonly CommandDefinition[];
