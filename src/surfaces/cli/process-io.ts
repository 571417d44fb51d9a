import type { Io } from './io.js';
import { takeStdout } from './take-stdout.js';

/** The real process as Io. The first SIGINT or SIGTERM asks the run to end; a second one ends the process. */
export function processIo(words: readonly string[]): Io {
  const controller = new AbortController();
  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(code);
      controller.abort(name);
    });
  }
  // The REPL draws on the terminal itself.
  const interactive = words.includes('repl') && process.stdout.isTTY;
  return {
    // Touching stdin opens it, which most commands do not need.
    get stdin() {
      return process.stdin;
    },
    stdout: interactive ? process.stdout : takeStdout(process.stdout, process.stderr),
    stderr: process.stderr,
    environment: process.env,
    directory: process.cwd(),
    signal: controller.signal,
  };
}
