import type { Command } from '../../vocabulary/command.js';

/** The program that the files are about. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** What stands before a command. */
  readonly prefix: string;
  readonly commands: readonly Command[];
  /** The variables that it reads: by name, what for. */
  readonly variables: Readonly<Record<string, string>>;
}
