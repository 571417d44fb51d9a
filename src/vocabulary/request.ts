import type { RunEvent } from './event.js';

export type Door = 'library' | 'cli' | 'repl' | 'mcp-stdio' | 'mcp-http';

/** Who asks. */
export interface Caller {
  readonly name: string;
  /** Command patterns, or everything. */
  readonly may: 'everything' | readonly string[];
}

/** Inside which directories a request is read. */
export interface Session {
  readonly id: string;
  /** The trusted directory, as a real path: path arguments stay inside it. */
  readonly workspace: string;
  /** Where relative paths start; inside the workspace. */
  readonly directory: string;
}

/** Text as an agent sends it, words as a shell gives them, or a path with its input object. */
export type RequestLine =
  | string
  | readonly string[]
  | { readonly path: readonly string[]; readonly input: Readonly<Record<string, unknown>> };

/** One request on its way to the gate. */
export interface Request {
  readonly line: RequestLine;
  readonly door: Door;
  readonly caller: Caller;
  readonly session: Session;
  readonly signal?: AbortSignal | undefined;
  /** Where it gives a promise for what a program printed, the program waits for it: a slow reader slows it down. */
  readonly onEvent?: ((event: RunEvent) => unknown) | undefined;
  readonly dryRun?: boolean | undefined;
  /** Whether the door is a terminal: a program may be let onto it where the owner says so. */
  readonly terminal?: boolean | undefined;
  /** What this door can carry, unless the configuration says otherwise. */
  readonly responseBytes?: number | undefined;
}
