import type { Approval } from '../../vocabulary/approval.js';

/** An approval for `npm test` that lives for a minute, unless `changes` say otherwise. */
export function sampleApproval(id: string, changes: Partial<Approval> = {}): Approval {
  const created = Date.now();
  return {
    id,
    fingerprint: `fingerprint of ${id}`,
    run: 'run_1',
    caller: 'local',
    door: 'mcp-stdio',
    session: 'session_1',
    chat: null,
    subject: {
      request: 'shell npm test',
      command: 'shell',
      program: '/usr/bin/npm',
      args: ['test'],
      directory: '/srv/project',
      environment: ['HOME', 'PATH'],
      touches: [],
    },
    reason: 'npm runs code that the gate cannot see into.',
    rules: [],
    evidence: [{ effect: 'runs-code', argument: 'test', why: 'npm test runs a script of package.json' }],
    policy_version: '0123456789abcdef',
    created_at: new Date(created).toISOString(),
    expires_at: new Date(created + 60_000).toISOString(),
    always: {
      rule: { id: 'always-npm-test', decision: 'allow', program: '/usr/bin/npm', arguments: { exactly: ['test'] } },
      matches: 'npm test in /srv/project, asked by local',
    },
    ...changes,
  };
}
