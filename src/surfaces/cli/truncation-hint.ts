// How whoever got a part of an answer gets all of it.

import type { Io } from '../../terminal/io.js';
import { sizeVariable } from '../../terminal/own-variables.js';
import { redacted } from '../../vocabulary/look-alikes.js';
import type { Outcome } from '../../vocabulary/outcome.js';

/** What an envelope has beside its data: the limit is for all of it. */
export function envelopeBytes(line: readonly string[]): number {
  const words = line.reduce((bytes, word) => bytes + 2 * Buffer.byteLength(word), 0);
  return 4_096 + Math.min(words, 3_000);
}

/** As a line for the shell: it reads what was kept, or asks again with room enough. */
export function truncationHint(outcome: Outcome, toShellLine: (line: string) => string, io: Io): Hint | undefined {
  if (outcome.status === 'failed' || !outcome.truncated) return undefined;
  const { wholeLine, totalBytes } = outcome.truncated;
  if (wholeLine !== undefined) return { truncation_hint: toShellLine(wholeLine) };
  const { command } = outcome.run;
  const again = `${sizeVariable(io)}=${totalBytes + roomBytes}`;
  // What is secret is not repeated, and without it the line would not run.
  if (command.includes(redacted)) return { truncation_hint: `Set ${again} and run it again` };
  return { truncation_hint: `${again} ${toShellLine(command)}` };
}

type Hint = { readonly truncation_hint: string };

const roomBytes = 65_536;
