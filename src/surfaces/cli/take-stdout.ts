import { Writable } from 'node:stream';
import type { TerminalOutput } from '../terminal/terminal-output.js';

/**
 * Keeps stdout for the answers: what anything else in this process prints, a handler's `console.log` for one,
 * goes to stderr from here on.
 */
export function takeStdout(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): TerminalOutput {
  const write = stdout.write.bind(stdout) as (chunk: unknown, callback: (error?: Error | null) => void) => boolean;
  const answers = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, callback) => {
      write(chunk, callback);
    },
  });
  // A reader that left shows as the answers' own error.
  stdout.on('error', (error) => answers.destroy(error));
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  return Object.assign(answers, { isTTY: stdout.isTTY, columns: stdout.columns });
}
