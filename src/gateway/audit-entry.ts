import type { AuditLogEntry } from '../ledger/audit-log.js';
import type { Judgement } from '../vocabulary/decision.js';
import type { Outcome } from '../vocabulary/outcome.js';
import type { Run } from './run.js';

/** What is remembered of one request: section 8.3 of the ACLI specification. */
export function auditEntry(run: Run, outcome: Outcome | 'running'): AuditLogEntry {
  const failed = outcome !== 'running' && outcome.status === 'failed';
  const { caller, session, door } = run.request;
  return {
    timestamp: new Date().toISOString(),
    command: run.command,
    parsed_command: run.path.join(' '),
    success: outcome !== 'running' && !failed,
    ...(failed && { error_code: outcome.error.code }),
    duration_ms: run.durationMs,
    user_context: {
      caller: caller.name,
      role: caller.may === 'everything' ? 'owner' : 'restricted',
      session_id: session.id,
      chat_id: run.request.chat ?? null,
      door,
      run_id: run.runId,
      dry_run: run.dryRun,
    },
    ...(isNews(run.judgement) && { decision: describeDecision(run.judgement, run.approval) }),
  };
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
