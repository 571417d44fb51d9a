// Runs a line: what joins its programs is started like any program, with all its limits, and told what to do next.

import type { GateError } from '../../vocabulary/gate-error.js';
import type { LineEnd, LineHands } from '../../vocabulary/line.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { type ProcessEnd, type ProcessHost, type ProcessSettings, runProcess } from '../process/run-process.js';
import { Conductor, LineGone } from './conductor/conductor.js';

export interface LineHost extends ProcessHost {
  conduct(hands: LineHands): Promise<LineEnd>;
}

/** Never rejects. `plan` is the conductor's. */
export async function runLine(plan: ProgramPlan, host: LineHost, settings: ProcessSettings): Promise<ProcessEnd> {
  let refused: { readonly error: GateError; readonly program: string } | undefined;
  const end = await runProcess(
    plan,
    {
      ...host,
      onChannel: (channel) => {
        const conductor = new Conductor(channel);
        void host.conduct(conductor).then(
          (ended) => {
            if ('error' in ended) refused = { error: ended.error, program: ended.plan.name };
            leave(conductor, 'error' in ended ? couldNotGoOn : ended.exitCode);
          },
          () => leave(conductor, couldNotGoOn),
        );
      },
    },
    settings,
  );
  if (!refused || end.status !== 'exited') return end;
  return { ...end, status: 'broken-off', error: refused.error };
}

/** As shells say that something was found and not run. */
const couldNotGoOn = 126;

function leave(conductor: Conductor, exitCode: number): void {
  try {
    conductor.leave(exitCode);
  } catch (error) {
    // It was ended by somebody else.
    if (!(error instanceof LineGone)) throw error;
  }
}
