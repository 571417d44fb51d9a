// The one path. Whatever its kind and whichever door it came in by, a request is read, resolved, permitted, validated,
// decided by the policy, approved where that is asked, run under limits, recorded and answered here, from top to bottom.
// Each station passes the run on, with what it found out, or refuses it. The walk awaits only what really takes time:
// most runs of functions are over at once.

import { GateError } from '../vocabulary/gate-error.js';
import type { Outcome } from '../vocabulary/outcome.js';
import { describeHandOver, describeWithoutRunning } from './answering/describe-without-running.js';
import { warnAsDeclared } from './answering/tell-declared.js';
import { hideUnread } from './reading/hide-unread.js';
import { changedSince } from './refusals.js';
import type { JudgedRun, ResolvedRun, Run } from './run/run.js';
import type { Ended } from './run/running.js';
import type { Stations } from './stations/stations.js';
import { isKept, reply } from './when-to-answer.js';

/** Never rejects: whatever is wrong is an outcome. */
export async function walk(received: Run, at: Stations): Promise<Outcome> {
  try {
    const resolved = resolve(received, at, at.admission.admit(received));
    if (resolved instanceof GateError) return await at.answers.refuse(received, resolved);

    const validated = at.reader.validate(resolved);
    const ready = validated instanceof Promise ? await unlessClosed(validated, at) : validated;
    if (ready instanceof GateError && !received.isHandedOver) return await at.answers.refuse(received, ready);

    const judged = ready instanceof GateError ? at.decider.askUnread(resolved, ready) : at.decider.decide(ready);
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

/** A check that takes time may end when the gate is closed already, or because of that. */
async function unlessClosed<T>(validated: Promise<T>, at: Stations): Promise<T | GateError> {
  const late = await validated;
  return at.admission.refuseIfClosed() ?? late;
}

/** When it is answered is one thing, and what becomes of it another. */
function answer(run: JudgedRun, at: Stations, since: number): Promise<Outcome> {
  return isKept(run) ? reply(run, at, () => proceed(run, at, since)) : proceed(run, at, since);
}

/** From the decision to the end. `since` is when its own time began. Never rejects: a run that is known has to end. */
async function proceed(run: JudgedRun, at: Stations, since: number): Promise<Outcome> {
  let enteredAt = since;
  let holdsPlace = false;
  try {
    if (run.judged.asks) {
      const refusal = await at.approver.approve(run);
      if (refusal) return await at.answers.refuse(run, refusal);
      enteredAt = performance.now();
    }
    // Nobody may be kept from asking what runs, or from ending it.
    if (!run.isBuiltIn && !at.places.tryTake()) {
      const refusal = await at.places.wait(run);
      if (refusal) return await at.answers.refuse(run, refusal);
      enteredAt = performance.now();
    }
    holdsPlace = !run.isBuiltIn;
    const running = perform(run, at, enteredAt);
    const ended = running instanceof Promise ? await running : running;
    const concluded = at.answers.conclude(run, ended);
    const outcome = concluded instanceof Promise ? await concluded : concluded;
    const told = at.answers.tell(run, outcome);
    // Others need not wait until the end is written.
    if (holdsPlace) at.places.leave();
    holdsPlace = false;
    return told instanceof Promise ? await told : told;
  } catch (error) {
    if (holdsPlace) at.places.leave();
    return await at.answers.fail(run, error);
  }
}

/** Runs it, now that it has a place. What is only to be told, and what cannot be recorded, is not run. */
function perform(run: JudgedRun, at: Stations, enteredAt: number): Ended | Promise<Ended> {
  const refusal = refuseNow(run, at);
  if (refusal) return failed(run, refusal);
  const { command } = run.resolved;
  if (command.contract) warnAsDeclared(run, command);
  const told = run.isHandedOver ? describeHandOver(run) : describeWithoutRunning(run);
  const running = run.start(at.runLimits.allow(run, enteredAt, told !== undefined));
  if (told) return { status: 'returned', value: told };
  if (!run.plan) run.known?.enter('running');
  const written = run.isBuiltIn ? undefined : at.recorder.begin(run);
  if (!written) return at.starter.start(running);
  if (written instanceof GateError) return failed(run, written);
  return written.then((error) => (error ? failed(run, error) : at.starter.start(running)));
}

function failed(run: JudgedRun, error: GateError): Outcome {
  return { status: 'failed', error, run };
}

/** What may have changed while it waited. */
function refuseNow(run: JudgedRun, at: Stations): GateError | undefined {
  const closed = run.isBuiltIn ? undefined : at.admission.refuseIfClosed();
  return closed ?? (run.judged.asks && !at.reader.leadsWhereItLed(run) ? changedSince() : undefined);
}
