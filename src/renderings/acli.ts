// Outcome → the ACLI response of section 5 of the specification, as compact JSON text.
import type { GateError } from '../vocabulary/gate-error.js';
import type { Completed, Outcome } from '../vocabulary/outcome.js';

export function renderAcli(outcome: Outcome): string {
  return outcome.status === 'completed' ? renderSuccess(outcome) : renderError(outcome.error, outcome.run.command);
}

/** Put together by hand: `data` is JSON already, and this is on every answer's way. */
function renderSuccess({ json, message, truncated, run }: Completed): string {
  const said = message === undefined ? '' : `,"message":${JSON.stringify(message)}`;
  const cut = truncated
    ? `,"truncated":true,"total_bytes":${truncated.totalBytes},"limit_bytes":${truncated.limitBytes}`
    : '';
  const warnings = run.warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(run.warnings)}`;
  const meta = `{"command":${JSON.stringify(run.command)},"duration_ms":${run.durationMs}${cut}${warnings}}`;
  return `{"success":true,"data":${json}${said},"_meta":${meta}}`;
}

function renderError(error: GateError, command: string): string {
  const { acli } = error.row;
  // The closed set is what agents branch on; a finer code is the first detail.
  const details =
    acli === error.code ? error.details : [{ code: error.code, message: error.message }, ...error.details];
  return JSON.stringify({
    success: false,
    error: {
      code: acli,
      message: error.message,
      hint: error.hint,
      ...(error.examples.length > 0 && { examples: error.examples }),
      ...(error.usage !== undefined && { usage: error.usage }),
      ...(details.length > 0 && { details }),
      ...(error.retryAfterMs !== undefined && { retry_after_ms: error.retryAfterMs }),
    },
    _meta: { command },
  });
}
