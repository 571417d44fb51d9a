import { expect, test } from 'vitest';
import { sampleApproval } from '../../ledger/approvals/test-helpers.js';
import { describeApproval } from './describe-approval.js';

test('all programs of a list are shown, in their order, each with its arguments and its directory', () => {
  const rows = describeApproval(
    sampleApproval('list', {
      subject: {
        request: 'ops release',
        command: 'ops release',
        program: '/usr/bin/git',
        args: ['log'],
        directory: '/srv',
        environment: ['PATH'],
        followed_by: [{ program: '/usr/bin/mail', args: ['$CMD_0_OUTPUT\n'], directory: '/srv/out', environment: [] }],
      },
    }),
  );
  const texts = rows.map(({ label, values: [value] }) => `${label}: ${value?.text}`);
  expect(texts.slice(3, 9)).toEqual([
    'Program: /usr/bin/git',
    'Arguments: 1 "log"',
    'Directory: /srv',
    'Then: /usr/bin/mail',
    'Arguments: 1 "$CMD_0_OUTPUT\\n"',
    'Directory: /srv/out',
  ]);
});

test('of a plan, every line that asks is shown as it would be alone, and how much else there is', () => {
  const alone = { request: 'note remove', command: 'note remove', input: { id: '1\u202e' } };
  const asks = { reason: 'It is destructive.', rules: [], evidence: [{ effect: 'destroys', why: 'it removes it' }] };
  const rows = describeApproval(
    sampleApproval('plan', {
      subject: {
        request: 'exec --plan',
        command: 'exec',
        lines: [
          { line: 2, subject: alone, ...asks },
          { line: 30, subject: { request: 'shell ls', command: 'shell', program: '/bin/ls', args: ['a'] }, ...asks },
        ],
        others: 7,
        later: [4, 9],
      },
      reason: '2 of its 11 lines ask.',
    }),
  );
  expect(rows.map(({ label, values }) => `${label}: ${values.map(({ text }) => text).join(' ')}`).slice(2, -2)).toEqual(
    [
      'Line 2: note remove',
      'Command: note remove',
      'Input: {   "id": "1\\u202e" }',
      'Reason: It is destructive.',
      'Rule: no rule matches; the policy asks by default',
      'Evidence: destroys: it removes it',
      'Line 30: shell ls',
      'Command: shell',
      'Program: /bin/ls',
      'Arguments: 1 "a"',
      'Reason: It is destructive.',
      'Rule: no rule matches; the policy asks by default',
      'Evidence: destroys: it removes it',
      'Also: lines that need no approval: 7',
      'Later: lines that use earlier answers; each asks separately if it must: 4, 9',
      'Reason: 2 of its 11 lines ask.',
    ],
  );
});

test('whatever comes from an agent has a warning where letters may pass for others, or cannot be seen', () => {
  const odd = 'p\u0430th\u200b';
  const rows = describeApproval(
    sampleApproval('odd', {
      caller: odd,
      subject: {
        request: odd,
        command: odd,
        program: odd,
        args: [odd],
        input: { odd },
        directory: odd,
        environment: [odd],
        variables: { odd },
        stdin_bytes: 8,
        stdin_text: odd,
        touches: [odd],
        contents: [{ path: odd, files: 1, directories: 0, bytes: 1, names: [odd] }],
        followed_by: [{ program: odd, args: [odd], directory: odd, environment: [odd] }],
      },
      reason: 'Straße',
      evidence: [{ effect: 'reads', argument: odd, why: 'it does' }],
    }),
  );
  const warned = rows.filter(({ values }) => values.some(({ warnings }) => warnings !== undefined));
  const without = rows.filter((row) => !warned.includes(row));
  expect(without.map(({ label }) => label)).toEqual(['Reason', 'Rule', 'Policy', 'Approval']);
  expect(rows[0]).toEqual({
    label: 'Request',
    values: [
      {
        text: 'p\u0430th\\u200b',
        warnings: [
          'some letters may be look-alikes; in ASCII: "p\\u0430th\\u200b"',
          'contains hidden characters: \\u200b',
        ],
      },
    ],
  });
});
