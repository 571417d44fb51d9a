import type { Approval } from '../../vocabulary/approval.js';

/** When the sample is looked at: half a minute after it was made. */
export const sampleTime = Date.parse('2026-01-01T00:00:30.000Z');

export function sampleApproval(changes: Partial<Approval> = {}): Approval {
  return {
    id: 'approval_1',
    fingerprint: 'f'.repeat(64),
    run: 'run_1',
    caller: 'agent',
    door: 'mcp-stdio',
    session: 'session_1',
    chat: null,
    subject: { request: 'shell -- rm -r build', command: 'shell' },
    reason: 'It destroys files.',
    rules: [{ id: 'ask-destroys', decision: 'ask', reason: 'Files are gone for good' }],
    evidence: [{ effect: 'destroys', argument: '-r', why: 'removes whole directories' }],
    policy_version: 'version-1',
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2026-01-01T00:10:00.000Z',
    always: null,
    ...changes,
  };
}
