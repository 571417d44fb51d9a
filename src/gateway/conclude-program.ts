// How a program ended → the outcome that everybody gets. A non-zero exit is an answer, with everything an agent needs
// to understand why.
import type { ProcessOutput } from '../execution/process/output/process-output.js';
import type { ProcessEnd } from '../execution/process/run-process.js';
import { GateError } from '../vocabulary/gate-error.js';
import type { Outcome, Printed } from '../vocabulary/outcome.js';
import {
  type ProgramPlan,
  type ProgramResult,
  printedLast,
  type StreamName,
  type StreamText,
} from '../vocabulary/program.js';
import { conclude } from './conclude.js';
import { canceled, timedOut } from './refusals.js';
import type { Run } from './run.js';

type Ended = Exclude<ProcessEnd, { status: 'not-started' }>;

export async function concludeProgram(run: Run, plan: ProgramPlan, end: ProcessEnd): Promise<Outcome> {
  if (end.status === 'not-started') return { status: 'failed', error: end.error, run };
  const result = await readResult(run, plan, end);
  const shown = describeResult(run, result);
  if (end.status === 'stopped') return { status: 'failed', error: explainStop(run, end.by, result, shown), run };
  const meant = plan.interpret?.(result);
  if (meant?.success ?? result.exitCode === 0) {
    const outcome = conclude(run, { status: 'returned', value: meant ? meant.data : shown });
    return meant || outcome.status === 'failed' ? outcome : { ...outcome, streams: printed(result) };
  }
  return { status: 'failed', error: explainExit(plan, result, meant ? { ...shown, data: meant.data } : shown), run };
}

/** Both streams, as much of them as the answer can hold. */
async function readResult(run: Run, plan: ProgramPlan, end: Ended): Promise<ProgramResult> {
  for (let bytes = run.previewBytes; ; bytes = Math.floor(bytes / 2)) {
    const [stdout, stderr] = await Promise.all([
      preview(plan.stdout, end.output, 'stdout', bytes),
      preview(plan.stderr, end.output, 'stderr', bytes),
    ]);
    const { exitCode, signal, durationMs } = end;
    const result = { exitCode, signal, durationMs: Math.round(durationMs), stdout, stderr };
    // Written as JSON, control characters take six bytes each.
    if (bytes <= smallestPreview || jsonBytes(stdout) + jsonBytes(stderr) + roomForTheRest <= run.keepBytes) {
      return result;
    }
  }
}

const smallestPreview = 64;
const roomForTheRest = 4_000;

function jsonBytes(stream: StreamText | undefined): number {
  return stream === undefined || stream.text === '' ? 0 : Buffer.byteLength(JSON.stringify(stream.text));
}

function preview(
  mode: ProgramPlan['stdout'],
  output: ProcessOutput,
  stream: StreamName,
  bytes: number,
): StreamText | undefined | Promise<StreamText> {
  return mode === 'pipe' ? output.preview(stream, bytes) : undefined;
}

/** The result as it is sent. */
function describeResult(run: Run, result: ProgramResult): Record<string, unknown> {
  const { exitCode, signal, durationMs, stdout, stderr } = result;
  const omitted = (stdout?.omittedBytes ?? 0) + (stderr?.omittedBytes ?? 0);
  if (omitted > 0) {
    run.warn('TRUNCATED', `${omitted} bytes of the output are left out; 'runs output ${run.runId}' reads them.`);
  }
  for (const [name, stream] of [['stdout', stdout] as const, ['stderr', stderr] as const]) {
    if (stream?.valid !== false) continue;
    const line = `runs output ${run.runId} --stream ${name} --encoding base64`;
    run.warn('INVALID_TEXT', `Some bytes of ${name} are no text in its encoding; '${line}' reads them as they are.`);
  }
  return {
    exit_code: exitCode,
    signal,
    ...(stdout && { stdout: stdout.text }),
    ...(stderr && { stderr: stderr.text }),
    duration_ms: durationMs,
    truncated: omitted > 0,
    ...(omitted > 0 && {
      run: run.runId,
      omitted_bytes: { stdout: stdout?.omittedBytes ?? 0, stderr: stderr?.omittedBytes ?? 0 },
    }),
  };
}

function printed({ stdout, stderr }: ProgramResult): Printed {
  return { stdout: stdout?.text ?? '', stderr: stderr?.text ?? '' };
}

function explainStop(
  run: Run,
  by: 'timeout' | 'cancel',
  result: ProgramResult,
  shown: Record<string, unknown>,
): GateError {
  const { code, message, hint, phase } = by === 'timeout' ? timedOut(run.timeoutMs) : canceled('execution');
  const last = lastLines(result);
  const advice =
    by === 'timeout'
      ? 'Give it more time with --timeout, or start it with --background and read it with runs output'
      : hint;
  return new GateError(code, message, {
    hint: last === '' ? advice : `${advice}. ${printedLast}${last}`,
    phase,
    result: shown,
  });
}

function explainExit({ name }: ProgramPlan, result: ProgramResult, shown: Record<string, unknown>): GateError {
  const how = result.signal === null ? `exited with code ${result.exitCode}` : `was ended by ${result.signal}`;
  const last = lastLines(result);
  return new GateError('EXECUTION_ERROR', `Execution failed: ${name} ${how}`, {
    hint: last === '' ? 'It printed nothing; check its arguments' : `${printedLast}${last}`,
    phase: 'execution',
    result: shown,
  });
}

const mostLines = 15;
const mostCharacters = 1_500;

/** Why it failed is mostly at the end of stderr; some programs write everything to stdout. */
function lastLines({ stdout, stderr }: ProgramResult): string {
  const text = [stderr, stdout].map((stream) => stream?.text.trimEnd() ?? '').find((one) => one !== '') ?? '';
  const lines = text.split('\n').slice(-mostLines).join('\n');
  return lines.length <= mostCharacters ? lines : `…${lines.slice(-mostCharacters).toWellFormed()}`;
}
