// What came of a run → the answer to its request. What is told of the end is told when it is written.

import type { HandlerResult } from '../../execution/handler/run-handler.js';
import { type GateError, hideInError } from '../../vocabulary/gate-error.js';
import type { Completed, Outcome } from '../../vocabulary/outcome.js';
import { concealInResult } from '../answering/conceal-result.js';
import { conclude, concludeThrown } from '../answering/conclude.js';
import { tellNotModified } from '../answering/not-modified.js';
import { flagUndeclared } from '../answering/tell-declared.js';
import { isLargeResult, writeInTurns } from '../answering/write-in-turns.js';
import { refuseUnconfirmed } from '../options/confirm-destructive.js';
import { isShaped, shapeResult } from '../options/shape-answer.js';
import { marksOf } from '../recording/record-marks.js';
import type { JudgedRun, Run, RunningRun } from '../run/run.js';
import { finalState } from '../run/run-book.js';
import type { Ended } from '../run/running.js';
import type { RunHistory } from '../runs/run-history.js';
import type { Recorder } from './recorder.js';

type Answered = Outcome | Promise<Outcome>;

export class Answers {
  readonly #recorder: Recorder;
  readonly #history: RunHistory | undefined;
  /** How much of one result is kept. */
  readonly #outputBytes: number;

  constructor(recorder: Recorder, history: RunHistory | undefined, outputBytes: number) {
    this.#recorder = recorder;
    this.#history = history;
    this.#outputBytes = outputBytes;
  }

  refuse(run: Run, error: GateError): Answered {
    return this.tell(run, { status: 'failed', error, run });
  }

  /** Not the request's fault: whatever was thrown, it gets an answer and an entry, and is not looked at again. */
  fail(run: Run, error: unknown): Answered {
    run.shown.showAs(run.path.join(' '));
    return this.tell(run, concludeThrown(run, error));
  }

  tell(run: Run, outcome: Outcome): Answered {
    run.durationMs = Math.round(performance.now() - run.startedAt);
    const told = withoutSecrets(run, outcome);
    const recorded = this.#recorder.end(run, told);
    return recorded ? this.#tellWhenWritten(recorded, run, told) : tellEnd(run, told);
  }

  async #tellWhenWritten(recorded: Promise<void>, run: Run, outcome: Outcome): Promise<Outcome> {
    try {
      await recorded;
    } catch {
      const what = marksOf(run).beganAt === undefined ? 'This answer' : 'The run has ended, but its end';
      run.warn('AUDIT_FAILED', `${what} could not be written to the ledger.`);
    }
    return tellEnd(run, outcome);
  }

  /** What is large is written piece by piece, so that no other caller waits for it. */
  conclude(run: JudgedRun, ended: Ended): Answered {
    if (ended.status === 'completed' || ended.status === 'failed') return ended;
    const running = run as RunningRun;
    if (!isLargeResult(running, ended)) return this.#conclude(running, ended);
    return writeInTurns(running, ended).then((written) => this.#conclude(running, written));
  }

  #conclude(run: RunningRun, result: HandlerResult): Answered {
    const given = concealInResult(result, run.secrets);
    const told = run.isBuiltIn ? tellNotModified(run, given) : given;
    const concluded = conclude(run, isShaped(run) ? shape(run, told) : told);
    const outcome = run.judged.unconfirmed ? refuseUnconfirmed(run, concluded) : concluded;
    if (outcome.status === 'failed') {
      flagUndeclared(run, outcome);
      return outcome;
    }
    const json = run.running.keepsOutput ? dataToKeep(run, outcome) : undefined;
    return json === undefined ? outcome : this.#keep(run, outcome, json);
  }

  /** What nobody gets with the answer can be read later. */
  async #keep(run: RunningRun, outcome: Completed, json: string): Promise<Outcome> {
    run.running.recordedOutput = await this.#history?.keepData(run.runId, json, this.#outputBytes);
    const data = run.running.recordedOutput?.data;
    if (!data || data.kept === data.bytes) return outcome;
    const isDiskFull = data.kept < Math.min(data.bytes, this.#outputBytes);
    const what = `Only ${data.kept} of ${data.bytes} bytes of the result could be kept`;
    if (isDiskFull) run.warn('OUTPUT_NOT_KEPT', `${what}, because they could not be written to the disk.`);
    else run.warn('TRUNCATED', `${what}.`);
    return isDiskFull ? withoutWholeLine(outcome) : outcome;
  }
}

/** Whoever made the error: what it quotes may be what must not be seen. Results were looked through before. */
function withoutSecrets({ secrets }: Run, outcome: Outcome): Outcome {
  if (secrets.isNone || outcome.status === 'completed') return outcome;
  return { ...outcome, error: hideInError(outcome.error, secrets) };
}

function tellEnd(run: Run, outcome: Outcome): Outcome {
  run.known?.enter(finalState(outcome));
  if (run.isFollowed) run.emit({ type: 'run-end', status: outcome.status });
  return outcome;
}

/** Whatever a handler returned: it is looked at again where it is concluded. */
function shape(run: RunningRun, result: HandlerResult): HandlerResult {
  try {
    return shapeResult(run, result);
  } catch (error) {
    return { status: 'threw', error };
  }
}

/** An answer that cannot be read later must not say how. */
function withoutWholeLine(outcome: Completed): Outcome {
  if (outcome.truncated === undefined) return outcome;
  const { wholeLine: _wholeLine, ...truncated } = outcome.truncated;
  return { ...outcome, truncated };
}

/** A function's answer that was cut, or that nobody waits for. */
function dataToKeep({ running, known }: RunningRun, { json }: Completed): string | undefined {
  return running.fullAnswer ?? (known?.background || known?.yielded ? json : undefined);
}
