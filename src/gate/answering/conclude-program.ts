// How a program ended → the outcome that everybody gets. A non-zero exit is an answer, with everything an agent needs
// to understand why.
import type { ProcessOutput } from '../../execution/process/output/process-output.js';
import type { ProcessEnd, StepPlace } from '../../execution/process/run-process.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { lookFirst } from '../../vocabulary/half-done.js';
import type { Outcome, Printed } from '../../vocabulary/outcome.js';
import {
  type PlannedCall,
  type ProgramPlan,
  type ProgramResult,
  printedLast,
  type StreamName,
  type StreamText,
} from '../../vocabulary/program.js';
import { reasonPrinted } from '../../vocabulary/reason-printed.js';
import type { RecordedOutput, RecordedStream } from '../../vocabulary/run-record.js';
import type { NetworkReach } from '../../vocabulary/sandbox.js';
import { canceled, timedOut } from '../refusals.js';
import { changesSomething } from '../run/changes-something.js';
import type { Run, RunningRun } from '../run/run.js';
import { conclude } from './conclude.js';
import { fitResponse } from './fit-response.js';
import { adviseAboutSandbox, adviseSilent } from './sandbox-advice.js';

/** Of a warning: a program in a sandbox asked for a host that it may not reach. */
export const networkRefused = 'NETWORK_REFUSED';

/** Of a warning: while a program ran, something appeared or changed that no program may make or change. */
export const protectedPath = 'PROTECTED_PATH';

type Ended = Exclude<ProcessEnd, { status: 'not-started' }>;

export async function concludeProgram(run: RunningRun, call: PlannedCall, end: ProcessEnd): Promise<Outcome> {
  if (end.status === 'not-started') return { status: 'failed', error: end.error, run };
  run.running.wasEntered = true;
  run.running.exit = { exitCode: end.exitCode, signal: end.signal };
  const result = await readResult(run, call, end);
  const place = end.at && { step: end.at };
  const notKept = run.running.keepsOutput ? countNotKept(await end.output.finish(), end.output.mostBytes) : undefined;
  const shown = { ...describeResult(run, result, notKept), ...(await finish(run, call, result)) };
  if (end.status === 'broken-off')
    return { status: 'failed', error: end.error.withResult({ ...shown, ...place }), run };
  if (end.status === 'stopped')
    return { status: 'failed', error: explainStop(run, end.by, result, { ...shown, ...place }), run };
  const meant = call.interpret?.(result);
  if (meant?.success ?? result.exitCode === 0) {
    const outcome = conclude(run, { status: 'returned', value: meant ? meant.data : shown });
    return meant || outcome.status === 'failed' ? outcome : { ...outcome, streams: printed(result) };
  }
  return {
    status: 'failed',
    error: explainExit(run, run.untold.hide(whoFailed(call.plan, end.at)), result, {
      ...(meant ? withMeaning(run, result, shown, meant.data) : shown),
      ...place,
    }),
    run,
  };
}

/** What the source adds to the result: files that were made, what an assistant had to say. */
async function finish(run: Run, call: PlannedCall, result: ProgramResult): Promise<Readonly<Record<string, unknown>>> {
  const more = (await call.finish?.(result)) ?? {};
  const held = run.about?.scope;
  if (typeof more.assistant_output === 'string') run.emit({ type: 'assistant-output', text: more.assistant_output });
  return 'scope' in more && held !== undefined ? { ...more, scope: held } : more;
}

/** Both streams, as much of them as the answer can hold. */
async function readResult(run: RunningRun, { plan, finish }: PlannedCall, end: Ended): Promise<ProgramResult> {
  for (let bytes = run.running.previewBytes; ; bytes = Math.floor(bytes / 2)) {
    const [stdout, stderr] = await Promise.all([
      preview(plan.stdout, end.output, 'stdout', bytes),
      preview(plan.stderr, end.output, 'stderr', bytes),
    ]);
    const { exitCode, signal, durationMs } = end;
    const result = { exitCode, signal, durationMs: Math.round(durationMs), stdout, stderr };
    const room = run.running.keepBytes - (finish ? roomForMore : 0);
    if (bytes <= smallestPreview || spokenBytes(result) <= room) return result;
  }
}

const smallestPreview = 64;
const roomForTheRest = 4_000;
/** For what a source adds: a hundred hashes, or the words of an assistant. */
const roomForMore = 60_000;

/** How long an answer with it is. Written as JSON, control characters take six bytes each. */
function spokenBytes(result: ProgramResult): number {
  const texts = [result.stdout?.text ?? '', result.stderr?.text ?? '', lastLines(result)];
  const bytes = (text: string) => (text === '' ? 0 : Buffer.byteLength(JSON.stringify(text)));
  return texts.reduce((sum, text) => sum + bytes(text), roomForTheRest);
}

/** What a handle makes of a failure stands beside both streams, and gets the room that they leave. */
function withMeaning(run: RunningRun, result: ProgramResult, shown: Record<string, unknown>, data: unknown) {
  const room = Math.max(0, run.running.keepBytes - spokenBytes(result));
  const fitted = fitResponse(data, JSON.stringify(data) ?? 'null', room);
  if (fitted.truncated) {
    const { totalBytes, limitBytes } = fitted.truncated;
    run.warn('TRUNCATED', `The result's data is ${totalBytes} bytes; at most ${limitBytes} are shown.`);
  }
  return { ...shown, data: fitted.data };
}

function preview(
  mode: ProgramPlan['stdout'],
  output: ProcessOutput,
  stream: StreamName,
  bytes: number,
): StreamText | undefined | Promise<StreamText> {
  return mode === 'pipe' ? output.preview(stream, bytes) : undefined;
}

interface NotKept {
  readonly stdout: number;
  readonly stderr: number;
}

/** What should be there for later, and is not; undefined where all of it is. */
function countNotKept({ stdout, stderr }: RecordedOutput, mostBytes: number): NotKept | undefined {
  const missing = (stream: RecordedStream | undefined) =>
    stream && stream.kept < Math.min(stream.bytes, mostBytes) ? stream.bytes - stream.kept - (stream.tail ?? 0) : 0;
  const notKept = { stdout: missing(stdout), stderr: missing(stderr) };
  return notKept.stdout + notKept.stderr > 0 ? notKept : undefined;
}

/** The result as it is sent. */
function describeResult(run: Run, result: ProgramResult, notKept: NotKept | undefined): Record<string, unknown> {
  const { exitCode, signal, durationMs, stdout, stderr } = result;
  const omitted = (stdout?.omittedBytes ?? 0) + (stderr?.omittedBytes ?? 0);
  if (notKept) {
    const left = omitted === 0 ? '' : ` ${omitted} bytes are also left out of this answer.`;
    const bytes = notKept.stdout + notKept.stderr;
    const what = `${bytes} bytes of the output could not be kept, because they could not be written to the disk`;
    run.warn('OUTPUT_NOT_KEPT', `${what}, so 'runs output' cannot read them later.${left}`);
  } else if (omitted > 0) {
    // A command line is gone with its answer, and its runs with it.
    const more =
      run.request.door === 'cli'
        ? 'raise limits.outputBytes to keep more'
        : `read them with 'runs output ${run.runId}'`;
    run.warn('TRUNCATED', `${omitted} bytes of the output are left out; ${more}.`);
  }
  for (const [name, stream] of [['stdout', stdout] as const, ['stderr', stderr] as const]) {
    if (stream?.valid !== false) continue;
    const line = `runs output ${run.runId} --stream ${name} --encoding base64`;
    run.warn(
      'INVALID_TEXT',
      `Some bytes of ${name} are not valid text in its encoding; '${line}' reads the raw bytes.`,
    );
  }
  return {
    exit_code: exitCode,
    signal,
    ...(stdout && { stdout: stdout.text }),
    ...(stderr && { stderr: stderr.text }),
    duration_ms: durationMs,
    truncated: omitted > 0,
    ...(notKept && { not_kept_bytes: notKept }),
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
  const changes = changesSomething(run);
  const { code, message, hint, phase } = by === 'timeout' ? timedOut(run.timeoutMs) : canceled('execution', changes);
  const last = lastLines(result);
  const advice = by !== 'timeout' ? hint : changes ? `${lookFirst}. ${howToGetDone(run)}` : howToGetDone(run);
  return new GateError(code, message, {
    hint: last === '' ? advice : `${advice}. ${printedLast}${last}`,
    phase,
    result: shown,
  });
}

/** More time helps only where the caller asked for less than there is. */
function howToGetDone({ standard, timeoutMs, plan }: Run): string {
  if (plan?.ownTimeout) return 'Use a larger timeout, or do less per call';
  return standard?.timeoutMs === timeoutMs
    ? 'Allow more time with --timeout'
    : 'Do less per call: the owner allows no more time, not even in the background';
}

/** Signals by which the system holds a program to the owner's limits. */
const limitSignals: Readonly<Record<string, string>> = {
  SIGXCPU: 'It used all the processor time the owner allows; do less per call',
  SIGXFSZ: 'It wrote a larger file than the owner allows; write less, or several smaller files',
};

/** Of several programs, the one that ended them. */
function whoFailed({ name }: ProgramPlan, at: StepPlace | undefined): string {
  return at ? `step ${at.number} of ${at.of} (${at.program})` : name;
}

function explainExit(run: Run, name: string, result: ProgramResult, shown: Record<string, unknown>): GateError {
  const how = result.signal === null ? `exited with code ${result.exitCode}` : `was terminated by ${result.signal}`;
  const last = lastLines(result);
  const limit = limitSignals[result.signal ?? ''];
  const isKept = result.stdout !== undefined || result.stderr !== undefined;
  const silence = isKept
    ? (silentInSandbox(run) ?? 'It printed nothing; check its arguments')
    : 'Its output is not kept, as its definition says';
  const advice = limit ?? refusedNetwork(run) ?? inSandbox(run, result) ?? (last === '' ? silence : undefined);
  const ending = last === '' ? undefined : `${printedLast}${last}`;
  return new GateError('EXECUTION_ERROR', `Execution failed: ${name} ${how}`, {
    hint: [advice, ending].filter((part) => part !== undefined).join('. '),
    phase: 'execution',
    result: shown,
  });
}

function inSandbox(run: Run, result: ProgramResult): string | undefined {
  return run.about?.scope === 'enforced' ? adviseAboutSandbox(result, reachOf(run)) : undefined;
}

/** With what a person let it reach. */
function reachOf({ network, judged, running }: Run): NetworkReach {
  const allowed = (judged?.wanted.length ?? 0) + (running?.network.late.length ?? 0);
  return network === 'off' && allowed > 0 ? 'listed' : network;
}

/** Of most programs it is known that they talk to nobody: their silence has another reason. */
function silentInSandbox(run: Run): string | undefined {
  const { about, planned, running } = run;
  if (about?.scope !== 'enforced' || !running?.network.mayConnect) return undefined;
  return adviseSilent(reachOf(run), planned?.sandbox?.some(({ sockets }) => sockets !== false) ?? true);
}

/** Many programs only say that they got no connection. */
function refusedNetwork({ warnings, running }: Run): string | undefined {
  const hosts = [...new Set(running?.network.refused.flatMap((one) => one.hosts))];
  const message = warnings.find(({ code }) => code === networkRefused)?.message;
  if (hosts.length < 2) return message;
  const entries = hosts.map((host) => JSON.stringify(host)).join(', ');
  return `The network was refused: ${hosts.join(', ')}. The owner can add ${entries} to "network" of "sandbox"`;
}

/** Why it failed is mostly on stderr; some programs write everything to stdout. All of it is in the result. */
function lastLines({ stdout, stderr }: ProgramResult): string {
  const streams = Object.entries({ stderr, stdout });
  const [name, stream] = streams.find(([, one]) => one !== undefined && one.text.trim() !== '') ?? [];
  const { text, isCut } = reasonPrinted(stream?.text ?? '');
  return isCut ? `${text} (the rest is in result.${name})` : text;
}
