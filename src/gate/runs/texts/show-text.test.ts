import { expect, test } from 'vitest';
import { localTime } from '../../../vocabulary/readable-time.js';
import { showText } from './show-text.js';

const created = '2026-02-01T10:00:00.000Z';
const answered = '2026-02-01T10:00:05.000Z';

test('a run reads like what was run, who asked for it, who said yes, and how it ended', () => {
  const run = {
    run: 'run_1',
    command: "shell --directory=shop 'git reset --hard\n'",
    state: 'failed',
    door: 'mcp-stdio',
    client: 'claude-code 2.1.0',
    session: 's1',
    created_at: created,
    started_at: answered,
    ended_at: answered,
    duration_ms: 12,
    exit_code: 1,
    stdout_bytes: 0,
    stderr_bytes: 9,
    decision: {
      decision: 'ask',
      reason: 'It loses changes.',
      rules: [{ id: 'no-reset' }],
      approval: { id: 'approval_1', answer: 'approve', by: 'terminal' },
    },
    approval: { id: 'approval_1', answer: 'approve', by: 'terminal', note: 'ok', answered_at: answered },
    snapshot: 'x',
    error: { code: 'EXECUTION_ERROR', message: 'git exited with code 1', hint: 'Look.' },
  };
  const { snapshot: _none, ...without } = run;
  expect(showText({ ...without, not_kept: 'It took longer than 10 s.' })).toContain(
    "Snapshot   not kept: It took longer than 10 s. 'cmdgate undo' may list its changes with another run",
  );
  expect(showText(run)).toBe(
    [
      'Run        run_1',
      'Command    git reset --hard',
      'Directory  shop',
      'Asked by   claude-code 2.1.0 through mcp-stdio, session s1',
      `Time       ${localTime(created)}, started after 5.0s, took 12ms`,
      'Result     exit 1',
      'Decision   ask (rule no-reset): It loses changes.',
      `Approval   approved by a person (terminal) at ${localTime(answered)}: ok, approval_1`,
      "Output     0 bytes on stdout, 9 on stderr; 'runs output run_1' shows them",
      'Error      git exited with code 1 [EXECUTION_ERROR]',
      '           Look.',
      "Snapshot   taken before it ran; 'cmdgate undo run_1' goes back",
    ].join('\n'),
  );
});

test('what goes on says how to wait for it, and a function what it gave back', () => {
  const run = { run: 'run_2', command: 'orders list', door: 'cli', session: 'cli', created_at: created };
  expect(showText({ ...run, state: 'queued', waits_for_approval: 'approval_2', next: 'runs wait run_2' })).toContain(
    'Result     queued\nApproval   approval_2, not answered\nNext       runs wait run_2',
  );
  expect(showText({ ...run, state: 'completed', data: { orders: ['o1'] } })).toContain(
    'Answer     {\n             "orders"',
  );
});
