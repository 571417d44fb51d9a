// Outcome → the response envelope of command lines: ok, data, error, warnings, meta; always all five.
import type { GateError } from '../vocabulary/gate-error.js';
import type { Outcome, RunFacts } from '../vocabulary/outcome.js';

/** The version of the envelope's shape. */
const schemaVersion = '1.0';

export interface EnvelopeFacts {
  readonly toolVersion: string;
  readonly directory: string;
}

export function renderEnvelope(outcome: Outcome, facts: EnvelopeFacts): string {
  const completed = outcome.status === 'completed';
  const data = completed ? dataJson(outcome.json) : 'null';
  const error = completed ? 'null' : JSON.stringify(describeError(outcome.error, outcome.run));
  const { run } = outcome;
  const meta = {
    duration_ms: run.durationMs,
    request_id: run.runId,
    command: run.command,
    schema_version: schemaVersion,
    tool_version: facts.toolVersion,
    cwd: facts.directory,
    ok: completed,
    exit_code: exitCodeOf(outcome),
    ...(completed && outcome.message !== undefined && { message: outcome.message }),
    ...(run.dryRun && { dry_run: true }),
    ...(completed && outcome.truncated && { truncated: true, total_bytes: outcome.truncated.totalBytes }),
  };
  return (
    `{"ok":${completed},"data":${data},"error":${error},` +
    `"warnings":${JSON.stringify(run.warnings)},"meta":${JSON.stringify(meta)}}`
  );
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
