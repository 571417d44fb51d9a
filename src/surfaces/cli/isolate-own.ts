// An executable whose commands declare `isolated` starts itself once more for each run of theirs: the second process
// loads the same commands, and holds the handler.

import { defaultLimits, type Limits } from '../../gate/limits.js';
import type { CommandSet } from '../../vocabulary/command.js';

/** Tells the second process what it is for. It counts only together with a channel to whoever started it. */
const marker = 'CMDGATE_HANDLERS';

export function isHandlerProcess(): boolean {
  if (process.send === undefined) return false;
  const isMarked = process.env[marker] === '1';
  // Programs that a handler starts are none.
  delete process.env[marker];
  return isMarked;
}

/** The same commands; the handlers of those that ask for it run in a process of their own. */
export async function isolateOwn(set: CommandSet, limits: Partial<Limits> = {}) {
  if (!set.commands.some(({ isolated }) => isolated)) return { commands: set };
  const { isolateCommands } = await import('../../gate/isolation/isolate-commands.js');
  const { handlerProcesses, handlerMemoryBytes } = { ...defaultLimits, ...limits };
  const { hosts, ...commands } = isolateCommands(
    set,
    {
      file: process.argv[1] ?? '',
      loading: { files: [], strict: false },
      environment: { [marker]: '1' },
      memoryBytes: handlerMemoryBytes,
      most: handlerProcesses,
    },
    { hasOwn: ({ isolated }) => isolated === true, sharesOne: false },
  );
  return { commands, hosts };
}
