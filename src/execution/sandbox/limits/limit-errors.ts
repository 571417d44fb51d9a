// What is told of a run that was ended because it used too much.

import { GateError } from '../../../vocabulary/gate-error.js';

/** Whether it alone used too much, or together with the others of its session. */
export type Share = 'run' | 'session';

export function tooManyProcesses(most: number, share: Share = 'run'): GateError {
  return ended(`${who[share]} had more than ${spoken(most)} processes and threads`, 'limits.sandbox.processes');
}

export function tooMuchMemory(most: number, share: Share = 'run'): GateError {
  return ended(`${who[share]} used more than ${spoken(most)} bytes of memory`, 'limits.sandbox.memoryBytes');
}

const who: Readonly<Record<Share, string>> = { run: 'it', session: 'the programs of this session together' };

export function diskFull(): GateError {
  return ended('a disk that it writes to is almost full', 'limits.sandbox.freeDiskBytes, or free some space');
}

function ended(why: string, key: string): GateError {
  return new GateError('EXECUTION_ERROR', `The program was stopped, with everything it started: ${why}.`, {
    hint: `Do less per call; the owner can change ${key}`,
    phase: 'execution',
  });
}

function spoken(number: number): string {
  return number.toLocaleString('en');
}
