import type { Context } from './context.js';
import type { CommandContract } from './contract.js';
import type { GateError } from './gate-error.js';
import type { PlannedCall } from './program.js';
import type { Caller, Session } from './request.js';
import type { CommandSandbox } from './sandbox.js';

export const dangerLevels = ['safe', 'mutating', 'destructive'] as const;

/** What running a command can do. Undeclared counts as `mutating`. */
export type DangerLevel = (typeof dangerLevels)[number];

export type JsonSchema = Readonly<Record<string, unknown>>;

export const parameterTypes = [
  'string',
  'integer',
  'number',
  'boolean',
  'flag',
  'datetime',
  'array',
  'path',
  'object',
] as const;

export type ParameterType = (typeof parameterTypes)[number];

/** The types an array's items, or one word of a variadic, can have. */
export type ItemType = Exclude<ParameterType, 'array' | 'flag' | 'object'>;

/** A value that could be given, for whoever is typing. */
export type Suggestion = string | number | { readonly value: string; readonly description?: string };

/** What a `complete` function may know beside what was typed. */
export interface CompletionContext {
  /** The other arguments as they were given, unchecked and without secrets. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
}

export type CheckResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[] };

/** What is wrong with the arguments as a whole, at a place of the input; at none where several do not go together. */
export interface InputIssue {
  readonly path: readonly string[];
  readonly message: string;
}

export type InputCheck =
  | { readonly ok: true; readonly value: Input }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

/** One typed argument of a command, whichever source described it. */
export interface Parameter {
  /** The property that holds the value, for handlers and in `--input`. */
  readonly key: string;
  /** As the user writes it: `--max`, or `fileId` for a positional. */
  readonly label: string;
  readonly positional: boolean;
  readonly type: ParameterType;
  readonly itemType: ItemType;
  /** Other long names that mean the same, without dashes. */
  readonly aliases: readonly string[];
  /** One letter, without its dash. */
  readonly short: string | undefined;
  readonly variadic: boolean;
  /** Of a positional: the words after it are the next one's, whatever they look like. */
  readonly endsOptions?: true;
  readonly required: boolean;
  /** `undefined` when there is none. */
  readonly default: unknown;
  readonly choices: readonly unknown[] | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** How many bytes its text may have. */
  readonly maxBytes?: number;
  readonly description: string;
  readonly examples: readonly string[];
  /** Never shown, echoed or recorded. */
  readonly secret: boolean;
  /**
   * `inside`: a declared path, which must stay in the workspace. `guarded`: text that is refused when it
   * looks like a traversal. `free`: the owner said it is not a path.
   */
  readonly path: 'inside' | 'guarded' | 'free';
  /** Of a declared path: what has to be there when the arguments are checked. */
  readonly mustExist?: 'file' | 'directory';
  readonly schema: JsonSchema;
  /** Where the type is not known beforehand: try the word as text, number and boolean against `check`. */
  readonly guessType: boolean;
  /**
   * `check` knows all the rules: bounds, choices, items, and what a missing value becomes. Otherwise it adds to what
   * the other fields say.
   */
  readonly ownRules: boolean;
  readonly check: ((value: unknown) => CheckResult | Promise<CheckResult>) | undefined;
  /** Where the type is not known and all arguments are checked together: whether the word could be this value. */
  readonly accepts?: (value: unknown) => CheckResult | Promise<CheckResult>;
  /** Values that could be given here, for whoever is typing. It changes nothing, and may fail. */
  readonly complete?: (
    typed: string,
    context: CompletionContext,
  ) => readonly Suggestion[] | Promise<readonly Suggestion[]>;
  /** Keys of parameters that must be given, too, where this one is. */
  readonly requires?: readonly string[];
  /** Keys of parameters that must not be given where this one is. */
  readonly excludes?: readonly string[];
}

export type Input = Readonly<Record<string, unknown>>;

export type Handler = (input: Input, context: Context) => unknown;

/** What a planner may know beside the arguments. */
export interface PlanContext {
  readonly session: Session;
  readonly caller: Caller;
  /** What was given for arguments that are declared secret. */
  readonly secrets: readonly string[];
  /** Whether the door is a terminal, which a program may be let onto. */
  readonly terminal: boolean;
  /** What the caller calls this and everything else that belongs to it. */
  readonly traceId?: string | undefined;
  /** Directories that are nobody else's where a sandbox holds the program. */
  readonly ownPlaces?: (() => readonly string[]) | undefined;
}

/** Says which program the arguments mean, or everything that keeps it from being started. Starts nothing. */
export type Planner = (input: Input, context: PlanContext) => PlannedCall | GateError;

interface CommandFacts {
  readonly path: readonly [string, ...string[]];
  /** Other names for the last word of the path. */
  readonly aliases: readonly string[];
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** Checks all arguments together, and says what the command gets: fills in defaults, converts values. */
  readonly checkInput?: (input: Input) => InputCheck | Promise<InputCheck>;
  readonly danger: DangerLevel;
  readonly examples: readonly string[];
  /** What its author declares about its use. */
  readonly contract?: CommandContract;
  /** It runs like any other, and no list names it: help, search, completion, schemas of all, the manifest. */
  readonly hidden?: true;
  /** The heading under which help for people lists it. */
  readonly category?: string;
  /** Words under which it can be found, too. */
  readonly tags?: readonly string[];
  readonly outputSchema: JsonSchema | undefined;
  readonly timeoutMs: number | undefined;
  /** Of a function: what its author says about the sandbox of the programs that it starts. */
  readonly sandbox?: CommandSandbox | undefined;
  /** Each run of its handler has a process of its own. */
  readonly isolated?: true;
  /** A command of the gate itself (help, schema, version, runs): always permitted. */
  readonly builtIn: boolean;
  /** How the answer reads on a terminal, where the general rendering is not enough. */
  readonly toText: ((data: unknown, width?: number) => string) | undefined;
}

/** A function that runs in the gate. */
export interface FunctionCommand extends CommandFacts {
  readonly run: Handler;
  /** What a dry run enters; `undefined` means that it enters nothing. */
  readonly dryRun: Handler | undefined;
  /** What a person is asked before it runs, in the words of its author: `Remove o1?`. */
  readonly question?: (input: Input) => unknown;
  readonly plan?: undefined;
}

/** A program of the machine. */
export interface ProgramCommand extends CommandFacts {
  readonly plan: Planner;
}

/** Anything an agent may run. Every source produces exactly this; nothing behind the registry knows which it was. */
export type Command = FunctionCommand | ProgramCommand;

/** A name that only holds other commands. */
export interface CommandGroup {
  readonly path: readonly [string, ...string[]];
  readonly aliases: readonly string[];
  readonly description: string;
  readonly hidden?: true;
  readonly category?: string;
  /** Of the gate itself, as `runs` is. */
  readonly builtIn?: boolean;
}

/** What a source brings. */
export interface CommandSet {
  readonly commands: readonly Command[];
  readonly groups: readonly CommandGroup[];
  /** What their owner should know about them. */
  readonly warnings?: readonly string[];
  /** They may have the names that the gate keeps for itself. */
  readonly reserved?: true;
}
