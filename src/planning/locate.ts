// Where a program runs, and which file it is.

import { isAbsolute, resolve } from 'node:path';
import type { Problem } from '../vocabulary/gate-error.js';
import { type Draft, type ForeignPiece, isForeign, joined } from './draft.js';
import type { Findings } from './findings.js';
import type { Machine } from './machine.js';
import { resolveDirectory } from './resolve-directory.js';
import type { ProgramScope } from './resolve-program.js';

export interface Located {
  /** As far as it is known: a real path, unless something is wrong with it or a step before may make it yet. */
  readonly directory: string;
  readonly directoryIsKnown: boolean;
  readonly program: FoundProgram | undefined;
}

export interface FoundProgram {
  /** The real file. */
  readonly program: string;
  readonly name: string;
}

type Where = Pick<Draft, 'scope' | 'paths' | 'directories' | 'program' | 'foreseen'>;

export function locate(draft: Where, machine: Machine, findings: Findings): Located {
  const place = enterDirectories(draft, findings);
  return { ...place, program: findProgram(draft, place, machine, findings) };
}

/** Where it runs. */
type Place = Pick<Located, 'directory' | 'directoryIsKnown'>;

export function enterDirectories(
  { scope, paths, directories, foreseen = false }: Omit<Where, 'program'>,
  findings: Findings,
): Place {
  let directory = scope.directory;
  let directoryIsKnown = true;
  let isTold = false;
  for (const written of directories.length === 0 && !foreseen ? [{ value: undefined }] : directories) {
    const pieces = 'value' in written ? [] : written;
    const text = 'value' in written ? written.value : joined(written);
    const path = resolve(directory, typeof text === 'string' ? text : '');
    const isUnknown = isTold || pieces.some(({ from }) => from === 'unknown');
    const resolved = isUnknown ? undefined : resolveDirectory(text, { ...scope, directory, paths });
    directoryIsKnown = resolved?.ok === true;
    if (resolved?.ok) {
      directory = resolved.directory;
    } else if (resolved?.blocked !== undefined) {
      // From outside, every value would seem to lead out as well: so it stays where it was.
      tellBlocked(pieces.findLast(isForeign), resolved.blocked, resolved.problem, findings);
      isTold = true;
    } else {
      directory = path;
      // A step before it may make it yet.
      if (!resolved || (foreseen && text !== '')) continue;
      findings.obstacles.push(resolved.problem);
      isTold = true;
    }
  }
  return { directory, directoryIsKnown };
}

function tellBlocked(given: ForeignPiece | undefined, reason: string, problem: Problem, findings: Findings): void {
  const { code, hint = '' } = problem;
  if (given) findings.blame(given, { code, reason, hint });
  else findings.refused.push(problem);
}

export function findProgram(
  draft: Where,
  place: Place,
  machine: Machine,
  findings: Findings,
): FoundProgram | undefined {
  const { program, scope, foreseen = false } = draft;
  if (!program) return undefined;
  const { text, name = text, relative } = program;
  // Where it would be looked for is not known, and that is told already or may change yet.
  if (relative && !place.directoryIsKnown && text.includes('/') && !isAbsolute(text)) return undefined;
  const resolved = machine.programsOf(scope.workspace).resolve(text, programScope(draft, place.directory, machine));
  if (resolved.ok) return { program: resolved.program, name };
  const mayComeYet = foreseen && text.includes('/') && resolved.problem.code === 'PROGRAM_NOT_FOUND';
  // First of all: without the program nothing else matters.
  if (!mayComeYet) findings.obstacles.unshift(resolved.problem);
  return undefined;
}

/** Where programs of a draft are looked for. */
export function programScope({ scope, paths, program }: Where, directory: string, machine: Machine): ProgramScope {
  return {
    searchPath: machine.searchPath,
    trust: machine.ownSearchPath ? 'all' : { outside: scope.workspace },
    relative: program?.relative ? { root: paths === 'any' ? '/' : scope.workspace, directory } : 'refused',
  };
}
