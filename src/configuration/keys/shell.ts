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
      description: 'The stream that carries its answer.',
    }),
  },
  { description: 'One of them.' },
);

export const shell = object(
  {
    enabled: flag(false, 'Whether it is enabled.'),
    timeoutMs: integer(
      1,
      longestDelayMs,
      usualShell.timeoutMs,
      'The default time limit of a program, in milliseconds.',
    ),
    maxTimeoutMs: integer(1, longestDelayMs, usualShell.maxTimeoutMs, 'The longest time limit that a call may set.'),
    yieldMs: integer(
      1,
      longestDelayMs,
      defaultYieldMs,
      'When a call over MCP is answered with the progress so far; the program continues, and `runs` reads it.',
    ),
    globs: flag(usualShell.globs, 'Whether patterns such as `*.ts` are expanded to the files they match.'),
    aiCommands: named({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.+-]*$', maxLength: 100 }, assistant, {
      default: '`codex`, `gemini` and `copilot`, on their stdout',
      description: 'Programs that are assistants themselves: what they say is returned as a separate answer.',
    }),
  },
  {
    description: 'Any program on the machine, guarded by the policy: the command `shell` and the MCP tool `shell_cmd`.',
  },
);
