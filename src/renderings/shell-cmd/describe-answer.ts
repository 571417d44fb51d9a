// Outcome → what shell_cmd tells of it, whichever form it is then written in.

import { finalState } from '../../gate/run/run-book.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import type { Outcome, Warning } from '../../vocabulary/outcome.js';
import { printedLast, type RunState, type StreamName } from '../../vocabulary/program.js';

export interface Artifact {
  readonly path: string;
  readonly sha256?: string;
  readonly bytes?: number;
  readonly error?: string;
}

/** Of a program that ran or still runs. */
export interface ProgramAnswer {
  readonly exitCode: number | null;
  readonly signal: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly artifacts: readonly Artifact[];
  readonly omittedBytes: Readonly<Record<StreamName, number>> | undefined;
  /** The line that reads on, or waits. */
  readonly next: string | undefined;
  readonly waitsForApproval: string | undefined;
  /** It was sent to the background, and nothing is known of it yet. */
  readonly isBackground: boolean;
  /** It goes on, and reads what is written to it. */
  readonly takesInput: boolean;
  /** On which it listens. */
  readonly ports: readonly number[];
  /** Where the machine of the owner reaches it. */
  readonly published: readonly string[];
  readonly scope: string | undefined;
  readonly assistantOutput: string | undefined;
  readonly assistantError: string | undefined;
}

export interface Answer {
  readonly state: RunState;
  readonly runId: string;
  readonly durationMs: number;
  /** `undefined` where none ran. */
  readonly program: ProgramAnswer | undefined;
  /** What is answered without running a program, such as what a dry run would do. */
  readonly other: unknown;
  readonly error: GateError | undefined;
  /** What to do next, without what the streams show anyway. */
  readonly hint: string;
  readonly warnings: readonly Warning[];
}

export function describeAnswer(outcome: Outcome): Answer {
  const { run } = outcome;
  const error = outcome.status === 'failed' ? outcome.error : undefined;
  const result = outcome.status === 'failed' ? outcome.error.result : outcome.data;
  const program = isResult(result) ? describeProgram(result, run.runId) : undefined;
  return {
    state: isResult(result) && isState(result.state) ? result.state : finalState(outcome),
    runId: run.runId,
    durationMs: (program && numberIn(result, 'duration_ms')) ?? run.durationMs,
    program,
    other: outcome.status === 'completed' && !program ? outcome.data : undefined,
    error,
    hint: error ? hintOf(error) : '',
    // What was left out is told with the streams.
    warnings: program?.omittedBytes ? run.warnings.filter(({ code }) => code !== 'TRUNCATED') : run.warnings,
  };
}

type Result = Readonly<Record<string, unknown>>;

/** A finished program has an exit code, one that goes on has a state. */
function isResult(value: unknown): value is Result {
  return typeof value === 'object' && value !== null && ('exit_code' in value || ('state' in value && 'run' in value));
}

function isState(value: unknown): value is RunState {
  return typeof value === 'string';
}

function describeProgram(result: Result, runId: string): ProgramAnswer {
  const { artifacts, omitted_bytes, truncated } = result;
  const omittedBytes = truncated === true ? (omitted_bytes as ProgramAnswer['omittedBytes']) : undefined;
  // What could not be kept cannot be read later either.
  const isKept = result.not_kept_bytes === undefined;
  const cut = omittedBytes && isKept && (omittedBytes.stdout > 0 ? 'stdout' : 'stderr');
  return {
    exitCode: numberIn(result, 'exit_code') ?? null,
    signal: textIn(result, 'signal'),
    stdout: textIn(result, 'stdout') ?? '',
    stderr: textIn(result, 'stderr') ?? '',
    artifacts: Array.isArray(artifacts) ? (artifacts as readonly Artifact[]) : [],
    omittedBytes,
    next: textIn(result, 'next') ?? (cut ? `runs output ${runId} --stream ${cut}` : undefined),
    waitsForApproval: textIn(result, 'waits_for_approval'),
    isBackground: 'state' in result && numberIn(result, 'duration_ms') === undefined,
    takesInput: textIn(result, 'stdin') === 'open',
    ports: Array.isArray(result.ports) ? (result.ports as readonly number[]) : [],
    published: Array.isArray(result.published) ? (result.published as readonly string[]) : [],
    scope: textIn(result, 'scope'),
    assistantOutput: textIn(result, 'assistant_output'),
    assistantError: textIn(result, 'assistant_error'),
  };
}

function textIn(result: Result, key: string): string | undefined {
  const value = result[key];
  return typeof value === 'string' ? value : undefined;
}

function numberIn(result: unknown, key: string): number | undefined {
  const value = (result as Result | undefined)?.[key];
  return typeof value === 'number' ? value : undefined;
}

function hintOf({ hint, result }: GateError): string {
  const end = result ? hint.indexOf(printedLast) : -1;
  return end === -1 ? hint : hint.slice(0, end).replace(/[.\s]+$/, '');
}
