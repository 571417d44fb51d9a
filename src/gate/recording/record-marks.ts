// What the ledger was told of a run: not twice, and the end of what began.

import type { UserContext } from '../../ledger/run-log.js';
import type { Run } from '../run/run.js';

/** What was written of a run so far. */
export class RecordMarks {
  /** That it waits. */
  isAccepted = false;
  /** When it was written down that it begins. */
  beganAt: number | undefined;
  /** What the policy looked at. */
  isSubjectWritten = false;
  /** Made once: it is the same when the run ends. */
  userContext: UserContext | undefined;
}

export function marksOf(run: Run): RecordMarks {
  run.marks ??= new RecordMarks();
  return run.marks;
}
