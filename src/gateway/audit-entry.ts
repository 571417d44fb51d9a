import type { AuditLogEntry } from '../ledger/audit-log.js';
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
      chat_id: null,
      door,
      run_id: run.runId,
      dry_run: run.dryRun,
    },
  };
}
