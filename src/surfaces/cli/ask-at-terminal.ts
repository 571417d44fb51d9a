import { createInterface } from 'node:readline/promises';
import { isStartedByGate } from '../../execution/process/keeper/is-started-by-gate.js';
import { colors, wantsColor } from '../../renderings/text/colors.js';
import type { AskPerson } from '../../vocabulary/request.js';
import { questionText, readTypedAnswer } from '../terminal/approval/ask-in-text.js';
import type { Io } from './io.js';

/** Asks whoever sits at this terminal. Nobody does where there is none, or where a gate has started this process. */
export function askAtTerminal(io: Io): AskPerson | undefined {
  if (io.stderr.isTTY !== true || io.stdin.isTTY !== true || isStartedByGate()) return undefined;
  return async (approval, signal) => {
    const paint = colors(wantsColor(io.stderr, io.environment));
    const { about, prompt } = questionText(approval, io.stderr.columns ?? 80, paint);
    const lines = createInterface({ input: io.stdin, output: io.stderr as NodeJS.WritableStream, terminal: true });
    // A terminal in raw mode gives Ctrl-C as a key.
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    try {
      io.stderr.write(about);
      return readTypedAnswer(await lines.question(prompt, { signal }), approval);
    } catch {
      // Somebody else answered, or the run was canceled.
      io.stderr.write('\n');
      return undefined;
    } finally {
      lines.close();
    }
  };
}
