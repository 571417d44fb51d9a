// What a handler did → the outcome that everybody gets.

import { recogniseNetworkError } from '../../execution/handler/network/explain-failure.js';
import type { HandlerResult } from '../../execution/handler/run-handler.js';
import { CommandError, type CommandErrorOptions, GateError, isCommandError } from '../../vocabulary/gate-error.js';
import { hintAboutRest, isHalfDone } from '../../vocabulary/half-done.js';
import { replaceMedia } from '../../vocabulary/media-json.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import { textOfThrown } from '../../vocabulary/text-of-thrown.js';
import { IsolationError } from '../isolation/isolation-error.js';
import { UnwritableResult } from '../isolation/unwritable-result.js';
import { canceled, executionFailed, timedOut } from '../refusals.js';
import { changesSomething } from '../run/changes-something.js';
import type { Run, RunningRun } from '../run/run.js';
import { type Fitted, fitResponse } from './fit-response.js';
import { WrittenAnswer } from './large-answer.js';
import { toSoundJson } from './sound-json.js';
import { withCare } from './with-care.js';

/** Never throws, whatever the handler returned or threw: some values cannot even be looked at. */
export function conclude(run: RunningRun, result: HandlerResult): Outcome {
  return presentably(run, () => toOutcome(run, result));
}

/** The same of what was thrown before it ran, or beside it. */
export function concludeThrown(run: Run, error: unknown): Outcome {
  return presentably(run, () => ({ status: 'failed', error: explainThrown(run, error), run }));
}

function presentably(run: Run, toOutcome: () => Outcome): Outcome {
  try {
    const outcome = toOutcome();
    if (outcome.status !== 'failed' || !isHalfDone(outcome.error, run)) return outcome;
    return { ...outcome, error: outcome.error.withHint(hintAboutRest(outcome.error, run)) };
  } catch {
    return { status: 'failed', error: executionFailed('the result cannot be read'), run };
  }
}

function toOutcome(run: RunningRun, result: HandlerResult): Outcome {
  switch (result.status) {
    case 'returned':
      return result.value instanceof WrittenAnswer
        ? completeWritten(run, result.value)
        : complete(run, result.value, 0);
    case 'streamed':
      return complete(run, result.values, result.droppedBytes);
    case 'timed-out':
      return {
        status: 'failed',
        error: withSoFar(timedOut(run.timeoutMs, { changes: changesSomething(run) }), run),
        run,
      };
    case 'canceled':
      return { status: 'failed', error: withSoFar(canceled('execution', changesSomething(run)), run), run };
    case 'threw':
      return { status: 'failed', error: explainThrown(run, result.error), run };
    default:
      return result satisfies never;
  }
}

/** What was done until then, where the command keeps count. */
function withSoFar(error: GateError, { running }: Run): GateError {
  const data = running?.soFar?.();
  if (!running || !data || !isJson(data, running.keepBytes)) return error;
  return error.withData(data);
}

function complete(run: RunningRun, value: unknown, droppedBytes: number): Outcome {
  let json: string;
  try {
    json = toSoundJson(value);
  } catch (error) {
    return { status: 'failed', error: unwritable(run, textOfThrown(error)), run };
  }
  const fitted = fitResponse(value, json, run.running.keepBytes + roomForMedia(json));
  const dropped = droppedBytes + run.running.leftOutBytes;
  if (dropped === 0) return fitted.truncated ? completeCut(run, fitted, json, true) : completed(run, fitted);
  const truncated = { limitBytes: run.running.keepBytes, totalBytes: dropped + Buffer.byteLength(json) };
  return completeCut(run, { ...fitted, truncated }, json, droppedBytes === 0);
}

/** More than these are cut as any other answer is. */
const mostMediaBytes = 6 * 1024 * 1024;

/** Pictures and sounds do not count: no model reads them as text. */
function roomForMedia(json: string): number {
  let bytes = 0;
  replaceMedia(json, (media) => {
    bytes += media.length;
    return '';
  });
  return bytes <= mostMediaBytes ? bytes : 0;
}

/** What is large was fitted when it was written. */
function completeWritten(run: RunningRun, { json, beginning = json, droppedBytes }: WrittenAnswer): Outcome {
  run.running.leftOutBytes = droppedBytes;
  const data: unknown = JSON.parse(beginning);
  if (beginning === json && droppedBytes === 0) return completed(run, { json, data, truncated: undefined });
  const truncated = { limitBytes: run.running.keepBytes, totalBytes: droppedBytes + Buffer.byteLength(json) };
  return completeCut(run, { json: beginning, data, truncated }, json, true);
}

function completed(run: Run, { json, data, truncated }: Fitted): Outcome {
  const message = run.message === undefined ? undefined : cut(run.message);
  return { status: 'completed', json, data, message, truncated, run };
}

/** `json` is all that there is of it, and can be read later where it is kept. */
function completeCut(run: RunningRun, fitted: Fitted, json: string, isWhole: boolean): Outcome {
  const { leftOutBytes } = run.running;
  const { totalBytes = 0, limitBytes = 0 } = fitted.truncated ?? {};
  const isKept = run.running.keepsOutput && isWhole;
  const wholeLine = `runs output ${run.runId} --stream data`;
  if (isKept) run.running.fullAnswer = json;
  const reads = leftOutBytes > 0 ? `reads the first ${json.length} of them` : 'reads all of it';
  const rest = isKept ? `'${wholeLine}' ${reads}` : 'Ask for less';
  const size = leftOutBytes > 0 ? `about ${totalBytes}` : `${totalBytes}`;
  run.warn('TRUNCATED', `The answer is ${size} bytes; at most ${limitBytes} are shown. ${rest}.`);
  return completed(run, { ...fitted, truncated: { limitBytes, totalBytes, ...(isKept && { wholeLine }) } });
}

function unwritable(run: Run, reason: string): GateError {
  run.emit({ type: 'log', level: 'error', message: `The result cannot be written as JSON: ${reason}` });
  return executionFailed('the result cannot be written as JSON');
}

/** A handler's own CommandError reaches the agent; of anything else only the log learns the details. */
function explainThrown(run: Run, error: unknown): GateError {
  if (isCommandError(error)) return presentable(run, withCare(run, error));
  const meant = run.isBuiltIn || (error instanceof GateError && error.code === 'PATH_TRAVERSAL_BLOCKED');
  if (error instanceof IsolationError || (error instanceof GateError && meant)) return error;
  if (error instanceof UnwritableResult) return unwritable(run, error.message);
  const name = `'${run.path.join(' ')}'`;
  run.emit({ type: 'log', level: 'error', message: `${run.runId}: ${name} threw ${textOfThrown(error)}` });
  const failed = recogniseNetworkError(error, run.environment.NODE_TLS_REJECT_UNAUTHORIZED !== '0');
  if (failed) return withCare(run, failed);
  return executionFailed(
    `${name} ended with an unexpected error`,
    `This is a bug in the command: do not send it again. Its author can find the details in the log under ${run.runId}`,
  );
}

/** A handler's error as it may leave: not endless, and made of what JSON can say. */
function presentable(run: Run, error: GateError): GateError {
  // Before it is cut: a part of a secret would not be found.
  const clean = (text: string) => cut(run.hide(String(text)));
  const { exitCode, retry } = error.row;
  const { details, examples, redirect, data, fixCommand, retryAfterMs, about } = error;
  const beside = { details, examples, redirect, fixCommand, retryAfterMs, about };
  const told = { ...beside, data };
  // What an answer holds in spite of a failure may be as large as any other answer.
  const sound = isJson(beside, longestDetails) && isJson(data ?? null, run.running?.keepBytes ?? 0);
  if (sound && clean(error.message) === error.message && clean(error.hint) === error.hint) return error;
  return new CommandError(error.code, clean(error.message), {
    hint: clean(error.hint),
    exitCode,
    ...((retry === 'yes' || retry === 'no') && { retryable: retry === 'yes' }),
    ...(sound && (withoutUndefined(told) as CommandErrorOptions)),
  });
}

function withoutUndefined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const longestText = 4_000;
const longestDetails = 16_000;

function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
}

function isJson(value: unknown, mostCharacters: number): boolean {
  try {
    return JSON.stringify(value).length <= mostCharacters;
  } catch {
    return false;
  }
}
