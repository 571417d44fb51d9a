// What a source wants to have started, before anything of it was looked up: a program, and texts that remember where
// they came from. What is checked about a text depends on that, and not on the source.

import type { PathScope } from '../policy/path-scope.js';
import type { ProgramPlan } from '../vocabulary/program.js';

/** A part of a text, and who decides about it. */
export type Piece =
  /**
   * Whoever wrote the definition, or the owner. The arguments of `shell` are the caller's, who is the author of the
   * whole call there: the policy judges what they mean.
   */
  | { readonly from: 'author'; readonly text: string }
  | ArgumentPiece
  /** An argument of the caller that a handler passed on; which one it was is not known. */
  | { readonly from: 'handler'; readonly text: string }
  /** What an earlier step printed, counted from 0. */
  | { readonly from: 'step'; readonly step: number; readonly text: string }
  /** What nobody knows yet, because the step before has not run, or because it is wrong, which is told already. */
  | { readonly from: 'unknown'; readonly text: string };

/** What the caller gave. */
export interface ArgumentPiece {
  readonly from: 'argument';
  readonly text: string;
  /** As it was given: a list or an object can hold paths that its text does not show. */
  readonly value: unknown;
  /** As the caller writes it (`--name`), where one argument can be named. */
  readonly label?: string | undefined;
  readonly secret?: boolean | undefined;
  /** The schema names this very value, so that it may look like a flag. */
  readonly named?: boolean | undefined;
}

export type Text = readonly Piece[];

/** What somebody else than author and owner decides. */
export type ForeignPiece = Exclude<Piece, { from: 'author' | 'unknown' }>;

export const isForeign = (piece: Piece): piece is ForeignPiece => piece.from !== 'author' && piece.from !== 'unknown';

export const joined = (text: Text): string => text.map((piece) => piece.text).join('');

export const written = (text: string): Text => [{ from: 'author', text }];

export interface DraftProgram {
  readonly text: string;
  /** What it sees as its own name, where that is not as it is written. */
  readonly name?: string;
  /** Whether it may be a path that starts in the directory. */
  readonly relative: boolean;
  /** It is a shell that reads this; the arguments are `$1`, `$2` and so on, and may stand anywhere in it. */
  readonly script?: string;
}

/** Variables of the program, each with the name of the credential that it gets. */
export type CredentialNames = ReadonlyMap<string, string>;

export interface DraftEnvironment {
  /** What is in it without being asked for: nothing, where programs are found, or what keeps programs quiet as well. */
  readonly usual: 'nothing' | 'search-path' | 'quiet';
  /** The owner's, as it is. */
  readonly owner: Readonly<Record<string, string>>;
  /** Names and values of everybody else. */
  readonly written: unknown;
  /** The names in `written` whose values are not the author's alone. */
  readonly decided: readonly string[];
  /** Who decides about them. A session may set what arguments may not. */
  readonly decidedBy?: 'arguments' | 'session';
  /** Names that may be set although they change how programs work; or all whose values are the author's alone. */
  readonly allow: readonly string[] | 'author';
  /** Alternatives: the first that can be resolved is used. */
  readonly credentials?: readonly CredentialNames[];
  /** The texts in `written`. */
  readonly texts?: readonly Text[];
  /** No other locale is put in place of what the owner has. */
  readonly keepsLocale?: boolean;
  /** Another program of the call has the very same, and nothing is wrong with it. */
  readonly built?: BuiltEnvironment;
}

export interface BuiltEnvironment {
  readonly environment: Readonly<Record<string, string>>;
  /** The credentials in it. */
  readonly secrets: readonly string[];
}

/** What goes into the plan as it is. */
type Passed = Omit<ProgramPlan, 'program' | 'name' | 'args' | 'directory' | 'environment' | 'decided'>;

export interface Draft extends Passed {
  /** Where paths may lead, and where relative ones start. */
  readonly scope: PathScope;
  /** Whether directories and relative programs stay inside the workspace. */
  readonly paths: 'workspace' | 'any';
  /** No schema says which values are paths, so that each is read as one; where paths may not lead anywhere. */
  readonly valuesArePaths?: boolean;
  /** Each from where the one before it leads; a value that no source looked into stands for itself. */
  readonly directories: readonly (Text | { readonly value: unknown })[];
  /** Nothing where the source has told already what is wrong with it. */
  readonly program: DraftProgram | undefined;
  readonly args: readonly Text[];
  readonly environment: DraftEnvironment;
  /** A program before it has not run yet, which may be what makes its directory or the program itself. */
  readonly foreseen?: boolean;
  /** Whether a person sits at a terminal. */
  readonly terminal?: boolean;
}
