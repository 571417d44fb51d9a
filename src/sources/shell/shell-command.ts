// `shell`: any program of the machine, started without a shell.

import type { ProgramCommand } from '../../vocabulary/command.js';
import { shellPlanner } from './draft-call.js';
import type { ShellHost } from './shell-host.js';
import { shellParameters } from './shell-parameters.js';

export function shellCommand(host: ShellHost): ProgramCommand {
  return {
    path: ['shell'],
    aliases: [],
    description:
      'Run a command line, or one program with its arguments, inside the trusted working directory. It is not passed to a shell',
    parameters: shellParameters(host),
    danger: 'mutating',
    examples: [
      'shell ls -la src',
      'shell --timeout 900000 npm test',
      'shell --directory src git status',
      "shell 'npm test 2>&1 | tail -20'",
    ],
    outputSchema: undefined,
    timeoutMs: undefined,
    builtIn: false,
    toText: undefined,
    plan: shellPlanner(host),
  };
}
