// Secrets that are not among the words: a command line is seen by every user of the machine.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FindSecret } from '../../command-line/read-arguments.js';
import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { resolveInside } from '../../policy/path-scope.js';
import type { Command, Parameter } from '../../vocabulary/command.js';
import type { Problem } from '../../vocabulary/gate-error.js';
import type { ResolvedRun, Run } from '../run/run.js';

/** No secret is larger. */
const largestBytes = 64 * 1024;

/** Undefined where the command takes none. */
export function findSecret(run: ResolvedRun): FindSecret | undefined {
  if (!run.resolved.grammar.takesSecrets) return undefined;
  return (from, name) => (from === 'env' ? inEnvironment(run, name) : inFile(run, name));
}

/** The gate's own variables are nobody's who only talks to it. */
function inEnvironment({ request: { atShell } }: Run, name: string): ReturnType<FindSecret> {
  if (!atShell) {
    return {
      wrong: "is for command lines: the gate's environment variables are its own",
      hint: 'Use a file in the workspace with --…-from-file, or ask the owner to give the secret to the command',
    };
  }
  const text = Object.hasOwn(atShell.environment, name) ? atShell.environment[name] : undefined;
  if (text) return { text };
  return {
    wrong: 'names a variable that is not set',
    hint: `Set the variable first, e.g. ${variableOf(name)}=… before the command`,
  };
}

/** It may be the secret itself, by mistake. */
function variableOf(name: string): string {
  return /^[A-Z_][A-Z0-9_]{0,60}$/.test(name) ? name : 'NAME';
}

/** Whoever started this process can read its files anyway; everybody else those of the workspace. */
function inFile(run: Run, path: string): ReturnType<FindSecret> {
  const hint = 'Name a readable file that contains only the secret';
  const { atShell } = run.request;
  const file = atShell ? { path: resolve(atShell.directory, path) } : resolveInside(path, run.scope);
  if ('reason' in file) return { wrong: file.reason, hint };
  try {
    const stats = statSync(file.path);
    if (!stats.isFile()) return { wrong: 'does not name a file', hint };
    if (stats.size > largestBytes) return { wrong: `names a file larger than ${largestBytes} bytes`, hint };
    const text = String(readPlainFile(file.path, largestBytes) ?? '').replace(/\r?\n$/, '');
    return text === '' ? { wrong: 'names an empty file', hint } : { text };
  } catch {
    return { wrong: 'names a file that cannot be read', hint };
  }
}

/** What everybody could see. A strict command does not take it; any other one warns. */
export function findExposedSecrets(run: Run, command: Command, exposed: readonly Parameter[]): readonly Problem[] {
  if (run.request.door !== 'cli') return [];
  const found = [...new Set(exposed)].map(({ label }): Problem => {
    const name = label.replace(/^--/, '');
    return {
      code: 'SECRET_ON_COMMAND_LINE',
      field: label,
      message: 'This argument is secret, and other users of the machine can see command lines',
      hint: `Use --${name}-from-env <variable> or --${name}-from-file <file>`,
    };
  });
  if (command.contract?.strict) return found;
  for (const { code, message, hint } of found) run.warn(code, `${message}. ${hint}.`);
  return [];
}
