// The run of a program, as whoever starts it sees it.

import type { ProgramHost } from '../../execution/handler/tools/run-tools.js';
import { portsOfRun } from '../../execution/process/run-ports.js';
import type { RunnerHost } from '../../execution/runner.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { PlannedCall, ProgramPlan } from '../../vocabulary/program.js';
import type { RepositoryAccess } from '../../vocabulary/sandbox.js';
import type { NetworkDesk } from '../network/network-desk.js';
import { changedSince } from '../refusals.js';
import type { Planned, RunningRun } from '../run/run.js';
import type { KnownRun } from '../run/run-book.js';
import type { SecondLook } from '../stations/second-look.js';
import { isHarmlessSettings } from '../trust/compare-text.js';
import type { TrustWatch } from '../trust/trust-watch.js';
import { cannotBeReadNow, changesRepository, isReadable, repositoryAccess } from './repository-access.js';

/** For a run that is a program. */
export function hostOf(
  run: RunningRun,
  known: KnownRun,
  planned: Planned,
  secondLook: SecondLook,
  trust: TrustWatch | undefined,
  network: NetworkDesk,
): RunnerHost {
  const hadToWait = run.running.enteredAt !== run.startedAt;
  let current: PlannedCall = planned;
  const isApproved = run.judged?.approval?.answer === 'approve';
  const repository = repositoryOf(run, isApproved);
  let ofLine: RepositoryAccess = 'read';
  /** A line that may change the repository has only programs that can be read, whatever their words became. */
  const checkWords = (plan: ProgramPlan) =>
    ofLine === 'read' || isApproved || isReadable(plan, run.session.workspace) ? undefined : cannotBeReadNow(plan);
  return {
    ...factsOf(run, trust),
    wayOut: (plan) => network.wayOut(run, plan),
    onRefused: (plan, host) => run.running.network.refuse(network.describe(run, plan), host),
    ...repository,
    repositoryAccess: (plan) => {
      const access = repository.repositoryAccess(plan);
      if (plan.line) ofLine = access;
      return access;
    },
    signal: known.signal,
    timeoutMs: run.running.timeoutMs,
    keepsOutput: run.running.keepsOutput,
    mayStart: (hasWaited) => {
      const refusal = secondLook.checkAgain(run, planned, hadToWait || hasWaited) ?? trust?.mayStart(run);
      if (!refusal) secondLook.starts(run, planned.plan);
      return refusal;
    },
    goOn: (printed) => {
      const foreseen = current.plan.step?.next;
      const next = current.goOn?.(printed);
      if (next instanceof GateError) return next;
      if (!next || !foreseen) return changedSince();
      current = next;
      return secondLook.checkStep(run, foreseen, next.plan) ?? trust?.mayStart(run, next.plan) ?? next.plan;
    },
    runsApart: (plan) => run.isSandboxed && ofLine === 'read' && changesRepository(plan, run.session.workspace),
    mayStartApart: (plan) => trust?.mayStart(run, plan),
    conduct:
      planned.conduct &&
      ((hands) =>
        (planned.conduct as NonNullable<PlannedCall['conduct']>)(hands, {
          // What its own programs made can do no more than they could: all of them are in one sandbox.
          mayStart: (foreseen, plan) => {
            const refusal =
              secondLook.checkPart(run, foreseen, plan) ??
              checkWords(plan) ??
              (run.isSandboxed ? undefined : trust?.mayStart(run, plan));
            if (!refusal) secondLook.starts(run, plan);
            return refusal;
          },
        })),
    onState: (state, pid) => {
      known.process = pid === undefined ? undefined : { pid, findPorts: () => portsOfRun(pid, run.isSandboxed) };
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
    // Nobody was asked about them.
    wayOut: () => ({ granted: [], observes: false }),
    onRefused: () => undefined,
    // A person who agreed to the command did not see the programs that it starts.
    ...repositoryOf(run, false),
    keepsOutput: false,
    mayStart: () => undefined,
    goOn: () => changedSince(),
    runsApart: () => false,
    mayStartApart: () => undefined,
    conduct: undefined,
    onState: () => undefined,
    onCapture: undefined,
    onInput: undefined,
    onOutput: undefined,
  };
}

function repositoryOf({ session }: RunningRun, isApproved: boolean) {
  return {
    repositoryAccess: (plan: ProgramPlan) => repositoryAccess(plan, session.workspace, isApproved),
    maySet: (before, after) => isApproved || isHarmlessSettings(before, after),
  } satisfies Partial<RunnerHost>;
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
