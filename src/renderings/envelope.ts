// Outcome → the response envelope of command lines: ok, data, error, warnings, meta; always all five.
import type { GateError } from '../vocabulary/gate-error.js';
import { isHalfDone } from '../vocabulary/half-done.js';
import type { Outcome, RunFacts, Steps } from '../vocabulary/outcome.js';
import { shownCommand } from './shown-command.js';

/** The version of the envelope's shape. */
const schemaVersion = '1.0';

export interface EnvelopeFacts {
  readonly toolVersion: string;
  readonly directory: string;
  /** By which the caller finds this answer among all that it caused. */
  readonly traceId?: string | undefined;
  /** The files that were read for it, the strongest first. */
  readonly configSources?: readonly string[] | undefined;
  /** Changes when one of these files does. */
  readonly configHash?: string | undefined;
  /** The directory that the commands belong to, where that is declared. */
  readonly projectRoot?: string | undefined;
  /** A command's line that mends an error, as this door offers it; undefined where it does not. */
  readonly offerFix?: ((line: string) => string | undefined) | undefined;
}

/** `about` is what the door tells about this answer beside that. */
export function renderEnvelope(
  outcome: Outcome,
  facts: EnvelopeFacts,
  about?: Readonly<Record<string, unknown>>,
): string {
  return renderEnvelopeWith(outcome, facts, about ? fields(about) : '');
}

/** The same for a door that writes these fields itself, as JSON with a comma before each. */
export function renderEnvelopeWith(outcome: Outcome, facts: EnvelopeFacts, about: string): string {
  const completed = outcome.status === 'completed';
  const data = completed ? completedData(outcome) : failureData(outcome);
  const error = completed ? 'null' : JSON.stringify(describeError(outcome.error, outcome.run, facts));
  const { run } = outcome;
  const warnings = run.warnings.length === 0 ? '[]' : JSON.stringify(run.warnings);
  const end = completed ? '"ok":true,"exit_code":0' : `"ok":false,"exit_code":${exitCodeOf(outcome)}`;
  // Put together by hand, of few pieces: of thousands of answers a second this was the most expensive part.
  return (
    `${completed ? '{"ok":true,"data":' : '{"ok":false,"data":'}${data},"error":${error},"warnings":${warnings},` +
    `"meta":{"duration_ms":${run.durationMs},"request_id":"${run.runId}","command":${JSON.stringify(shownCommand(run.command))},` +
    `${momentAndFacts(facts)},${end}${rest(outcome)}${about}}}`
  );
}

/** What only some answers have to tell. */
function rest(outcome: Outcome): string {
  const { dryRun, timeoutMs, about } = outcome.run;
  const limit = timeoutMs ? `,"timeout_ms":${timeoutMs}` : '';
  const told = `${limit}${dryRun ? ',"dry_run":true' : ''}${about ? fields(about) : ''}`;
  if (outcome.status === 'failed') return told;
  const { message, truncated } = outcome;
  if (message === undefined && !truncated) return told;
  return `${told}${fields({
    ...(message !== undefined && { message }),
    ...(truncated && {
      ...(about?.truncated !== true && { truncated: true }),
      total_bytes: truncated.totalBytes,
      shown_bytes: Buffer.byteLength(outcome.json),
    }),
  })}`;
}

/** `data` is null on failure, unless the command has something to show in spite of it. */
function failureData({ error, run }: Extract<Outcome, { status: 'failed' }>): string {
  const partial = (run.steps?.completed.length ?? 0) > 0;
  if (!error.data && !partial) return 'null';
  return JSON.stringify({ ...error.data, ...(partial && { partial: true }) });
}

/** The fields of an object as more fields of another one. */
function fields(object: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(object).slice(1, -1);
  return json === '' ? '' : `,${json}`;
}

let lastMoment = 0;
let lastFacts: EnvelopeFacts | undefined;
let lastText = '';

/** Thousands of answers of one door fall into the same millisecond. */
function momentAndFacts(facts: EnvelopeFacts): string {
  const moment = Date.now();
  if (moment !== lastMoment || facts !== lastFacts) {
    lastMoment = moment;
    lastFacts = facts;
    // One piece: what is put together by + stays in pieces, which every answer would go through again.
    lastText = ['"timestamp":"', new Date(moment).toISOString(), '",', factsJson(facts)].join('');
  }
  return lastText;
}

const rendered = new WeakMap<EnvelopeFacts, string>();

/** What is the same in all answers of a door. */
function factsJson(facts: EnvelopeFacts): string {
  let json = rendered.get(facts);
  if (json === undefined) {
    const { toolVersion, directory, projectRoot, traceId, configSources, configHash } = facts;
    json = JSON.stringify({
      ...{ schema_version: schemaVersion, tool_version: toolVersion, cwd: directory },
      ...(projectRoot !== undefined && { project_root: projectRoot }),
      ...(traceId !== undefined && { trace_id: traceId }),
      ...(configSources && { config_sources: configSources }),
      ...(configHash !== undefined && { config_hash: configHash }),
    }).slice(1, -1);
    rendered.set(facts, json);
  }
  return json;
}

/** What a process that gives this answer exits with. */
export function exitCodeOf(outcome: Outcome): number {
  return outcome.status === 'completed' ? 0 : outcome.error.row.exitCode;
}

/** Whoever has the newest already gets nothing, and no empty value. */
function completedData({ json, run }: Extract<Outcome, { status: 'completed' }>): string {
  return run.about?.not_modified === true ? 'null' : dataJson(json);
}

/** `data` is an object, a list or null: a scalar is wrapped. */
function dataJson(json: string): string {
  const first = json.charCodeAt(0);
  return first === 0x7b || first === 0x5b ? json : `{"value":${json}}`;
}

function describeError(error: GateError, run: RunFacts, { offerFix }: EnvelopeFacts): Record<string, unknown> {
  const { redirect, details, result } = error;
  const fix = error.fixCommand !== undefined && offerFix ? offerFix(error.fixCommand) : error.fixCommand;
  const { retry, exitCode } = error.row;
  const declared = error.phase === 'execution' ? run.exitCodes?.[String(exitCode)] : undefined;
  const halfDone = isHalfDone(error, run);
  const declaredRetry = declared?.retryable ?? (retry === 'yes' || (retry === 'if-safe' && run.danger === 'safe'));
  const retryable = declaredRetry && !halfDone;
  const own = {
    code: error.code,
    message: error.message,
    hint: error.hint,
    suggestion: error.hint,
    phase: error.phase,
    retryable,
    // Exit code 2 says that the request has to be corrected, whatever the code is called.
    ...((retry === 'after-fix' || exitCode === 2) && !retryable && { fix_required: conditionToCorrect(error) }),
    ...(fix !== undefined && { fix_command: fix }),
    ...(redirect && { redirect }),
    ...(error.retryAfterMs !== undefined && !halfDone && { retry_after_ms: error.retryAfterMs }),
    ...(error.usage !== undefined && { usage: error.usage }),
    ...(error.examples.length > 0 && { examples: error.examples }),
    ...(details.length > 0 && {
      details,
      errors: details.map(({ field, code, message, value }) => ({ field, code, message, value })),
    }),
    ...(run.steps && describeSteps(run.steps)),
    ...(error.approvalId !== undefined && { approval_id: error.approvalId }),
    ...(error.context && { context: error.context }),
    ...(result && { result }),
    exit_code: exitCode,
  };
  return error.about ? { ...own, ...tellMore(error.about, fix), ...own } : own;
}

const longestCondition = 1_000;

/** What has to be otherwise before the same request can succeed: each thing that is wrong with it, in words. */
function conditionToCorrect({ message, details, row }: GateError): string {
  const wrong = details.map((problem) => problem.message).filter((text) => text.trim() !== '');
  const condition = wrong.length > 0 ? listed(wrong) : message.trim() || row.meaning;
  if (condition.length <= longestCondition) return condition;
  return `${condition.slice(0, longestCondition - 1).toWellFormed()}…`;
}

const fullStop = /(?<!\.)\.$/;

/** Several sentences as one: `a; b; c.` */
function listed(sentences: readonly string[]): string {
  if (sentences.length === 1) return sentences[0] as string;
  const open = sentences.map((text) => text.trim().replace(fullStop, ''));
  const isClosed = sentences.some((text) => fullStop.test(text.trim()));
  return `${open.join('; ')}${isClosed && !/[.!?…]$/.test(open.at(-1) ?? '') ? '.' : ''}`;
}

/** The line that signs in again is one that mends the error, and is offered as that is. */
function tellMore(
  about: Readonly<Record<string, unknown>>,
  fix: string | undefined,
): Readonly<Record<string, unknown>> {
  return about.refresh_command === undefined ? about : { ...about, refresh_command: fix, reauth_command: fix };
}

function describeSteps({ completed, current, skipped }: Steps): Record<string, unknown> {
  return { completed_steps: completed, failed_step: current, skipped_steps: skipped };
}
