// A line as bash would read it: what is in it, and nothing of what it stands for yet.

/** Statements, one after the other. */
export interface Script {
  readonly statements: readonly Statement[];
}

/** `a && b || c`, from left to right. */
export interface Statement {
  readonly first: Pipeline;
  readonly rest: readonly { readonly when: '&&' | '||'; readonly pipeline: Pipeline }[];
  /** It ends with `&`. */
  readonly background: boolean;
}

export interface Pipeline {
  readonly negated: boolean;
  readonly commands: readonly Command[];
}

export type Command = SimpleCommand | CompoundCommand;

interface Located {
  /** Where it begins and ends in the text. */
  readonly from: number;
  readonly to: number;
  readonly redirects: readonly Redirect[];
}

export interface SimpleCommand extends Located {
  readonly kind: 'simple';
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

export type CompoundCommand = Located &
  (
    | { readonly kind: 'group' | 'subshell'; readonly body: Script }
    | { readonly kind: 'if'; readonly branches: readonly Branch[]; readonly otherwise: Script | undefined }
    | { readonly kind: 'for'; readonly variable: string; readonly items: readonly Word[]; readonly body: Script }
    | { readonly kind: 'while'; readonly until: boolean; readonly condition: Script; readonly body: Script }
    | { readonly kind: 'case'; readonly word: Word; readonly clauses: readonly Clause[] }
    | { readonly kind: 'condition'; readonly test: Condition }
  );

export interface Branch {
  readonly condition: Script;
  readonly body: Script;
}

/** Of a `case`: the first that has a pattern for the word counts. */
export interface Clause {
  readonly patterns: readonly Word[];
  readonly body: Script;
}

/** What stands between `[[` and `]]`. */
export type Condition =
  | { readonly kind: 'not'; readonly test: Condition }
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'match'; readonly word: Word; readonly pattern: Word; readonly negated: boolean }
  /** What the program `test` would be asked. */
  | { readonly kind: 'test'; readonly words: readonly Word[] };

export type Redirect =
  | { readonly kind: 'file'; readonly descriptor: number; readonly mode: FileMode; readonly path: Word }
  /** `2>&1` */
  | { readonly kind: 'copy'; readonly descriptor: number; readonly of: number }
  /** `2>&-` */
  | { readonly kind: 'close'; readonly descriptor: number }
  /** A here-document or a here-string. */
  | { readonly kind: 'text'; readonly descriptor: number; readonly text: Word };

export type FileMode = 'read' | 'write' | 'append';

export type Word = readonly WordPart[];

export type WordPart =
  /** Quoted: its characters are only themselves. */
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | VariablePart
  /** `$(…)`: what these commands print. */
  | CommandPart
  /** `$((…))` */
  | { readonly kind: 'arithmetic'; readonly expression: Word; readonly quoted: boolean };

export interface VariablePart {
  readonly kind: 'variable';
  /** A name, or `?`; in code of a shell also one of its words: `1`, `@`, `*`, `#`. */
  readonly name: string;
  readonly quoted: boolean;
  readonly change: VariableChange | undefined;
}

export type VariableChange =
  | { readonly kind: 'length' }
  /** `:-` `-` `:+` `+`: another text where there is none, or none where there is one. */
  | { readonly kind: 'default' | 'alternative'; readonly emptyIsUnset: boolean; readonly word: Word }
  /** `#` `##` `%` `%%`: without what a pattern matches at the beginning or at the end. */
  | { readonly kind: 'trim'; readonly end: boolean; readonly longest: boolean; readonly pattern: Word };

export interface CommandPart {
  readonly kind: 'command';
  readonly script: Script;
  readonly quoted: boolean;
  /** As it was written. */
  readonly source: string;
}

/** Something in a line that is not read, and what to write in its place. */
export interface Unread {
  /** Where it begins in the text. */
  readonly at: number;
  /** Such as `a function`. */
  readonly what: string;
  readonly instead: string;
}
