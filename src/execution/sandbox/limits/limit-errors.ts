// What is told of a run that was ended because it used too much.

import { GateError } from '../../../vocabulary/gate-error.js';

export function tooManyProcesses(most: number): GateError {
  return ended(`it had more than ${spoken(most)} processes and threads`, 'limits.sandbox.processes');
}

export function tooMuchMemory(most: number): GateError {
  return ended(`it used more than ${spoken(most)} bytes of memory`, 'limits.sandbox.memoryBytes');
}

export function diskFull(): GateError {
  return ended('a disk that it writes to is almost full', 'limits.sandbox.freeDiskBytes, or make room');
}

function ended(why: string, key: string): GateError {
  return new GateError('EXECUTION_ERROR', `The program was ended with all that it started: ${why}.`, {
    hint: `Let it do less at a time; the owner can change ${key}`,
    phase: 'execution',
  });
}

function spoken(number: number): string {
  return number.toLocaleString('en');
}
