// The machine-readable form: the specification's fields first and always, then what else there is.

import type { GateError } from '../../vocabulary/gate-error.js';
import type { Answer } from './describe-answer.js';

export function toJson(answer: Answer): string {
  const { state, runId, durationMs, program, other, error, hint, warnings } = answer;
  return JSON.stringify({
    exit_code: program?.exitCode ?? null,
    stdout: program?.stdout ?? '',
    stderr: program?.stderr ?? '',
    timed_out: state === 'timed_out',
    duration_ms: durationMs,
    artifacts: program?.artifacts ?? [],
    status: state,
    run_id: runId,
    ...(program?.signal !== undefined && { signal: program.signal }),
    ...(program?.omittedBytes && { truncated: true, omitted_bytes: program.omittedBytes }),
    ...(program?.waitsForApproval !== undefined && { waits_for_approval: program.waitsForApproval }),
    ...(program?.takesInput && { stdin: 'open' }),
    ...(program?.next !== undefined && { next: program.next }),
    ...(program && program.ports.length > 0 && { ports: program.ports }),
    ...(program && program.published.length > 0 && { published: program.published }),
    ...(program?.scope !== undefined && { scope: program.scope }),
    ...(program?.assistantOutput !== undefined && { assistant_output: program.assistantOutput }),
    ...(program?.assistantError !== undefined && { assistant_error: program.assistantError }),
    ...(other !== undefined && { data: other }),
    ...(warnings.length > 0 && { warnings }),
    ...(error && { error: describeError(error, hint) }),
  });
}

function describeError(error: GateError, hint: string): Record<string, unknown> {
  const { code, message, details, retryAfterMs, approvalId } = error;
  return {
    code,
    message,
    ...(hint !== '' && { hint }),
    ...(details.length > 0 && { details }),
    ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
    ...(approvalId !== undefined && { approval_id: approvalId }),
  };
}
