import { createInterface } from 'node:readline/promises';
import { isStartedByGate } from '../execution/process/keeper/is-started-by-gate.js';
import { terminalSafe } from '../vocabulary/terminal-safe.js';
import type { Io } from './io.js';

/** One line from whoever sits at this terminal; `undefined` where nobody does, and where they end it with Ctrl-D. */
export async function askLine(
  io: Io,
  question: string,
  signal: AbortSignal,
  screen: NodeJS.WritableStream = io.stderr as NodeJS.WritableStream,
): Promise<string | undefined> {
  if (io.stderr.isTTY !== true || io.stdin.isTTY !== true || isStartedByGate()) return undefined;
  const lines = createInterface({ input: io.stdin, output: screen, terminal: true });
  // A terminal in raw mode gives Ctrl-C as a key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // Ctrl-D closes it, and the promise of the question would never be kept.
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  try {
    // What is asked may quote what an agent wrote.
    return await lines.question(`${terminalSafe(question)} `, { signal: AbortSignal.any([signal, closed.signal]) });
  } catch {
    io.stderr.write('\n');
    return undefined;
  } finally {
    lines.close();
  }
}
