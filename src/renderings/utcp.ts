// Outcome → what the UTCP specification calls the response of a command line tool, or an error with a name of its table.

import { constants } from 'node:os';
import type { GateError } from '../vocabulary/gate-error.js';
import type { Completed, Outcome } from '../vocabulary/outcome.js';

/** The four fields of the specification. The others are there only where they say something. */
export interface UtcpResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Of a program that a signal ended, the signal's number with a minus, as Python has it: -9 is SIGKILL. */
  readonly return_code: number;
  /** Seconds. */
  readonly execution_time: number;
  /** Nothing was kept of what it printed. */
  readonly captured?: false;
  /** More was printed than is kept; a line in the text stands for the rest. */
  readonly truncated?: true;
}

export type UtcpAnswer = { readonly result: UtcpResult } | { readonly error: GateError };

/** A program that failed by itself has a result. Whatever kept it from ending by itself is an error. */
export function toUtcpAnswer(outcome: Outcome): UtcpAnswer {
  const { run } = outcome;
  switch (outcome.status) {
    case 'completed':
      return {
        result: outcome.streams ? ofProgram(outcome.data, outcome.streams, run.durationMs) : ofData(outcome),
      };
    case 'failed': {
      const { error } = outcome;
      const { code, result } = error;
      // A 0 must not tell of success: of a list, the step before the failure may have had it.
      if (code !== 'EXECUTION_ERROR' || !isProgramResult(result) || result.exit_code === 0) return { error };
      const { stdout, stderr, step } = result;
      return { result: ofProgram(result, { stdout, stderr: withStep(stderr, step, 'failed') }, run.durationMs) };
    }
    default:
      return outcome satisfies never;
  }
}

/** The specification has no field for which program of a list it was, and whoever reads it has to know. */
function withStep(stderr: unknown, step: unknown, what: 'failed' | 'was stopped'): string {
  const printed = textOf(stderr);
  if (typeof step !== 'object' || step === null) return printed;
  const { number, of, program } = step as Fields;
  const begin = printed === '' || printed.endsWith('\n') ? printed : `${printed}\n`;
  const rest = number === of ? '' : ', and nothing after it ran';
  return `${begin}cmdgate: step ${number} of ${of} (${program}) ${what}${rest}\n`;
}

/** One JSON document. */
export function renderUtcp(outcome: Outcome): string {
  const answer = toUtcpAnswer(outcome);
  return JSON.stringify('result' in answer ? answer.result : { error: describeError(answer.error) });
}

/** The specification names three errors, and the table of codes a fourth. These are the names of all others. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['PARSE_ERROR', 'ParseError'],
  ['DISPATCH_PARSE_ERROR', 'ParseError'],
  // `CommandNotFoundError` is a program that is not there.
  ['COMMAND_NOT_FOUND', 'ToolNotFoundError'],
  ['VALIDATION_ERROR', 'ValidationError'],
  ['PATH_TRAVERSAL_BLOCKED', 'PathTraversalError'],
  // `PermissionError` is a program that the system does not let run.
  ['PERMISSION_DENIED', 'PolicyError'],
  ['APPROVAL_REQUIRED', 'ApprovalRequiredError'],
  ['RATE_LIMITED', 'RateLimitError'],
  ['CANCELED', 'CanceledError'],
  ['UNAVAILABLE', 'UnavailableError'],
]);

export function utcpErrorName({ code, row }: GateError): string {
  return row.utcp ?? otherNames.get(code) ?? 'ExecutionError';
}

/** What a program that was stopped had printed until then. */
export function resultUntilStopped({ code, result }: GateError): UtcpResult | undefined {
  if (!isProgramResult(result)) return undefined;
  const { stdout, stderr, step } = result;
  // A step that was refused never ran, and the message names it; `step` is the one before.
  const isStopped = code === 'TIMEOUT' || code === 'CANCELED';
  return ofProgram(result, { stdout, stderr: isStopped ? withStep(stderr, step, 'was stopped') : stderr }, 0);
}

function describeError(error: GateError): Record<string, unknown> {
  const { code, message, hint, usage, examples, details, retryAfterMs, approvalId } = error;
  const result = resultUntilStopped(error) ?? error.result;
  return {
    name: utcpErrorName(error),
    message,
    hint,
    code,
    ...(usage !== undefined && { usage }),
    ...(examples.length > 0 && { examples }),
    ...(details.length > 0 && { details }),
    ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
    ...(approvalId !== undefined && { approval_id: approvalId }),
    ...(result && { result }),
  };
}

/** What a function gives, and what is told instead of running anything: its text, or its data as JSON. */
function ofData({ json, run }: Completed): UtcpResult {
  const stdout: unknown = json.startsWith('"') ? JSON.parse(json) : json;
  return { stdout: String(stdout), stderr: '', return_code: 0, execution_time: run.durationMs / 1_000 };
}

type Fields = Readonly<Record<string, unknown>>;

function isProgramResult(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && 'exit_code' in value;
}

/** The data can be less than a result, where the answer had no room for it: then only its streams are known. */
function ofProgram(
  data: unknown,
  { stdout, stderr }: { readonly stdout?: unknown; readonly stderr?: unknown },
  durationMs: number,
): UtcpResult {
  const fields: Fields = isProgramResult(data) ? data : { exit_code: 0, stdout };
  const duration = typeof fields.duration_ms === 'number' ? fields.duration_ms : durationMs;
  return {
    stdout: textOf(stdout),
    stderr: textOf(stderr),
    return_code: returnCode(fields),
    execution_time: duration / 1_000,
    ...(fields.stdout === undefined && fields.stderr === undefined && { captured: false }),
    ...(fields.truncated === true && { truncated: true }),
  };
}

function returnCode({ exit_code, signal }: Fields): number {
  if (typeof exit_code === 'number') return exit_code;
  const numbers: Readonly<Record<string, number>> = constants.signals;
  // One that was stopped before it ran has neither, and did not succeed.
  return -(numbers[textOf(signal)] ?? 1);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
