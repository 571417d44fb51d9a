// Runs what was let in: a function in this process, or a program of the machine. Whatever it does is an outcome.

import type { Deadlines } from '../../execution/handler/deadlines.js';
import { type HandlerResult, runHandler } from '../../execution/handler/run-handler.js';
import type { FunctionCommand } from '../../vocabulary/command.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { conclude } from '../conclude.js';
import { HandlerHost } from '../handler-host.js';
import type { HandlerSupport } from '../handler-support.js';
import type { Lazy } from '../lazy.js';
import { isShaped, shapeOutcome } from '../options/shape-answer.js';
import type { Checks, Programs } from '../programs.js';
import type { Planned, RunningRun } from '../run.js';
import type { KnownRun } from '../run-book.js';
import type { Ended } from '../running.js';
import type { TrustWatch } from '../trust/trust-watch.js';
import type { Decider } from './decider.js';

export interface RunnerParts {
  readonly deadlines: Deadlines;
  readonly support: HandlerSupport;
  readonly programs: Lazy<Programs>;
  readonly decider: Decider;
  readonly trust: TrustWatch | undefined;
}

export class Runner {
  readonly #parts: RunnerParts;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  run(run: RunningRun): Ended | Promise<Ended> {
    if (run.isFollowed) run.emit({ type: 'run-start', command: run.command, ...(run.plan && prints(run.plan)) });
    return run.planned ? this.#runProgram(run, run.planned) : this.#runFunction(run);
  }

  #runFunction(run: RunningRun): HandlerResult | Promise<HandlerResult> {
    const { deadlines, support } = this.#parts;
    const command = run.resolved.command as FunctionCommand;
    const handler = run.dryRun && command.dryRun ? command.dryRun : command.run;
    run.running.wasEntered = true;
    return runHandler(handler, new HandlerHost(run, support), deadlines);
  }

  async #runProgram(run: RunningRun, planned: Planned): Promise<Outcome> {
    const known = run.known as KnownRun;
    try {
      const outcome = await (await this.#parts.programs.get()).run(
        known,
        run,
        planned.plan,
        this.#checksOf(run, planned),
      );
      if (run.running.keepsOutput) run.running.recordedOutput = await known.output?.finish();
      return isShaped(run) ? shapeOutcome(run, outcome) : outcome;
    } catch (error) {
      // Nobody knows how far it came.
      run.running.wasEntered = true;
      return conclude(run, { status: 'threw', error });
    }
  }

  #checksOf(run: RunningRun, planned: Planned): Checks {
    const { decider, trust } = this.#parts;
    const hadToWait = run.running.enteredAt !== run.startedAt;
    return {
      mayStart: (hasWaited) => decider.checkAgain(run, planned, hadToWait || hasWaited) ?? trust?.mayStart(run),
      mayGoOn: (foreseen, step) => decider.checkStep(run, foreseen, step) ?? trust?.mayStart(run, step),
    };
  }
}

function prints({ interpret }: ProgramPlan) {
  return { prints: interpret === undefined };
}
