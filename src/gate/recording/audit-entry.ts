// What is remembered of one request.

import type { AuditEntry, RequestEntry, RunDetails, UserContext } from '../../ledger/run-log.js';
import type { Judgement } from '../../vocabulary/decision.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { GivenApproval, Run } from '../run/run.js';
import { finalState } from '../run/run-book.js';
import { marksOf } from './record-marks.js';

export function requestEntry(run: Run): RequestEntry {
  const { judgement, approval } = run.judged ?? {};
  const entry = {
    timestamp: toTime(Date.now()),
    command: run.command,
    parsed_command: run.path.join(' '),
    user_context: contextOf(run),
  };
  return isNews(judgement) ? { ...entry, decision: describeDecision(judgement, approval) } : entry;
}

function contextOf(run: Run): UserContext {
  const marks = marksOf(run);
  const known = marks.userContext;
  if (known && known.dry_run === run.dryRun) return known;
  const { caller, session, door, chat, traceId, client } = run.request;
  const context = {
    caller: caller.name,
    role: caller.may === 'everything' ? 'owner' : 'restricted',
    session_id: session.id,
    chat_id: chat ?? null,
    door,
    run_id: run.runId,
    dry_run: run.dryRun,
    ...(traceId !== undefined && { trace_id: traceId }),
    ...(client !== undefined && { client }),
  };
  marks.userContext = context;
  return marks.userContext;
}

export function auditEntry(run: Run, outcome: Outcome): AuditEntry {
  const request = requestEntry(run);
  const { durationMs: duration_ms } = run;
  return outcome.status === 'failed'
    ? { ...request, success: false, error_code: outcome.error.code, duration_ms }
    : { ...request, success: true, duration_ms };
}

/** What is known before it begins. */
export function requestDetails(run: Run, subject: unknown): RunDetails {
  return {
    created_at: toTime(run.createdAt),
    ...(run.isBuiltIn && { own: true }),
    ...(run.known?.background && { background: true }),
    ...(subject !== undefined && { subject }),
  };
}

export function endDetails(run: Run, outcome: Outcome, subject: unknown): RunDetails {
  const { exit, recordedOutput, snapshot, notKept } = run.running ?? {};
  const { beganAt } = marksOf(run);
  return {
    ...requestDetails(run, subject),
    state: run.isHandedOver && outcome.status === 'completed' ? 'handed_over' : finalState(outcome),
    ...(beganAt !== undefined && { started_at: toTime(beganAt) }),
    ...(outcome.status === 'failed' && {
      error_message: shortened(outcome.error.message),
      error_hint: shortened(outcome.error.hint),
    }),
    ...(exit && { exit_code: exit.exitCode, signal: exit.signal }),
    ...(recordedOutput && { output: recordedOutput }),
    ...(snapshot && { snapshot: snapshot.id }),
    ...(notKept !== undefined && { not_kept: notKept }),
  };
}

/** A message can quote what was sent, and what was sent can be long. */
const longestMessage = 500;

function shortened(message: string): string {
  return message.length <= longestMessage ? message : `${message.slice(0, longestMessage).toWellFormed()}…`;
}

let lastTime = Number.NaN;
let lastText = '';

/** Most of what is written of a run happens within one millisecond. */
function toTime(milliseconds: number): string {
  if (milliseconds !== lastTime) {
    lastText = new Date(milliseconds).toISOString();
    lastTime = milliseconds;
  }
  return lastText;
}

/** That what the owner defined runs goes without saying. */
function isNews(judgement: Judgement | undefined): judgement is Judgement {
  return judgement !== undefined && (judgement.decision !== 'allow' || judgement.rules.length > 0);
}

/** Why it was let through or not, as `policy explain` tells it. */
export function describeDecision(judgement: Judgement, approval?: GivenApproval): Record<string, unknown> {
  const { decision, reason, rules, evidence, policyVersion } = judgement;
  return {
    decision,
    reason,
    rules,
    ...(evidence.length > 0 && { evidence }),
    policy_version: policyVersion,
    ...(approval && { approval }),
  };
}
