// `cmdgate undo RUN`: puts files back as they were before a run.

import { type Change, compareStates } from '../../ledger/snapshots/compare.js';
import { restore } from '../../ledger/snapshots/restore/restore.js';
import type { SnapshotStore } from '../../ledger/snapshots/snapshot-store.js';
import { askLine } from '../../terminal/ask-line.js';
import type { Report } from '../../terminal/give-report.js';
import type { Io } from '../../terminal/io.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import { newId } from '../../vocabulary/new-id.js';
import { terminalSafeLine } from '../../vocabulary/terminal-safe.js';
import { planUndo, type UndoPlan, type Wanted } from './plan-undo.js';
import { History, showChanges } from './run-changes.js';

export interface UndoOptions extends Wanted {
  readonly dryRun: boolean;
  /** Puts back what changed since the run, without asking. */
  readonly overwrite: boolean;
}

export async function undoRun(store: SnapshotStore, options: UndoOptions, io: Io): Promise<Report | GateError> {
  const history = new History(store);
  const plan = planUndo(history, options, store.workspace, io.directory);
  if (plan instanceof GateError) return plan;
  if (options.dryRun) return describePlan(plan);
  if (plan.changes.length === 0) return nothingToDo(plan.run);
  const overwrites = options.overwrite || plan.changedSince.size === 0 || (await askToOverwrite(plan, io));
  if (overwrites instanceof GateError) return overwrites;
  const chosen = overwrites ? plan.changes : plan.changes.filter(({ path }) => !plan.changedSince.has(path));
  if (chosen.length === 0) return nothingToDo(plan.run);
  return carryOut(store, history, options, plan, chosen);
}

function carryOut(
  store: SnapshotStore,
  history: History,
  { files, later }: UndoOptions,
  plan: UndoPlan,
  chosen: readonly Change[],
): Report {
  const { run } = plan;
  const undo = `undo_${newId()}`;
  const at = new Date().toISOString();
  const command = ['undo', run, ...files, ...(later ? ['--later'] : [])].join(' ');
  const { state } = store.take([{ run: undo, command, at }]);
  // What a program does while a person thinks is not overwritten: nobody has agreed to that.
  const meanwhile = new Set(compareStates(history.present, state).map(({ path }) => path));
  const sure = chosen.filter(({ path }) => !meanwhile.has(path));
  const { done, failed } = restore(store, sure, plan.objectStores);
  store.take([], [{ run: undo, at }]);
  const late = chosen.filter(({ path }) => meanwhile.has(path));
  const left = [...failed, ...late.map(({ path }) => ({ path, why: 'It changed while it was being restored.' }))];
  const isDone = new Set(done);
  const restored = showChanges(sure.filter(({ path }) => isDone.has(path)));
  const kept = overwritten(plan, chosen);
  const part = files.length > 0 ? ' for the files you named' : '';
  return {
    command: 'undo',
    data: { run, undo, restored: restored.map(toRestored), kept, failed: left },
    failure: left.length === 0 ? undefined : notAll(left.length, undo),
    toLines: (colors) => [
      left.length === 0
        ? colors.green(`${run} is undone${part}:`)
        : colors.red(`${notAll(left.length, undo).message}:`),
      ...restored.map((change) => `  ${toRestored(change).effect.padEnd(8)} ${terminalSafeLine(change.path)}`),
      ...kept.map((path) => `  kept     ${terminalSafeLine(path)}: it has changed since the run.`),
      ...left.map(({ path, why }) => `  ${colors.red('not done')} ${terminalSafeLine(path)}: ${terminalSafeLine(why)}`),
      colors.dim(`To revert this: cmdgate undo ${undo}`),
    ],
  };
}

type Shown = ReturnType<typeof showChanges>[number];

/** What an undo does to it is the opposite of what the run did. */
function toRestored({ path, change }: Shown): { readonly path: string; readonly effect: 'removed' | 'restored' } {
  return { path, effect: change === 'added' ? 'removed' : 'restored' };
}

function overwritten({ changes, changedSince }: UndoPlan, chosen: readonly Change[]): readonly string[] {
  const paths = new Set(chosen.map(({ path }) => path));
  return changes.map(({ path }) => path).filter((path) => changedSince.has(path) && !paths.has(path));
}

function notAll(count: number, undo: string) {
  return {
    code: 'NOT_ALL_RESTORED',
    message: `${count} ${count === 1 ? 'path was' : 'paths were'} not restored`,
    hint: `The result says why for each path. To revert the restored ones, run 'cmdgate undo ${undo}'`,
  };
}

function describePlan(plan: UndoPlan): Report {
  const { run } = plan;
  const would = showChanges(plan.changes).map(toRestored);
  const changedSince = [...plan.changedSince];
  return {
    command: 'undo',
    data: { run, would, changed_since: changedSince },
    toLines: (colors) => [
      ...(would.length === 0 ? [] : [`To undo ${run}:`]),
      ...would.map(({ path, effect }) => {
        const mark = plan.changedSince.has(path) ? colors.yellow('  (changed since the run)') : '';
        return `  ${effect === 'removed' ? 'remove ' : 'restore'} ${terminalSafeLine(path)}${mark}`;
      }),
      would.length === 0 ? `Everything is already as it was before ${run}.` : 'Nothing was changed: this is a dry run.',
    ],
  };
}

function nothingToDo(run: string): Report {
  return {
    command: 'undo',
    data: { run, restored: [], kept: [], failed: [] },
    toLines: () => [`Everything is already as it was before ${run}.`],
  };
}

async function askToOverwrite({ changedSince }: UndoPlan, io: Io): Promise<boolean | GateError> {
  const paths = [...changedSince];
  const named = paths.slice(0, 20).map((path) => `  ${terminalSafeLine(path)}`);
  const more = paths.length > named.length ? [`  … and ${paths.length - named.length} more`] : [];
  const question = ['Changed since the run:', ...named, ...more, 'Overwrite these too? [y/N]'].join('\n');
  const answer = await askLine(io, question, io.signal);
  if (answer !== undefined) return /^y(?:es)?$/i.test(answer.trim());
  return new CommandError('CHANGED_SINCE', `Changed since the run: ${paths.slice(0, 20).join(', ')}`, {
    hint: 'Add --overwrite to restore these too, or name only the files to restore',
    exitCode: 4,
  });
}
