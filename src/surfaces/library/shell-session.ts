// A session of createShell(): a trusted directory, variables and limits, given by whoever embeds it.

import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { newId } from '../../vocabulary/new-id.js';
import type { Session, SessionLimits } from '../../vocabulary/request.js';

export interface ShellSessionOptions {
  readonly id?: string;
  /** The trusted directory of this session, relative to the shell's; `working_directory` in the variables says the same. */
  readonly directory?: string;
  /** Programs get them; `working_directory` is the trusted directory instead. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly limits?: SessionLimits;
}

/** Throws a TypeError where there is no such directory: it is the embedding program's mistake, not an agent's. */
export function openShellSession(workspace: string, options: ShellSessionOptions = {}): Session {
  const { working_directory, ...variables } = options.variables ?? {};
  const written = options.directory ?? working_directory;
  const directory = written === undefined ? workspace : trustedDirectory(resolve(workspace, written), 'the session');
  checkLimits(options.limits ?? {});
  return {
    id: options.id ?? `session_${newId()}`,
    workspace: directory,
    directory,
    variables,
    ...(options.limits && { limits: options.limits }),
  };
}

export function trustedDirectory(path: string, owner: string): string {
  try {
    const real = realpathSync.native(path);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Told below.
  }
  throw new TypeError(`There is no directory ${JSON.stringify(path)} for ${owner}.`);
}

function checkLimits(limits: SessionLimits): void {
  for (const [name, value] of Object.entries(limits)) {
    if (name !== 'timeoutMs' && name !== 'processes') throw new TypeError(`Unknown session limit "${name}".`);
    if (value === undefined || (Number.isSafeInteger(value) && value > 0)) continue;
    throw new TypeError(`The session limit ${name} must be a whole number of at least 1.`);
  }
}
