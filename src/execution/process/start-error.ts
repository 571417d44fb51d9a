// Why a program could not be started. The system's own error is never passed on: it carries the arguments, and
// they may be secret.

import { accessSync, constants, statSync } from 'node:fs';
import { GateError } from '../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../vocabulary/program.js';

export function startError(plan: ProgramPlan, error: unknown): GateError {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? 'UNKNOWN';
  switch (code) {
    case 'E2BIG':
      return tooLong(plan);
    case 'ERR_INVALID_ARG_VALUE':
      return new GateError('VALIDATION_ERROR', `${plan.name} was given text with a NUL character.`, {
        hint: 'Remove NUL characters: they cannot be passed to a program. Pass binary data on standard input or in a file.',
      });
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return new GateError('UNAVAILABLE', `The system cannot start another process right now (${code}).`, {
        hint: 'Try again in a moment. If the problem persists, the machine is short of processes, files or memory.',
      });
    default:
      return directoryError(plan) ?? programError(plan, code);
  }
}

function tooLong(plan: ProgramPlan): GateError {
  const size = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
  const environment = Object.entries(plan.environment).map(([name, value]) => `${name}=${value}`);
  const bytes = size(plan.args) + size(environment);
  return new GateError('VALIDATION_ERROR', `The arguments of ${plan.name} are too long: ${bytes} bytes in all.`, {
    hint: 'Pass long text on standard input or in a file, or make several smaller calls.',
  });
}

function directoryError({ directory }: ProgramPlan): GateError | undefined {
  try {
    if (statSync(directory).isDirectory()) accessSync(directory, constants.X_OK);
    else return directoryNotFound(directory, 'is not a directory');
    return undefined;
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return directoryNotFound(directory, missing ? 'does not exist' : 'cannot be entered');
  }
}

function directoryNotFound(directory: string, what: string): GateError {
  return new GateError('DIRECTORY_NOT_FOUND', `The working directory ${directory} ${what}.`, {
    hint: 'Name a directory that exists, or create it first.',
  });
}

function programError({ program }: ProgramPlan, code: string): GateError {
  if (code === 'ENOENT' && statSync(program, { throwIfNoEntry: false }) === undefined) {
    return new GateError('PROGRAM_NOT_FOUND', `The program ${program} is gone.`, {
      hint: 'Install it again, or use another command.',
    });
  }
  const hint =
    code === 'ENOENT'
      ? 'The interpreter in its first line (#!) or its loader does not exist: fix that line, or install it.'
      : 'Make sure that it is a program for this machine and that its file is executable (chmod +x).';
  return new GateError('PROGRAM_NOT_EXECUTABLE', `The program ${program} cannot be run (${code}).`, { hint });
}

/** `said` is what the maker of the sandbox printed: names of files, never an argument. */
export function sandboxError(said: string): GateError {
  const reason =
    said
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^bwrap: /, '') ?? '';
  return new GateError('UNAVAILABLE', `The program was not started: its sandbox cannot be set up (${reason}).`, {
    hint: 'Tell the owner: "readable" of "sandbox" may lack what the program needs, or name something that cannot be made available',
  });
}
