// Which file a written program is: looked up once, along a path that the owner controls, to the real file that will
// be started. The environment of the child has no say in it.

import { isAbsolute } from 'node:path';
import { statOf } from '../machine/files/stat-of.js';
import { isInside } from '../machine/paths/is-inside.js';
import { type RealPath, realPathFrom } from '../machine/paths/real-path.js';
import type { Problem } from '../vocabulary/gate-error.js';
import { findObstacle } from './find-obstacle.js';
import { isPlain, shown } from './show-text.js';
import { suggestProgram } from './suggest-program.js';

export interface ProgramScope {
  /** Directories; empty and relative ones are skipped. */
  readonly searchPath: readonly string[];
  /**
   * Whoever can write into the workspace could put another program there. What the search path finds in it, or by a
   * link that lies in it, is skipped, unless the owner listed the search path himself.
   */
  readonly trust: 'all' | { readonly outside: string };
  /** A path such as `./deploy.sh`: from the validated directory, to a real path inside the root. */
  readonly relative: 'refused' | { readonly root: string; readonly directory: string };
}

export type ResolvedProgram =
  | {
      readonly ok: true;
      /** The real file. */
      readonly program: string;
      /** Where it was found, before links were followed. */
      readonly path: string;
      readonly name: string;
    }
  | { readonly ok: false; readonly problem: Problem };

export function resolveProgram(written: unknown, scope: ProgramScope): ResolvedProgram {
  const reason = findNameReason(written);
  if (reason !== undefined || typeof written !== 'string') {
    return refuse('INVALID_PROGRAM_NAME', `The program ${reason}.`, 'Write a program name or an absolute path');
  }
  if (isAbsolute(written)) return resolvePath(written, written);
  if (written.includes('/')) return resolveRelative(written, scope);
  return searchProgram(written, scope);
}

const longestPath = 4_095;

function findNameReason(written: unknown): string | undefined {
  if (typeof written !== 'string') return 'is not text';
  if (written.trim() === '') return 'is empty';
  if (!isPlain(written)) return 'contains a control character';
  if (Buffer.byteLength(written) > longestPath) return `has more than ${longestPath} bytes`;
  if (written === '.' || written === '..') return `${shown(written).trim()} is a directory`;
  return isBatchFile(written) ? 'is a batch file, which only a shell can run' : undefined;
}

/** Windows gives these to its shell, and no quoting is safe from it. */
function isBatchFile(path: string): boolean {
  return /\.(?:bat|cmd)[. ]*$/i.test(path);
}

function resolvePath(written: string, path: string, root?: string): ResolvedProgram {
  const followed = realPathFrom('/', path);
  if (!followed?.entry) {
    return refuse(
      'PROGRAM_NOT_FOUND',
      `The program${shown(written)} does not exist or cannot be reached.`,
      'Check the path',
    );
  }
  if (root !== undefined && !isInside(followed.real, root)) {
    return refuse(
      'PATH_TRAVERSAL_BLOCKED',
      `The program${shown(written)} is outside the workspace.`,
      'Name a program inside the workspace, or write its absolute path, e.g. for a Python in a virtual environment',
    );
  }
  return accept(written, path, followed.real);
}

function resolveRelative(written: string, { relative }: ProgramScope): ResolvedProgram {
  if (relative === 'refused') {
    return refuse(
      'INVALID_PROGRAM_NAME',
      `The program${shown(written)} is a relative path.`,
      'Write an absolute path, or the name of a program in the search path; the owner can allow relative programs',
    );
  }
  return resolvePath(written, `${relative.directory}/${written}`, relative.root);
}

function searchProgram(name: string, scope: ProgramScope): ResolvedProgram {
  const directories = scope.searchPath.filter(isAbsolute);
  let blocked: ResolvedProgram | undefined;
  for (const directory of directories) {
    const path = `${directory}/${name}`;
    // Most directories do not have it, and this is the cheapest way to know.
    const followed = statOf(path) && realPathFrom('/', path);
    if (!followed?.entry) continue;
    if (!isTrusted(followed, scope.trust)) {
      blocked ??= refuse(
        'PROGRAM_NOT_FOUND',
        `The program${shown(name)} was found only inside the workspace, where it could be replaced.`,
        'Write its absolute path in the definition, or ask the owner to list its directory in programs.path',
      );
      continue;
    }
    const candidate = accept(name, path, followed.real);
    if (candidate.ok) return candidate;
    blocked ??= candidate;
  }
  return blocked ?? refuseMissing(name, directories);
}

function isTrusted({ real, links }: RealPath, trust: ProgramScope['trust']): boolean {
  return trust === 'all' || ![real, ...links].some((path) => isInside(path, trust.outside));
}

function accept(name: string, path: string, program: string): ResolvedProgram {
  const obstacle = isBatchFile(program)
    ? { reason: 'is a batch file, which only a shell can run', hint: 'Name a program' }
    : findObstacle(program);
  if (!obstacle) return { ok: true, program, path, name };
  const where = program === name || !isPlain(program) ? '' : ` (${program})`;
  return refuse('PROGRAM_NOT_EXECUTABLE', `The program${shown(name)}${where} ${obstacle.reason}.`, obstacle.hint);
}

function refuseMissing(name: string, directories: readonly string[]): ResolvedProgram {
  return refuse('PROGRAM_NOT_FOUND', `There is no program${shown(name)} in the search path.`, adviceFor());

  function adviceFor(): string {
    if (/\s/.test(name)) return 'Write only the program name; each word after it is a separate argument';
    const nearest = suggestProgram(name, directories);
    return nearest === undefined
      ? 'Install it, or write its absolute path'
      : `Did you mean ${JSON.stringify(nearest)}?`;
  }
}

function refuse(code: string, message: string, hint: string): ResolvedProgram {
  return { ok: false, problem: { code, field: 'program', message, hint } };
}
