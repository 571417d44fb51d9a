// `cmdgate undo`: lists what runs changed in the workspace, and puts it back. For people alone.

import { isStartedByGate } from '../../execution/process/keeper/is-started-by-gate.js';
import { loadingProblem } from '../../gate/opening/loading-problem.js';
import { SnapshotStore } from '../../ledger/snapshots/snapshot-store.js';
import { giveReport } from '../../terminal/give-report.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { findLedger } from '../find-ledger.js';
import type { OwnerCall } from '../owner-command.js';
import { listRuns } from './list-runs.js';
import { History } from './run-changes.js';
import { undoRun } from './undo-run.js';

interface Given {
  readonly run?: string;
  readonly files?: readonly string[];
  readonly later?: boolean;
  readonly overwrite?: boolean;
  readonly limit?: number;
}

const usualLimit = 20;

/** Resolves to the exit code. */
export async function undo({ program, choice, io, input, standard, refuse }: OwnerCall): Promise<number> {
  const { run, files = [], later = false, overwrite = false, limit = usualLimit } = input as Given;
  if (isStartedByGate()) return await refuse(onlyPeople());
  try {
    const { workspace } = await findLedger(choice, io.directory);
    const store = new SnapshotStore(workspace);
    const report =
      run === undefined
        ? listRuns(new History(store), workspace, limit)
        : await undoRun(store, { run, files, later, overwrite, dryRun: standard.dryRun === true }, io);
    return report instanceof GateError ? await refuse(report) : await giveReport(report, standard, program, io);
  } catch (error) {
    return await refuse(error instanceof GateError ? error : loadingProblem(error));
  }
}

function onlyPeople(): GateError {
  return new GateError('PERMISSION_DENIED', 'Only a person may undo runs, and this process was started by a gate', {
    hint: "A person must run 'cmdgate undo' in a terminal that no gate has started",
  });
}
