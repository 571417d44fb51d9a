// Outcome → the response envelope of command lines: ok, data, error, warnings, meta; always all five.
import type { GateError } from '../vocabulary/gate-error.js';
import type { Outcome, RunFacts } from '../vocabulary/outcome.js';

/** The version of the envelope's shape. */
const schemaVersion = '1.0';

export interface EnvelopeFacts {
  readonly toolVersion: string;
  readonly directory: string;
}

/** `about` is what the door tells about this answer beside that. */
export function renderEnvelope(
  outcome: Outcome,
  facts: EnvelopeFacts,
  about?: Readonly<Record<string, unknown>>,
): string {
  const completed = outcome.status === 'completed';
  const data = completed ? dataJson(outcome.json) : 'null';
  const error = completed ? 'null' : JSON.stringify(describeError(outcome.error, outcome.run));
  const { run } = outcome;
  const warnings = run.warnings.length === 0 ? '[]' : JSON.stringify(run.warnings);
  // Put together by hand: of thousands of answers a second this was the most expensive part.
  const meta =
    `"duration_ms":${run.durationMs},"request_id":"${run.runId}","command":${JSON.stringify(run.command)},` +
    `${factsJson(facts)},"ok":${completed},"exit_code":${exitCodeOf(outcome)}${rest(outcome)}${about ? fields(about) : ''}`;
  return `{"ok":${completed},"data":${data},"error":${error},"warnings":${warnings},"meta":{${meta}}}`;
}

/** What only some answers have to tell. */
function rest(outcome: Outcome): string {
  const { dryRun } = outcome.run;
  const told = dryRun ? ',"dry_run":true' : '';
  if (outcome.status === 'failed') return told;
  const { message, truncated } = outcome;
  if (message === undefined && !truncated) return told;
  return fields({
    ...(message !== undefined && { message }),
    ...(dryRun && { dry_run: true }),
    ...(truncated && { truncated: true, total_bytes: truncated.totalBytes }),
  });
}

/** The fields of an object that has some, as more fields of another one. */
function fields(object: Readonly<Record<string, unknown>>): string {
  return `,${JSON.stringify(object).slice(1, -1)}`;
}

const rendered = new WeakMap<EnvelopeFacts, string>();

/** What is the same in all answers of a door. */
function factsJson(facts: EnvelopeFacts): string {
  let json = rendered.get(facts);
  if (json === undefined) {
    const { toolVersion, directory } = facts;
    json = JSON.stringify({ schema_version: schemaVersion, tool_version: toolVersion, cwd: directory }).slice(1, -1);
    rendered.set(facts, json);
  }
  return json;
}

/** What a process that gives this answer exits with. */
export function exitCodeOf(outcome: Outcome): number {
  return outcome.status === 'completed' ? 0 : outcome.error.row.exitCode;
}

/** `data` is an object, a list or null: a scalar is wrapped. */
function dataJson(json: string): string {
  const first = json.charCodeAt(0);
  return first === 0x7b || first === 0x5b ? json : `{"value":${json}}`;
}

function describeError(error: GateError, run: RunFacts): Record<string, unknown> {
  const { retry, exitCode } = error.row;
  return {
    code: error.code,
    message: error.message,
    hint: error.hint,
    phase: error.phase,
    retryable: retry === 'yes' || (retry === 'if-safe' && run.danger === 'safe'),
    ...(retry === 'after-fix' && { fix_required: true }),
    ...(error.retryAfterMs !== undefined && { retry_after_ms: error.retryAfterMs }),
    ...(error.usage !== undefined && { usage: error.usage }),
    ...(error.examples.length > 0 && { examples: error.examples }),
    ...(error.details.length > 0 && { details: error.details }),
    ...(error.approvalId !== undefined && { approval_id: error.approvalId }),
    ...(error.result && { result: error.result }),
    exit_code: exitCode,
  };
}
