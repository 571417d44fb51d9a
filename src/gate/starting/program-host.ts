// The run of a program, as whoever starts it sees it.

import type { ProgramHost } from '../../execution/handler/tools/run-tools.js';
import type { RunnerHost } from '../../execution/runner.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { PlannedCall } from '../../vocabulary/program.js';
import { changedSince } from '../refusals.js';
import type { Planned, RunningRun } from '../run/run.js';
import type { KnownRun } from '../run/run-book.js';
import type { SecondLook } from '../stations/second-look.js';
import type { TrustWatch } from '../trust/trust-watch.js';

/** For a run that is a program. */
export function hostOf(
  run: RunningRun,
  known: KnownRun,
  planned: Planned,
  secondLook: SecondLook,
  trust: TrustWatch | undefined,
): RunnerHost {
  const hadToWait = run.running.enteredAt !== run.startedAt;
  let current: PlannedCall = planned;
  return {
    ...factsOf(run, trust),
    signal: known.signal,
    timeoutMs: run.running.timeoutMs,
    keepsOutput: run.running.keepsOutput,
    mayStart: (hasWaited) => secondLook.checkAgain(run, planned, hadToWait || hasWaited) ?? trust?.mayStart(run),
    goOn: (printed) => {
      const foreseen = current.plan.step?.next;
      const next = current.goOn?.(printed);
      if (next instanceof GateError) return next;
      if (!next || !foreseen) return changedSince();
      current = next;
      return secondLook.checkStep(run, foreseen, next.plan) ?? trust?.mayStart(run, next.plan) ?? next.plan;
    },
    conduct:
      planned.conduct &&
      ((hands) =>
        (planned.conduct as NonNullable<PlannedCall['conduct']>)(hands, {
          mayStart: (foreseen, plan) => secondLook.checkPart(run, foreseen, plan) ?? trust?.mayStart(run, plan),
        })),
    onState: (state, pid) => {
      known.pid = pid;
      if (known.state !== state) known.enter(state);
    },
    onCapture: (output) => {
      known.output = output;
    },
    onInput: (input) => known.takeInput(input),
    onOutput: run.isHeard ? (stream, text) => run.emit({ type: 'output-delta', stream, text }) : undefined,
  };
}

/** For what a handler starts: the program belongs to its run, and nobody reads its output but the handler. */
export function hostOfSpawned(run: RunningRun, host: ProgramHost, trust: TrustWatch | undefined): RunnerHost {
  return {
    ...factsOf(run, trust),
    ...host,
    keepsOutput: false,
    mayStart: () => undefined,
    goOn: () => changedSince(),
    conduct: undefined,
    onState: () => undefined,
    onCapture: undefined,
    onInput: undefined,
    onOutput: undefined,
  };
}

function factsOf(run: RunningRun, trust: TrustWatch | undefined) {
  return {
    runId: run.runId,
    caller: run.caller,
    session: run.session,
    isHeld: run.isSandboxed,
    ownDirectory: run.running.ownDirectory,
    onBegin: () => trust?.enter(run),
    onEnd: () => trust?.leave(run),
    tellScope: (scope) => run.tellScope(scope),
    log: (level, message) => void run.emit({ type: 'log', level, message }),
    warn: (code, message) => run.warn(code, message),
  } satisfies Partial<RunnerHost>;
}
