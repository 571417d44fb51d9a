import { ProgramMemory } from './program-memory.js';

export type ResolvedCredential =
  | { readonly ok: true; readonly secret: { reveal(): string } }
  | { readonly ok: false; readonly message: string };

/** What the owner of the gate says about the machine that programs run on. */
export interface ProgramHost {
  /** Directories in which programs are looked for. */
  readonly searchPath: readonly string[];
  /** Whether the owner wrote the search path: then it may lead into the workspace. */
  readonly ownSearchPath?: boolean;
  /** The gate's own. Nothing of it reaches a program unless it is listed. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Fetches a credential by its name. */
  readonly credential?: (name: string) => ResolvedCredential | undefined;
}

/** What the planner asks about the machine. */
export interface Machine extends ProgramHost {
  /** The programs that were found before from one workspace. */
  programsOf(workspace: string): ProgramMemory;
}

export function machineOf(host: ProgramHost): Machine {
  let known: string | undefined;
  let memory = new ProgramMemory();
  return {
    ...host,
    programsOf: (workspace) => {
      // What was found for one workspace may not be found for another.
      if (workspace !== known) memory = new ProgramMemory();
      known = workspace;
      return memory;
    },
  };
}
