// How one program is written down in the table. The notation is explained in programs/index.ts.

export const effects = [
  'reads',
  'changes',
  'destroys',
  'network',
  'runs-code',
  'inline-code',
  'privilege',
  'system',
  'repository',
] as const;

export type Effect = (typeof effects)[number];

export interface Program {
  /** Effects that it always has, separated by spaces. */
  readonly does?: string;
  /** Effects that it has when no operand is given, such as a shell that reads its standard input. */
  readonly alone?: string;
  /** Why no call is understood, except in a mode that does something else instead. */
  readonly doubt?: string;
  readonly options?: string;
  /** Kinds of operands, in order; one of them may end in `*`. Left out: it takes none. */
  readonly operands?: string;
  /** What an option marked `~name` turns it into. */
  readonly modes?: Readonly<Record<string, Mode>>;
  readonly commands?: Readonly<Record<string, Program>>;
  /** Its long options may be shortened as long as they are unique. Only where the table lists all of them. */
  readonly abbreviates?: true;
  /** Options end at the first operand. */
  readonly order?: 'first';
  /** Long options have one dash, and short ones cannot be combined: `find -name`, `java -jar`. */
  readonly dashes?: 'single';
  /** `--` does not end its options: what follows is read as before. */
  readonly endless?: true;
  /** Not every version ends its options at `--`: what looks like one behind it is not understood. */
  readonly withoutDashes?: true;
  /** The first word may be a bundle of short options without a dash: `tar xzf`. */
  readonly bundle?: true;
  /** The options of this program may also stand after its commands. */
  readonly everywhere?: true;
  /** The program that it runs gets more arguments from somewhere else. */
  readonly foreign?: true;
  /** Those arguments are words that it reads. */
  readonly readsWords?: true;
  /** Runs hooks and programs from a configuration in the workspace, unless it is started so that it cannot. */
  readonly hooks?: true;
  /** Works with the repository around it, whose settings are looked at. */
  readonly repository?: true;
  /** Takes more arguments from a file wherever one begins with `@`. */
  readonly expands?: true;
  /** Names, or their beginnings, of files that it makes without being told. */
  readonly makes?: string;
  /** Files in the workspace that name what it runs, even when it is only asked for its version. `*`: nobody knows which. */
  readonly obeys?: string;
  /** Options and words which, standing alone, only print something, as `--help` and `--version` do. Empty: not even they. */
  readonly asks?: string;
  /** The language of what it reads where it is given nothing else to do. */
  readonly script?: 'shell';
  /** Its file may carry a version: `python3.11`, `gcc-12`. */
  readonly versioned?: true;
  /** One file that is many programs, and does what it is called: `busybox`, `xz`. */
  readonly asCalled?: true;
}

export interface Mode {
  readonly does?: string;
  /** Why a call in this mode is not understood, unless it is in another one as well. */
  readonly doubt?: string;
  readonly unless?: string;
  /** What the program always does it does not do in this mode, whatever else it is told. */
  readonly instead?: true;
  readonly operands?: string;
  /** Kinds that mean something else in this mode. */
  readonly kinds?: Readonly<Record<string, string>>;
}

export type Programs = Readonly<Record<string, Program>>;
