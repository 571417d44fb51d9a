import { createInterface } from 'node:readline/promises';
import { isStartedByGate } from '../execution/process/keeper/is-started-by-gate.js';
import { terminalSafe } from '../renderings/text/terminal-safe.js';
import type { Io } from './io.js';

/** One line from whoever sits at this terminal; `undefined` where nobody does. */
export async function askLine(io: Io, question: string, signal: AbortSignal): Promise<string | undefined> {
  if (io.stderr.isTTY !== true || io.stdin.isTTY !== true || isStartedByGate()) return undefined;
  const lines = createInterface({ input: io.stdin, output: io.stderr as NodeJS.WritableStream, terminal: true });
  // A terminal in raw mode gives Ctrl-C as a key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    // What is asked may quote what an agent wrote.
    return await lines.question(`${terminalSafe(question)} `, { signal });
  } finally {
    lines.close();
  }
}
