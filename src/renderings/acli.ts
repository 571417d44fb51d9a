// Outcome → the ACLI response of section 5 of the specification, as compact JSON text.
import type { GateError } from '../vocabulary/gate-error.js';
import { notices } from '../vocabulary/notices.js';
import type { Completed, Outcome } from '../vocabulary/outcome.js';

export function renderAcli(outcome: Outcome): string {
  return outcome.status === 'completed' ? renderSuccess(outcome) : renderError(outcome.error, outcome.run);
}

/** Text that JSON writes as it is; most command lines are. */
const plainText = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** Put together by hand: `data` is JSON already, and this is on every answer's way. */
function renderSuccess({ json, message, truncated, run }: Completed): string {
  const said = message === undefined ? '' : `,"message":${JSON.stringify(message)}`;
  const cut = truncated
    ? `${run.about?.truncated === true ? '' : ',"truncated":true'},"total_bytes":${truncated.totalBytes},"limit_bytes":${truncated.limitBytes}`
    : '';
  const about = run.about ? `,${JSON.stringify(run.about).slice(1, -1)}` : '';
  const warnings = run.warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(run.warnings)}`;
  const { command } = run;
  const quoted = plainText.test(command) ? `"${command}"` : JSON.stringify(command);
  const meta = `{"command":${quoted},"duration_ms":${run.durationMs}${cut}${about}${warnings}}`;
  return `{"success":true,"data":${json}${said},"_meta":${meta}}`;
}

function renderError(error: GateError, { command, about, warnings: all }: Outcome['run']): string {
  const { acli } = error.row;
  // The closed set is what agents branch on; a finer code is the first detail.
  const told = acli === error.code || error.details[0]?.code === error.code;
  const details = told ? error.details : [{ code: error.code, message: error.message }, ...error.details];
  const own = {
    code: acli,
    message: error.message,
    hint: error.hint,
    ...(error.examples.length > 0 && { examples: error.examples }),
    ...(error.usage !== undefined && { usage: error.usage }),
    ...(details.length > 0 && { details }),
    ...(error.retryAfterMs !== undefined && { retry_after_ms: error.retryAfterMs }),
    ...(error.approvalId !== undefined && { approval_id: error.approvalId }),
    ...(error.result && { result: error.result }),
  };
  const held = about?.scope !== undefined && { scope: about.scope };
  const warnings = all.filter(({ code }) => notices.has(code));
  const meta = { command, ...held, ...(warnings.length > 0 && { warnings }) };
  return JSON.stringify({ success: false, error: { ...own, ...error.about, ...own }, _meta: meta });
}
