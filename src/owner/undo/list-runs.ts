// `cmdgate undo` without a run: what can be undone.

import { shownLine } from '../../command-line/shown-call.js';
import { cutToWidth } from '../../renderings/text/display-width.js';
import type { Report } from '../../terminal/give-report.js';
import { localTime } from '../../vocabulary/readable-time.js';
import { terminalSafeLine } from '../../vocabulary/terminal-safe.js';
import { type History, type ShownChange, showChanges } from './run-changes.js';

/** So many files of a run are named on a terminal. */
const mostShown = 10;
/** … and in a document. */
const mostListed = 1_000;

interface ListedRun {
  readonly run: string;
  readonly at: string;
  readonly command: string;
  readonly snapshot: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly files: readonly ShownChange[];
}

/** The newest first. Runs that changed nothing are left out. */
export function listRuns(history: History, workspace: string, limit: number): Report {
  const runs: ListedRun[] = [];
  let more = false;
  for (const point of history.points.toReversed()) {
    const changes = showChanges(history.changesOf(point)?.changes ?? []);
    if (changes.length === 0) continue;
    more = runs.length === limit;
    if (more) break;
    const count = (kind: ShownChange['change']) => changes.filter(({ change }) => change === kind).length;
    runs.push({
      run: point.run,
      at: point.at,
      command: point.command,
      snapshot: point.before,
      ...{ added: count('added'), changed: count('changed'), removed: count('removed') },
      files: changes.slice(0, mostListed),
    });
  }
  return {
    command: 'undo',
    data: { workspace, runs, more },
    toLines: (colors, width) => {
      if (runs.length === 0) return ['There is nothing to undo: no run with a snapshot changed a file here.'];
      return [
        ...runs.flatMap((run) => [
          `${colors.bold(run.run)}  ${localTime(run.at)}`,
          `  ${cutToWidth(terminalSafeLine(shownLine(run.command)), width - 2)}`,
          ...run.files
            .slice(0, mostShown)
            .map(({ path, change }) => `    ${change.padEnd(7)}  ${terminalSafeLine(path)}`),
          ...(moreOf(run) > 0 ? [`    … and ${moreOf(run)} more`] : []),
        ]),
        ...(more ? [colors.dim(`There are more: --limit ${limit * 10}`)] : []),
        colors.dim('cmdgate undo RUN --dry-run  shows what would be restored'),
        colors.dim('cmdgate undo RUN            restores it'),
        colors.dim('A run without a snapshot is not listed; its changes may be in the list of the run before it.'),
        colors.dim("'cmdgate runs show RUN' says where none was taken."),
      ];
    },
  };
}

function moreOf({ added, changed, removed, files }: ListedRun): number {
  return added + changed + removed - Math.min(files.length, mostShown);
}
