// Which paths an undo puts back, and which of them changed again since the run.

import { resolve } from 'node:path';
import { quoteWords } from '../../command-line/quote.js';
import { type Change, compareStates } from '../../ledger/snapshots/compare.js';
import { isInside, pathWithin } from '../../machine/paths/is-inside.js';
import { realPathSoFar } from '../../machine/paths/real-path.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { History, RunChanges } from './run-changes.js';

export interface Wanted {
  readonly run: string;
  /** As they were written; all that the run changed where there are none. */
  readonly files: readonly string[];
  /** The whole workspace, with all that later runs did. */
  readonly later: boolean;
}

export interface UndoPlan {
  readonly run: string;
  /** From how it was to how it is now. */
  readonly changes: readonly Change[];
  /** Those of them that are not as the run left them, or that an undo of the undo could not bring back. */
  readonly changedSince: ReadonlySet<string>;
  /** The object stores of the repositories that are put back. */
  readonly objectStores: readonly string[];
}

export function planUndo(history: History, wanted: Wanted, workspace: string, directory: string): UndoPlan | GateError {
  const point = wanted.run === 'last' ? history.last() : history.points.findLast(({ run }) => run === wanted.run);
  if (!point) return wanted.run === 'last' ? nothingKept() : notFound(wanted.run);
  const found = history.changesOf(point);
  if (!found) return snapshotGone(point.run);
  const named = readNames(wanted.files, workspace, directory);
  if (named instanceof GateError) return named;
  const isWanted = filterOf(named, wanted.later, found);
  const changes = compareStates(found.before, history.present).filter(({ path }) => isWanted(path));
  const asLeft = wanted.later ? (history.newest ?? found.after) : found.after;
  const since = new Set(compareStates(asLeft, history.present).map(({ path }) => path));
  return {
    run: point.run,
    changes,
    changedSince: new Set(
      changes.filter(({ path, after }) => since.has(path) || after?.kind === 'left-out').map(({ path }) => path),
    ),
    objectStores: found.before.objectStores.filter((store) => {
      const repository = store.replace(/\/?objects$/, '');
      return changes.some(({ path }) => isAtOrBelow(path, repository));
    }),
  };
}

function filterOf(named: readonly string[], later: boolean, { changes }: RunChanges): (path: string) => boolean {
  if (named.length > 0) {
    return (path) => named.some((name) => isAtOrBelow(path, name));
  }
  if (later) return () => true;
  const own = new Set(changes.map(({ path }) => path));
  return (path) => own.has(path);
}

/** Both are relative to the workspace. */
function isAtOrBelow(path: string, directory: string): boolean {
  return isInside(`/${path}`, `/${directory}`);
}

/** Relative to the workspace. The last part may be a link, which is meant itself. */
function readNames(files: readonly string[], workspace: string, directory: string): readonly string[] | GateError {
  const names: string[] = [];
  const here = realPathSoFar(directory);
  for (const file of files) {
    const within = pathWithin(resolve(here, file), workspace);
    if (within === undefined) {
      return new GateError('VALIDATION_ERROR', `Invalid argument: files (${file} is not in the workspace)`, {
        hint: `Name files below ${workspace}, relative to the current directory`,
      });
    }
    names.push(within === '.' ? '' : within);
  }
  return names;
}

function nothingKept(): GateError {
  return new GateError('NOT_FOUND', 'There is nothing to undo: no run with a snapshot changed a file here', {
    hint: 'Snapshots are taken if "shell" is enabled or "snapshots" is true in the configuration',
  });
}

function notFound(run: string): GateError {
  if (!run.startsWith('run_')) {
    return new GateError('NOT_FOUND', `${run} is not a run`, {
      hint: `To restore a file: cmdgate undo RUN ${quoteWords([run])}. Run 'cmdgate undo' to list the runs`,
    });
  }
  return new GateError('NOT_FOUND', `There is no snapshot of a run ${run}`, {
    hint: "Run 'cmdgate undo' to list the runs that can be undone",
  });
}

function snapshotGone(run: string): GateError {
  return new GateError('NOT_FOUND', `The snapshot before ${run} is no longer kept`, {
    hint: "Run 'cmdgate undo' to list the runs that can be undone",
  });
}
