// What a handler did → the outcome that everybody gets.
import type { HandlerResult } from '../execution/handler/run-handler.js';
import { GateError, isCommandError } from '../vocabulary/gate-error.js';
import type { Outcome, Truncation } from '../vocabulary/outcome.js';
import { fitResponse } from './fit-response.js';
import { canceled, executionFailed, timedOut } from './refusals.js';
import type { Run } from './run.js';

export function conclude(run: Run, result: HandlerResult): Outcome {
  switch (result.status) {
    case 'returned':
      return complete(run, result.value, 0);
    case 'streamed':
      return complete(run, result.values, result.droppedBytes);
    case 'timed-out':
      return { status: 'failed', error: timedOut(run.timeoutMs), run };
    case 'canceled':
      return { status: 'failed', error: canceled('execution'), run };
    case 'threw':
      return { status: 'failed', error: explainThrown(run, result.error), run };
    default:
      return result satisfies never;
  }
}

function complete(run: Run, value: unknown, droppedBytes: number): Outcome {
  let json: string;
  try {
    // What JSON cannot say at all (undefined, a function) is null.
    json = JSON.stringify(value) ?? 'null';
  } catch (error) {
    run.emit({ type: 'log', level: 'error', message: `The result cannot be written as JSON: ${textOf(error)}` });
    return { status: 'failed', error: executionFailed('the result cannot be written as JSON'), run };
  }
  const fitted = fitResponse(value, json, run.keepBytes);
  const truncated = droppedBytes > 0 ? truncation(run, droppedBytes, json) : fitted.truncated;
  if (truncated) {
    const { totalBytes, limitBytes } = truncated;
    run.warn('TRUNCATED', `The answer has ${totalBytes} bytes; at most ${limitBytes} are shown. Ask for less.`);
  }
  return { status: 'completed', json: fitted.json, data: fitted.data, message: run.message, truncated, run };
}

function truncation(run: Run, droppedBytes: number, json: string): Truncation {
  return { limitBytes: run.keepBytes, totalBytes: droppedBytes + Buffer.byteLength(json) };
}

/** A handler's own CommandError reaches the agent; of anything else only the log learns the details. */
function explainThrown(run: Run, error: unknown): GateError {
  if (isCommandError(error)) return error;
  const meant = run.resolved?.builtIn || (error instanceof GateError && error.code === 'PATH_TRAVERSAL_BLOCKED');
  if (error instanceof GateError && meant) return error;
  const name = `'${run.path.join(' ')}'`;
  run.emit({ type: 'log', level: 'error', message: `${run.runId}: ${name} threw ${textOf(error)}` });
  return executionFailed(
    `${name} ended with an unexpected error`,
    `Check input and retry; the owner finds the details in the log under ${run.runId}`,
  );
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : 'a value that is not an error';
  try {
    return String(error.stack ?? error.message);
  } catch {
    return 'an error that cannot be read';
  }
}
