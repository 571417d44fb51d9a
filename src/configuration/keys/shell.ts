// `shell`: any program of the machine, guarded by the policy.

import { flag, integer, named, object } from '../../shape/shape.js';
import { defaultYieldMs, usualShell } from '../../sources/shell/shell-host.js';
import { longestDelayMs } from '../../vocabulary/longest-delay.js';
import { oneOf } from './texts.js';

const assistant = object(
  {
    answer: oneOf(['stdout', 'stderr'], 10, {
      example: 'stdout',
      default: 'stdout',
      description: 'The stream that carries what it says.',
    }),
  },
  { description: 'One of them.' },
);

export const shell = object(
  {
    enabled: flag(false, 'Whether it is there.'),
    timeoutMs: integer(
      1,
      longestDelayMs,
      usualShell.timeoutMs,
      'How long a program may run when the call does not say, in milliseconds.',
    ),
    maxTimeoutMs: integer(1, longestDelayMs, usualShell.maxTimeoutMs, 'The longest time that a call may ask for.'),
    yieldMs: integer(
      1,
      longestDelayMs,
      defaultYieldMs,
      'When a call over MCP is answered with how far the program is; it goes on, and `runs` reads it.',
    ),
    globs: flag(usualShell.globs, 'Whether patterns such as `*.ts` stand for the files that they match.'),
    aiCommands: named({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.+-]*$', maxLength: 100 }, assistant, {
      default: '`codex`, `gemini` and `copilot`, by their stdout',
      description: 'Programs that are assistants themselves: what they say is an answer of its own.',
    }),
  },
  {
    description: 'Any program of the machine, guarded by the policy: the command `shell` and the MCP tool `shell_cmd`.',
  },
);
