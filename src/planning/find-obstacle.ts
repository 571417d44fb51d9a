// Why a file cannot be started as a program. The system would tell much less when it is tried.

import { accessSync, constants } from 'node:fs';
import { isAbsolute } from 'node:path';
import { readInterpreter } from '../machine/files/read-interpreter.js';
import { statOf } from '../machine/files/stat-of.js';
import { shown } from './show-text.js';

export interface Obstacle {
  /** Ends the sentence "The program x …". */
  readonly reason: string;
  readonly hint: string;
}

const firstLine = 'Start the file with a line that names an installed interpreter (e.g., #!/bin/sh)';

/** `path` is a real path. */
export function findObstacle(path: string): Obstacle | undefined {
  const stats = statOf(path);
  if (!stats?.isFile()) return { reason: 'is not a file', hint: 'Name a program, not a directory or device' };
  if (!isExecutable(path, stats.mode)) {
    return { reason: 'is not executable by this user', hint: 'Make it executable (chmod +x), or name another program' };
  }
  const file = readInterpreter(path);
  switch (file.kind) {
    case 'binary':
    case 'unreadable':
      return undefined;
    case 'no-interpreter':
      // The C library hands such a file to a shell, and nothing is run by a shell here.
      return { reason: 'is neither a binary nor a script with a complete #! line', hint: firstLine };
    case 'script':
      return findInterpreterObstacle(file.interpreter);
  }
}

function findInterpreterObstacle(interpreter: string): Obstacle | undefined {
  const what = `is a script for the interpreter${shown(interpreter)}`;
  if (interpreter.endsWith('\r')) {
    return {
      reason: "has Windows line endings, which become part of the interpreter's name",
      hint: 'Convert its line endings',
    };
  }
  if (!isAbsolute(interpreter)) {
    // It would be looked for in the working directory, where anybody may have put it.
    return { reason: `${what}, which is not an absolute path`, hint: firstLine };
  }
  const stats = statOf(interpreter);
  if (!stats) return { reason: `${what}, which does not exist`, hint: 'Install the interpreter, or fix the #! line' };
  if (!stats.isFile() || !isExecutable(interpreter, stats.mode)) {
    return { reason: `${what}, which is not executable`, hint: 'Fix the #! line' };
  }
  return undefined;
}

/** The mode is looked at as well: on some systems root is told that it may execute any file. */
function isExecutable(path: string, mode: number): boolean {
  if ((mode & 0o111) === 0) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
