// The one path. Whatever its kind and whichever door it came in by, a request is read, resolved, permitted, validated,
// decided by the policy, approved where that is asked, run under limits, recorded and answered here, from top to bottom.
// Each station passes the run on, with what it found out, or refuses it. Waited is only for what really takes time: most
// runs of functions are over at once.

import { GateError } from '../vocabulary/gate-error.js';
import type { Outcome } from '../vocabulary/outcome.js';
import { conclude } from './conclude.js';
import { describeWithoutRunning } from './describe-without-running.js';
import { hideUnread } from './hide-unread.js';
import { changedSince } from './refusals.js';
import { isKept, reply } from './reply.js';
import type { JudgedRun, ResolvedRun, Run } from './run.js';
import { Running } from './running.js';
import type { Stations } from './stations/stations.js';
import { warnAsDeclared } from './tell-declared.js';

/** Never rejects: whatever is wrong is an outcome. */
export async function walk(received: Run, at: Stations): Promise<Outcome> {
  try {
    const resolved = resolve(received, at, at.admission.admit(received));
    if (resolved instanceof GateError) return await at.answers.refuse(received, resolved);

    const validated = at.reader.validate(resolved);
    const ready = validated instanceof Promise ? await validated : validated;
    if (ready instanceof GateError) return await at.answers.refuse(received, ready);
    const closed = validated instanceof Promise ? at.admission.refuseIfClosed() : undefined;
    if (closed) return await at.answers.refuse(received, closed);

    const judged = at.decider.decide(ready);
    if (judged instanceof GateError) return await at.answers.refuse(received, judged);

    if (!at.once.concerns(judged)) return await answer(judged, at, received.startedAt);
    const first = await at.once.enter(judged);
    if ('status' in first) return await at.answers.tell(judged, first);
    // What waited for another one has its own time from now on.
    const outcome = await answer(judged, at, performance.now());
    await first.keep(outcome);
    return outcome;
  } catch (error) {
    return await at.answers.fail(received, error);
  }
}

/** Which command it is, and whether its caller may run it. What is refused here was not read: nothing of it is shown. */
export function resolve(run: Run, at: Stations, refusal: GateError | undefined): ResolvedRun | GateError {
  const found = refusal ?? at.reader.findCommand(run);
  // What goes on can be looked at and ended, also when nothing can be written: it may be what fills the disk.
  const resolved = found instanceof GateError || run.isBuiltIn ? found : (at.recorder.trouble() ?? found);
  if (resolved instanceof GateError) hideUnread(run, at.registry, at.reader.limitsOf(run));
  return resolved;
}

/** When it is answered is one thing, and what becomes of it another. */
function answer(run: JudgedRun, at: Stations, since: number): Promise<Outcome> {
  const goOn = () => proceed(run, at, since);
  return isKept(run) ? reply(run, at, goOn) : goOn();
}

/** From the decision to the end. `since` is when its own time began. Never rejects. */
async function proceed(run: JudgedRun, at: Stations, since: number): Promise<Outcome> {
  const entered = await enter(run, at, since);
  if (entered instanceof GateError) return await at.answers.refuse(run, entered);
  const outcome = await perform(run, at, entered);
  const told = at.answers.tell(run, outcome);
  if (!run.isBuiltIn) at.places.leave();
  return await told;
}

/** Waits for a person where one is asked, and for its place among the running. Gives the time at which it has both. */
async function enter(run: JudgedRun, at: Stations, since: number): Promise<number | GateError> {
  const refusal = run.judged.asks ? await at.approver.approve(run) : undefined;
  if (refusal) return refusal;
  // Nobody may be kept from asking what runs, or from ending it.
  const hasPlace = run.isBuiltIn || at.places.tryTake();
  if (hasPlace) return run.judged.asks ? performance.now() : since;
  return (await at.places.wait(run)) ?? performance.now();
}

/** Holds a place, and gives what came of it. */
async function perform(run: JudgedRun, at: Stations, enteredAt: number): Promise<Outcome> {
  try {
    const refusal = refuseNow(run, at);
    if (refusal) return { status: 'failed', error: refusal, run };
    const { command } = run.resolved;
    if (command.contract) warnAsDeclared(run, command);
    const told = describeWithoutRunning(run);
    const running = run.start(new Running(enteredAt, at.runLimits.allow(run, told !== undefined)));
    if (told) return await at.answers.conclude(running, { status: 'returned', value: told });
    if (!run.plan) run.known?.enter('running');
    const written = run.isBuiltIn ? undefined : at.recorder.begin(run);
    const error = written instanceof Promise ? await written : written;
    if (error) return { status: 'failed', error, run };
    const outcome = at.runner.run(running);
    return outcome instanceof Promise ? await outcome : outcome;
  } catch (error) {
    // Whatever could not even be shown is not shown.
    run.shown.showAs(run.path.join(' '));
    return conclude(run, { status: 'threw', error });
  }
}

/** What may have changed while it waited. */
function refuseNow(run: JudgedRun, at: Stations): GateError | undefined {
  const closed = run.isBuiltIn ? undefined : at.admission.refuseIfClosed();
  return closed ?? (run.judged.asks && !at.reader.leadsWhereItLed(run) ? changedSince() : undefined);
}
