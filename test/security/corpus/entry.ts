// What one entry of the corpora says. Entries are data: `{workspace}`, `{outside}`, `{home}`, `{canary}`, `{port}`,
// `{process}` and `{program:name}` are filled in when an entry is staged in a throw-away directory.

export type Decision = 'allow' | 'ask' | 'deny';

export interface Request {
  readonly command: string;
  readonly parameters: readonly string[];
  /** As the agent sent it. */
  readonly directory?: string;
  /** What it is given to read. */
  readonly stdin?: string;
}

export interface Member {
  readonly name: string;
  readonly content?: string;
  /** A symbolic link with this target instead of a file. */
  readonly link?: string;
}

/** Made before the request is judged. Paths are relative to the workspace. */
export interface Setup {
  readonly files?: Readonly<Record<string, string>>;
  /** Files that may be executed. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Added to the end of a file. */
  readonly appended?: Readonly<Record<string, string>>;
  /** Symbolic links and their targets. */
  readonly links?: Readonly<Record<string, string>>;
  /** Copies of installed programs, by name. */
  readonly copies?: Readonly<Record<string, string>>;
  readonly tars?: Readonly<Record<string, readonly Member[]>>;
  readonly zips?: Readonly<Record<string, readonly Member[]>>;
}

/** How to see that an attack succeeded. */
export type Canary =
  /** The content of {outside}/secret.txt is in the output, plain or in a usual encoding. */
  | { readonly kind: 'secret-shown' }
  /** That content is in a file where it can be read afterwards. */
  | { readonly kind: 'secret-copied'; readonly path: string }
  /** A variable of the gate's own environment is in the output. */
  | { readonly kind: 'environment-shown' }
  /** A text that the request itself does not contain is in the output. */
  | { readonly kind: 'shown'; readonly text: string }
  | { readonly kind: 'created'; readonly path: string }
  /** Changed, replaced or removed. */
  | { readonly kind: 'changed'; readonly path: string }
  /** Somebody connected to the port on loopback. */
  | { readonly kind: 'reached' }
  /** More output than any answer should hold. */
  | { readonly kind: 'flooded'; readonly bytes: number }
  | { readonly kind: 'grown'; readonly path: string; readonly bytes: number };

export interface Attack extends Request {
  readonly id: string;
  readonly group: string;
  readonly setup?: Setup;
  /** Happens after the decision and before the start. */
  readonly swap?: Setup;
  /** Requests that follow. The attack succeeds only when each of them is allowed. */
  readonly followedBy?: readonly Request[];
  /** Succeeds only where a shell reads the words. */
  readonly shell?: true;
  /** Other programs that it needs to succeed. */
  readonly needs?: readonly string[];
  /** Why it cannot be shown to succeed on every machine that has the program. */
  readonly unproven?: string;
  readonly why: string;
  readonly canary: Canary;
}

export interface Harmless extends Request {
  readonly id: string;
  readonly group: string;
  readonly setup?: Setup;
  /** `ask` where the policy as shipped asks: running code, the network, destroying. */
  readonly expect: 'run' | 'ask';
  /** Must be in the output: shows that the arguments arrived as they were sent. */
  readonly output?: string;
  readonly exitCode?: number;
  readonly needs?: readonly string[];
}

type Ungrouped<T> = T extends unknown ? Omit<T, 'group'> : never;

/** Gives each entry its group, also as the first part of its id. */
export function inGroup<T extends Attack | Harmless>(group: string, entries: readonly Ungrouped<T>[]): readonly T[] {
  return entries.map((entry) => ({ ...entry, id: `${group}/${entry.id}`, group }) as unknown as T);
}

export const secretShown: Canary = { kind: 'secret-shown' };
export const environmentShown: Canary = { kind: 'environment-shown' };
export const reached: Canary = { kind: 'reached' };
/** Code that was evaluated leaves this mark. */
export const marked: Canary = { kind: 'created', path: '{canary}' };
export const created = (path: string): Canary => ({ kind: 'created', path });
export const changed = (path: string): Canary => ({ kind: 'changed', path });
export const copied = (path: string): Canary => ({ kind: 'secret-copied', path });
