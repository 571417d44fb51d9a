// When a request is answered: mostly when its run has ended. One in the background is answered when it is known, and one
// that takes longer than its door can wait is told how far it is. The run goes on either way.

import type { GateError } from '../vocabulary/gate-error.js';
import type { Outcome } from '../vocabulary/outcome.js';
import { describeUnfinished, startedInBackground } from './answering/unfinished.js';
import { backgroundNeedsServer, tooManyInBackground } from './refusals.js';
import type { JudgedRun, Run } from './run/run.js';
import type { KnownRun } from './run/run-book.js';
import type { Stations } from './stations/stations.js';

/** Goes on with the run, and ends with its outcome. Never rejects. */
export type GoOn = () => Promise<Outcome>;

export async function reply(run: JudgedRun, at: Stations, goOn: GoOn): Promise<Outcome> {
  const refusal = wantsBackground(run) ? whyNotInBackground(run, at) : undefined;
  if (refusal) return await at.answers.refuse(run, refusal);
  const known = know(run, at, wantsBackground(run));
  if (known.background || run.judged.asks) {
    const error = await at.recorder.accept(run);
    if (error) return endWith(known, await at.answers.refuse(run, error));
  }
  if (known.background) {
    const network = await at.starter.holdNetwork(run);
    void goOn().then((outcome) => {
      network?.release();
      known.end(outcome);
    });
    return startedInBackground(run, known, network?.published);
  }
  const yieldMs = yieldAfter(run);
  if (yieldMs === undefined) return endWith(known, await goOn());
  return await within(yieldMs, run, known, at, goOn);
}

/** Whether it can be asked about later: a program, anything in the background, and what waits for a person. */
export function isKept(run: JudgedRun): boolean {
  return !isOnlyTold(run) && (run.plan !== undefined || run.judged.asks || wantsBackground(run));
}

/** From now on it can be listed, looked at and canceled. */
export function know(run: Run, { book, errands }: Stations, background: boolean): KnownRun {
  errands.open();
  run.known = book.open(run, background);
  return run.known;
}

function whyNotInBackground(run: Run, { book, limits }: Stations): GateError | undefined {
  const isFull = book.countInBackground(run.caller) >= limits.background;
  return refuseBackground(run) ?? (isFull ? tooManyInBackground(limits.background) : undefined);
}

/** The answer when it has ended; how far it is when that takes longer than the door can wait. */
function within(yieldMs: number, run: JudgedRun, known: KnownRun, at: Stations, goOn: GoOn): Promise<Outcome> {
  return new Promise((resolve) => {
    const timer = setTimeout(async () => {
      known.goOnAlone();
      // It may still wait for its turn, and then nobody has heard of it.
      await at.recorder.accept(run);
      resolve(await describeUnfinished(run, known));
    }, yieldMs);
    void goOn().then((outcome) => {
      clearTimeout(timer);
      known.end(outcome);
      if (!known.yielded) resolve(outcome);
    });
  });
}

function endWith(known: KnownRun, outcome: Outcome): Outcome {
  known.end(outcome);
  return outcome;
}

/** Nobody can write to a program before they know its run. */
const openInputYieldMs = 1_000;

function yieldAfter({ request: { yieldMs }, plan }: Run): number | undefined {
  return yieldMs !== undefined && plan?.stdin === 'open' ? Math.min(yieldMs, openInputYieldMs) : yieldMs;
}

/** It goes on after its answer, which its door must outlive. */
function wantsBackground({ standard, isBuiltIn, planned, isHandedOver }: Run): boolean {
  if (isHandedOver) return false;
  return (standard?.background === true || planned?.background === true) && !isBuiltIn;
}

/** Whether it is only told what would happen. */
function isOnlyTold({ dryRun, standard, isHandedOver, judged }: Run): boolean {
  return dryRun || standard?.validateOnly === true || (isHandedOver && judged?.asks !== true);
}

/** A command line ends with its answer. */
export function refuseBackground(run: Run): GateError | undefined {
  const isLost = wantsBackground(run) && run.request.door === 'cli';
  return isLost && !isOnlyTold(run) ? backgroundNeedsServer() : undefined;
}
