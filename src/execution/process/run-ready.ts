import { GateError } from '../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { ProcessEnd } from './run-process.js';

/** Whoever keeps replacing files may do so for ever. */
const mostAttempts = 4;

/**
 * Makes a program ready and runs it. Where something was replaced while its sandbox was made, nothing of it has run: it is
 * made again.
 */
export async function runReady(
  prepare: () => ProgramPlan | GateError | Promise<ProgramPlan | GateError>,
  run: (ready: ProgramPlan) => Promise<ProcessEnd>,
): Promise<ProcessEnd> {
  for (let attempt = 1; ; attempt++) {
    const ready = await prepare();
    if (ready instanceof GateError) return { status: 'not-started', error: ready };
    const end = await run(ready);
    if (end.status !== 'not-started' || end.again !== true || attempt === mostAttempts) return end;
  }
}
