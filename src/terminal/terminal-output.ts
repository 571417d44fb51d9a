import type { Writable } from 'node:stream';

/** A stream that may be a terminal. */
export type TerminalOutput = Writable & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
};
