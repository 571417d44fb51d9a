import { InteractiveSession } from './interactive-session.js';
import type { ReplOptions } from './repl-options.js';
import { runPiped } from './run-piped.js';

/** Reads command lines until they end, each through the gate, and resolves to the exit code. */
export function runRepl(options: ReplOptions): Promise<number> {
  return options.terminal && !options.stdinMode ? new InteractiveSession(options).run() : runPiped(options);
}
