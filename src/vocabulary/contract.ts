// What an author declares about a command beside its arguments, so that whoever calls it knows what to expect.

export const sideEffects = ['none', 'partial', 'complete'] as const;

/** What one exit code means. What can be tried again without a doubt has changed nothing. */
export interface ExitCodeEntry {
  readonly description: string;
  readonly retryable: boolean;
  readonly sideEffects: (typeof sideEffects)[number];
  /** Required for codes that only this command has, 79 to 125. */
  readonly name?: string;
}

/** What a mutating command did, as it stands in `data.effect`. */
export const effectNames = ['created', 'updated', 'deleted', 'noop'] as const;

/** How many items of a list an answer has unless it is asked for others. */
export const defaultListLimit = 20;

/** A command that goes: it still runs, and says what to use instead. */
export interface Deprecation {
  /** The version from which on it should not be used. */
  readonly since: string;
  /** The line that does the same. */
  readonly replacement?: string;
}

/** The program that a function starts, and which of its arguments reach it. */
export interface Subprocess {
  readonly program: string;
  readonly arguments: readonly string[];
}

/** How a command comes to the token that it shows to a service. */
export interface Auth {
  /** The variables of the environment that may hold it, in the order in which they are looked at. */
  readonly variables: readonly string[];
  /** The line that signs in; a command without one is the one that does. */
  readonly login?: string;
}

/** Something that goes on after the answer, and the commands of the same executable that look after it. */
export interface Job {
  /** The words of the command that tells how far it is; it takes the id of the job. */
  readonly status: string;
  /** … and of the one that ends it. */
  readonly cancel: string;
}

export interface CommandContract {
  /** By code, "0" among them. */
  readonly exitCodes?: Readonly<Record<string, ExitCodeEntry>>;
  /** What a caller must be allowed to; empty: nothing. */
  readonly requiredScopes?: readonly string[];
  /** Options that ask for others: by the key of the one, the keys of all those. */
  readonly requires?: Readonly<Record<string, readonly string[]>>;
  /** Of each group of keys at most one may be given. */
  readonly exclusive?: readonly (readonly string[])[];
  /** It may ask the person at the terminal something. */
  readonly interactive?: boolean;
  /** The names of its steps, in order. */
  readonly steps?: readonly string[];
  /** Without `--live` it only tells what it would do. */
  readonly safeDefault?: boolean;
  /** It answers with a list, which can be read page by page. */
  readonly lists?: boolean;
  /** `strict`: what follows its positional arguments is passed on as it is. */
  readonly optionPlacement?: 'interspersed' | 'strict';
  /** It runs other commands, each judged at its own danger: what is said of it says nothing about those. */
  readonly dispatches?: true;
  readonly deprecated?: Deprecation;
  readonly subprocess?: Subprocess;
  /** The variables of the environment that it reads: by name, what for. */
  readonly environment?: Readonly<Record<string, string>>;
  /** It shows a token to a service, or signs in there. */
  readonly auth?: Auth;
  /** It starts something that goes on after the answer. */
  readonly job?: Job;
  /** It writes settings: of the workspace, or with `--global` of the user. */
  readonly writesSettings?: boolean;
  /** Its author declares everything: nothing is assumed for it, and what it may not do is refused. */
  readonly strict?: true;
}
