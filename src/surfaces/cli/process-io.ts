import { isatty } from 'node:tty';
import { peekColor } from '../../command-line/standard-options.js';
import type { Io } from '../../terminal/io.js';
import { prefixOf } from '../../terminal/own-variables.js';
import { ownerText } from '../../terminal/owner-line.js';
import { redactText } from '../../vocabulary/look-alikes.js';
import { refuseQuestions } from './refuse-questions.js';
import { giveStdoutBack, takeStdout } from './take-stdout.js';

/** The real process as Io. The first SIGINT or SIGTERM asks the run to end; a second one ends the process. */
export function processIo(words: readonly string[], program: string): Io {
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
  // Nobody listens to the log any more: that is no reason to stop, and must not be one to fail again and again.
  process.stderr.on('error', () => undefined);
  // A promise or a timer that a handler left behind must not take the others with it.
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const shown = redactText(String(taken.stray?.clean(text) ?? text));
      process.stderr.write(`error: something that a command left behind failed: ${ownerText(shown)}\n`);
    });
  }
  const openStdin = refuseQuestions();
  // These draw on the terminal themselves.
  const interactive = (words.includes('repl') || words.includes('approvals')) && process.stdout.isTTY;
  if (interactive) giveStdoutBack();
  const taken = interactive
    ? { answers: process.stdout, stray: undefined }
    : takeStdout(process.stdout, process.stderr);
  return {
    get stdin() {
      return openStdin();
    },
    stdout: taken.answers,
    stderr: process.stderr,
    environment: withColorOption(process.env, words),
    directory: currentDirectory(),
    signal: controller.signal,
    prefix: prefixOf(program),
    typedAt: isatty(0),
    stray: taken.stray,
  };
}

/** What `--color` says is what the variables would have said, for everything that is written. */
function withColorOption(environment: NodeJS.ProcessEnv, words: readonly string[]): NodeJS.ProcessEnv {
  const color = peekColor(words);
  if (color === 'never') return { ...environment, NO_COLOR: '1' };
  if (color !== 'always') return environment;
  const { NO_COLOR: _said, ...rest } = environment;
  return { ...rest, FORCE_COLOR: '1' };
}

/** The directory may have been removed since the shell went there. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return process.env.PWD ?? '/';
  }
}
