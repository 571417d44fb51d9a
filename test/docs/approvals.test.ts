// The screen, the keys and the numbers of docs/approvals.md are those of the source.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { largestApprovalBytes, mostWaiting } from '../../src/ledger/approvals/approval-store.js';
import { openFileApprovalStore } from '../../src/ledger/approvals/file-approval-store.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { readKey } from '../../src/owner/approvals/keys.js';
import { LiveList } from '../../src/owner/approvals/live-list.js';
import { colors } from '../../src/renderings/text/colors.js';
import type { Approval } from '../../src/vocabulary/approval.js';
import { localTimeWithZone } from '../../src/vocabulary/readable-time.js';
import { ownerCommand } from '../fixtures/owner-command.js';
import { constantIn } from './support/constant-in.js';
import { findBlock, firstColumn, readDocument } from './support/documents.js';

const document = 'docs/approvals.md';

const approval: Approval = {
  id: 'approval_1',
  fingerprint: 'f'.repeat(64),
  run: 'run_1',
  caller: 'agent',
  door: 'mcp-stdio',
  session: 'session_1',
  chat: 'chat_1',
  subject: {
    request: 'shell rm -r build',
    line: 'rm -r build',
    command: 'shell',
    program: '/usr/bin/rm',
    args: ['-r', 'build'],
    directory: '/srv/workspace',
    sandbox: 'network off; can write: the workspace',
    environment: ['HOME', 'LANG', 'PATH', 'TERM'],
    stdin_bytes: 0,
    touches: ['/srv/workspace/build'],
    contents: [{ path: '/srv/workspace/build', files: 1, directories: 0, bytes: 9, names: ['x.js'] }],
  },
  reason: 'No rule allows it, and rm removes it: "build".',
  rules: [],
  evidence: [{ effect: 'destroys', argument: 'build', why: 'rm removes it' }],
  policy_version: '966622b512e25477',
  created_at: '2026-02-02T10:00:00.000Z',
  expires_at: '2026-02-02T10:10:00.000Z',
  always: null,
};

test('the live list looks as it is printed', () => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-docs-')));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const now = () => Date.parse('2026-02-02T10:00:02.000Z');
  const store = openFileApprovalStore({ directory: ownDirectory(workspace), now });
  store.open(approval);
  const list = new LiveList({ store, colors: colors(false), now, uptime: () => 0 });
  list.refresh();
  // It is printed as in London, and looks the same in every other zone.
  const here = localTimeWithZone(approval.expires_at);
  const printed = findBlock(document, 'screen').text.replace('2026-02-02 10:10:00 UTC', here).split('\n');

  expect(list.frame({ columns: 80, rows: printed.length }).map((line) => line.trimEnd())).toEqual(printed);
});

test('the keys of the table do something', () => {
  const keys = firstColumn(document, 'Key').flatMap((cell) => cell.split(', '));

  expect(keys.map((key) => [key, readKey(key === 'Space' ? ' ' : key)])).toEqual([
    ['y', 'yes'],
    ['n', 'no'],
    ['s', 'session'],
    ['a', 'always'],
    ['p', 'similar'],
    ['j', 'next'],
    ['k', 'previous'],
    ['Space', 'forward'],
    ['b', 'back'],
    ['q', 'leave'],
  ]);
});

test('the lines name every action and every option', () => {
  const lines = firstColumn(document, 'Line');
  const parameters = ownerCommand('approvals').parameters;
  const options = parameters.filter(({ positional }) => !positional).map(({ label }) => label);

  expect(lines.map((line) => /^cmdgate approvals (\w+)/.exec(line)?.[1])).toEqual(
    parameters.find(({ key }) => key === 'action')?.choices,
  );
  expect([...new Set(lines.join(' ').match(/--[a-z]+/g))].sort()).toEqual(options.sort());
});

test.each([
  ['ten minutes by default', constantIn('src/ledger/approvals/approval-store.ts', 'usualExpiresMs'), 600_000],
  ['within half a second', constantIn('src/owner/approvals/live-list.ts', 'leastShownMs'), 500],
  ['32,000 characters', constantIn('src/surfaces/mcp/approval-message.ts', 'messageLimit'), 32_000],
  ['At most 250 requests', mostWaiting, 250],
  ['each of at most 1 MiB', largestApprovalBytes, 1024 * 1024],
])('"%s" is so', (words, inSource, value) => {
  expect(readDocument(document)).toContain(words);
  expect(inSource).toBe(value);
});
