import { expect, test } from 'vitest';
import { sampleApproval } from '../../../ledger/approvals/test-helpers.js';
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
  const texts = rows.map(({ label, texts: [text] }) => `${label}: ${text}`);
  expect(texts.slice(3, 11)).toEqual([
    'Program: /usr/bin/git',
    'Arguments: 1 "log"',
    'Directory: /srv',
    'Variables: PATH',
    'Then: /usr/bin/mail',
    'Arguments: 1 "$CMD_0_OUTPUT\\n"',
    'Directory: /srv/out',
    'Variables: none',
  ]);
});
