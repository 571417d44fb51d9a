// What is remembered of one request.

import type { AuditEntry, RequestEntry, RunDetails } from '../ledger/run-log.js';
import type { Judgement } from '../vocabulary/decision.js';
import type { Outcome } from '../vocabulary/outcome.js';
import type { Run } from './run.js';
import { finalState } from './run-book.js';

export function requestEntry(run: Run): RequestEntry {
  const { caller, session, door, chat, traceId } = run.request;
  return {
    timestamp: new Date().toISOString(),
    command: run.command,
    parsed_command: run.path.join(' '),
    user_context: {
      caller: caller.name,
      role: caller.may === 'everything' ? 'owner' : 'restricted',
      session_id: session.id,
      chat_id: chat ?? null,
      door,
      run_id: run.runId,
      dry_run: run.dryRun,
      ...(traceId !== undefined && { trace_id: traceId }),
    },
    ...(isNews(run.judgement) && { decision: describeDecision(run.judgement, run.approval) }),
  };
}

export function auditEntry(run: Run, outcome: Outcome): AuditEntry {
  const failed = outcome.status === 'failed';
  return {
    ...requestEntry(run),
    success: !failed,
    ...(failed && { error_code: outcome.error.code }),
    duration_ms: run.durationMs,
  };
}

/** What is known before it begins. */
export function requestDetails(run: Run, subject: unknown): RunDetails {
  return {
    created_at: toTime(run.createdAt),
    ...(run.resolved?.builtIn && { own: true }),
    ...(run.known?.background && { background: true }),
    ...(subject !== undefined && { subject }),
  };
}

export function endDetails(run: Run, outcome: Outcome, subject: unknown): RunDetails {
  const { beganAt, exit, recordedOutput } = run;
  return {
    ...requestDetails(run, subject),
    state: finalState(outcome),
    ...(beganAt !== undefined && { started_at: toTime(beganAt) }),
    ...(outcome.status === 'failed' && {
      error_message: shortened(outcome.error.message),
      error_hint: shortened(outcome.error.hint),
    }),
    ...(exit && { exit_code: exit.exitCode, signal: exit.signal }),
    ...(recordedOutput && { output: recordedOutput }),
  };
}

/** A message can quote what was sent, and what was sent can be long. */
const longestMessage = 500;

function shortened(message: string): string {
  return message.length <= longestMessage ? message : `${message.slice(0, longestMessage).toWellFormed()}…`;
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** That what the owner defined runs goes without saying. */
function isNews(judgement: Judgement | undefined): judgement is Judgement {
  return judgement !== undefined && (judgement.decision !== 'allow' || judgement.rules.length > 0);
}

/** Why it was let through or not, as `policy explain` tells it. */
export function describeDecision(judgement: Judgement, approval?: Run['approval']): Record<string, unknown> {
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
