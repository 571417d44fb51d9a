import { createInterface } from 'node:readline/promises';
import type { Io } from '../../terminal/io.js';

export type Choice = 'yes' | 'no' | 'quit';

/** Asks whoever sits at this terminal. Whatever is not clearly a yes is a no; an end of the input leaves. */
export async function askYes(prompt: string, io: Io): Promise<Choice> {
  const lines = createInterface({ input: io.stdin, output: io.stderr as NodeJS.WritableStream, terminal: true });
  // A terminal in raw mode gives Ctrl-C as a key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('q')));
    return readChoice(await Promise.race([lines.question(prompt, { signal: io.signal }), closed]));
  } catch {
    io.stderr.write('\n');
    return 'quit';
  } finally {
    lines.close();
  }
}

export function readChoice(text: string): Choice {
  const word = text.trim().toLowerCase();
  if (word === 'y' || word === 'yes') return 'yes';
  return word === 'q' || word === 'quit' ? 'quit' : 'no';
}
