// One way in which a program can be made to do more than its name says.
//
// They are written after public knowledge of such programs, in a form of our own. What needs more rights than the caller
// has (set-user-id programs, sudo, capabilities) is left out: inside there are no such rights, and no way to get them.

/** What it reaches for, and so what proves that it got there. */
export type Reach =
  /** A file outside is printed or copied. */
  | 'reads'
  /** A file outside is made, changed, moved or removed. */
  | 'writes'
  /** Another program is started, or a shell, and that one reads and writes outside. */
  | 'runs'
  /** The same by code that is loaded into the program. */
  | 'loads'
  /** A listener of the machine is reached: sends, fetches, or hands a shell over. */
  | 'connects'
  /** It can be reached from the machine. */
  | 'listens';

export interface Probe {
  readonly reach: Reach;
  readonly program: string;
  /** With placeholders, see stage.ts. */
  readonly args: readonly string[];
  readonly stdin?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** What lies in its directory before it starts. */
  readonly files?: Readonly<Record<string, string>>;
  /** It does this only at a terminal. */
  readonly terminal?: true;
  /** Why it may not even start what it wants to run inside. */
  readonly stuckInside?: string;
}

type More = Omit<Probe, 'reach' | 'program' | 'args'>;

export type Row = readonly [program: string, args: readonly string[], more?: More];

export function probes(reach: Reach, rows: readonly Row[]): readonly Probe[] {
  return rows.map(([program, args, more = {}]) => ({ reach, program, args, ...more }));
}

/** The same arguments for programs that are alike. */
export function alike(programs: readonly string[], args: readonly string[], more: More = {}): readonly Row[] {
  return programs.map((program) => [program, args, more]);
}

export function describeProbe({ program, reach, args, stdin }: Probe): string {
  return [program, reach, JSON.stringify(args), ...(stdin === undefined ? [] : [JSON.stringify(stdin)])].join(' ');
}
