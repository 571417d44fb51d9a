// A handler may ask through readline instead of `context.prompt`. Where nobody sits at a terminal the answer would never
// come, so it is told at once. Reading lines of a file or a pipe goes on as ever.

import { createRequire } from 'node:module';
import type { Interface } from 'node:readline';
import { promisify } from 'node:util';
import { CommandError } from '../../vocabulary/gate-error.js';

type Asking = (this: Interface, ...rest: unknown[]) => unknown;

/** Gives standard input for this command line itself. Touching it opens it, which most commands do not need. */
export function refuseQuestions(): () => NodeJS.ReadStream {
  const original = Object.getOwnPropertyDescriptor(process, 'stdin')?.get as () => NodeJS.ReadStream;
  const ofOthers = () => {
    Object.defineProperty(process, 'stdin', { configurable: true, enumerable: true, get: original });
    const stdin = original.call(process);
    if (!stdin.isTTY) refuseQuestionsTo(stdin);
    return stdin;
  };
  Object.defineProperty(process, 'stdin', { configurable: true, enumerable: true, get: ofOthers });
  return () => original.call(process);
}

function refuseQuestionsTo(stdin: NodeJS.ReadStream): void {
  // Loaded now: most handlers ask nobody, and whoever wants to has it already.
  const readline = createRequire(import.meta.url)('node:readline') as typeof import('node:readline');
  for (const { prototype } of [readline.Interface, readline.promises.Interface]) {
    for (const name of ['question', 'prompt'] as const) {
      prototype[name] = guarded(prototype[name] as Asking, stdin) as never;
    }
  }
}

function guarded(ask: Asking, stdin: NodeJS.ReadStream): Asking {
  const refusing = (asking: Asking): Asking =>
    function (...rest) {
      if ((this as unknown as { input: unknown }).input === stdin) throw nobodyAnswers();
      return asking.apply(this, rest);
    };
  const promised = (ask as { [promisify.custom]?: Asking })[promisify.custom];
  return Object.assign(refusing(ask), promised && { [promisify.custom]: refusing(promised) });
}

function nobodyAnswers(): CommandError {
  return new CommandError(
    'INTERACTIVE_REQUIRED',
    'The command reads an answer from standard input, but there is no terminal',
    {
      hint: 'Pass the answer as an option (add --help to the command to see its options), or run the command at a terminal',
    },
  );
}
