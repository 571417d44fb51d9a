import type { Caller, Session } from './request.js';
import type { NarrowerSandbox } from './sandbox.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface Log {
  (message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** What a handler gets beside its arguments. */
export interface Context {
  /** Aborted by cancellation and by the timeout. */
  readonly signal: AbortSignal;
  readonly session: Session;
  readonly caller: Caller;
  readonly dryRun: boolean;
  /** For the owner: goes to the gate's log, never into the answer. */
  readonly log: Log;
  progress(done: number, total?: number, message?: string): void;
  /** The step that begins now; the one before it is done. An error tells how far it came. */
  step(name: string): void;
  /** A sentence for a person, beside the data. */
  message(text: string): void;
  /** Whether the caller agrees: `--yes` does, or whoever sits at the terminal. Throws where nobody can be asked. */
  confirm(question: string): Promise<boolean>;
  /** Asks the person at the terminal. Where there is none, throws an error that names the option to use instead. */
  readonly prompt: Prompt;
  /** The page that is asked for, of a command that makes its pages itself. */
  readonly page: PageWanted;
  /** The absolute path of a path argument. Throws when it leads out of the workspace. */
  resolvePath(path: string): string;
  /** Marks what came from outside, so that whoever reads it takes nothing in it for an instruction. */
  external(value: unknown, source: string): External;
  /** Runs a program without a shell, inside the workspace. It ends with this run, whatever ends that. */
  spawn(program: string, args: readonly string[], options?: SpawnOptions): Promise<SpawnResult>;
  /** Programs at the same time, each reading what the one before it prints. Throws when one of them fails. */
  pipeline(stages: readonly PipelineStage[], options?: SpawnOptions): Promise<SpawnResult>;
  /** A directory of this run alone, which is removed when it ends. */
  temporaryDirectory(): Promise<string>;
  /** Waits until no other run of this workspace has the lock of this name; gives what frees it before the end. */
  lock(name: string, options?: LockOptions): Promise<() => void>;
  /** Writes a file of the workspace: there is the old one or the new one, never a part of it. */
  writeFile(path: string, content: string | Uint8Array, options?: WriteFileOptions): Promise<void>;
  /** Called once, whichever way the run ends, before its answer. What was registered last is called first. */
  onCleanup(work: () => unknown): void;
  /** The fetch of the web, through the proxies of the environment. It ends with this run, whatever ends that. */
  fetch(url: string | URL, options?: FetchOptions): Promise<Response>;
  /**
   * The token in one of the variables that the command declares with `auth`. Undefined only in a command that signs in,
   * and only where somebody sits at the terminal and can be asked instead. Throws elsewhere.
   */
  token(): string | undefined;
  /** Tells that the answer holds only a part of a field. Sizes are in bytes. */
  truncated(part: TruncatedField): void;
  /** Works on one thing after the other, and tells what became of each. Throws where some failed. */
  items<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<ItemsResult<Awaited<R>>>;
  /** What was set with `writeSettings`: for this workspace, or else for all of them. */
  settings(): Promise<Settings>;
  /** Adds to the settings of the workspace, or with `--global` to those of the user; `undefined` takes one away. */
  writeSettings(values: Settings): Promise<WrittenSettings>;
  /** Shows an address to whoever reads the answer. Nothing is opened. */
  openUrl(url: string): UrlToOpen;
}

/** Questions to the person at the terminal. Each names the option that gives the same answer in a script. */
export interface Prompt {
  /** The same as `prompt.text` with that option. */
  (question: string, option: string): Promise<string>;
  /** One line of text. */
  text(question: string, options: PromptOptions & { readonly default?: string }): Promise<string>;
  /** `true` for yes, `false` for everything else. `--yes` answers it. The same as `context.confirm`. */
  confirm(question: string): Promise<boolean>;
  /** One of the choices, by its number or its text. */
  select<const T extends string>(
    question: string,
    options: PromptOptions & { readonly choices: readonly T[]; readonly default?: NoInfer<T> },
  ): Promise<T>;
  /** A text that is not shown while it is typed, and that is hidden in answers, logs and records afterwards. */
  password(question: string, options: PromptOptions): Promise<string>;
}

export interface PromptOptions {
  /** What a script gives instead: `--name`, or `--token-from-env NAME`. */
  readonly option: string;
}

/** How a question is asked and which answers it takes. */
export interface PromptDetails {
  readonly kind: 'text' | 'select' | 'password';
  readonly choices?: readonly string[];
  /** What an empty line means. */
  readonly default?: string;
}

/** A program and its arguments. */
export type PipelineStage = readonly [program: string, ...args: string[]];

export interface SpawnOptions {
  /** Inside the workspace; the session's unless given. */
  readonly directory?: string;
  /** What the program reads; nothing unless given. */
  readonly stdin?: string | Uint8Array;
  /** Beside the usual environment, which is built from nothing. */
  readonly environment?: Readonly<Record<string, string>>;
  /** At most as long as the run. */
  readonly timeoutMs?: number;
  /** How much of each stream is given; 1 MiB unless given. */
  readonly outputBytes?: number;
  /** What the program does without in its sandbox, although the command may have it. */
  readonly sandbox?: NarrowerSandbox;
  /** Language and formats as this process has them, instead of those of the C locale. */
  readonly preserveLocale?: boolean;
}

/** How a program ended. A non-zero exit code is an answer. */
export interface SpawnResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether a stream had more than is given. */
  readonly truncated: boolean;
  readonly timedOut: boolean;
  readonly durationMs: number;
}

export interface LockOptions {
  /** How long to wait for whoever has it; 5 seconds unless given. */
  readonly timeoutMs?: number;
}

export interface WriteFileOptions {
  /** The mode of the file; as it was unless given, and as usual for a new one. */
  readonly mode?: number;
}

export interface FetchOptions extends Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal' | 'redirect'> {
  /** How long the answer may take to begin; 30 seconds unless given. */
  readonly timeoutMs?: number;
  /** How much of the answer can be read; 16 MiB unless given. */
  readonly maxBytes?: number;
}

export interface TruncatedField {
  readonly field: string;
  /** How many bytes there are. */
  readonly original: number;
  /** How many of them the answer has. */
  readonly kept: number;
}

/** What became of several things. */
export interface ItemsResult<R = unknown> {
  readonly summary: ItemsSummary;
  readonly items: readonly ItemResult<R>[];
}

export interface ItemsSummary {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  /** The run was ended before it came to them. */
  readonly skipped: number;
}

export type ItemResult<R = unknown> = {
  readonly index: number;
  /** Where it is a text or a number. */
  readonly item?: string | number;
} & (
  | { readonly ok: true; readonly data: R }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string; readonly hint: string } }
  | { readonly ok: false; readonly skipped: true }
);

export type Settings = Readonly<Record<string, unknown>>;

export interface WrittenSettings {
  readonly file: string;
  /** `local`: of the workspace. `global`: of the user, for all of them. */
  readonly scope: 'local' | 'global';
}

export interface UrlToOpen {
  readonly open_url: string;
  /** Whether there is no display on which it could be opened here. */
  readonly headless: boolean;
}

export interface PageWanted {
  /** 0: everything. */
  readonly limit: number;
  /** What the command gave as `nextCursor` of the page before. */
  readonly cursor: string | undefined;
}

/** Data that nobody vouches for. What is no object stands in `value`. */
export interface External {
  readonly [name: string]: unknown;
  readonly _source: string;
  readonly _trusted: false;
}
