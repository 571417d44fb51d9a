// However a person is asked, the same rows are shown, with the same warnings.

import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openFileApprovalStore } from '../../src/ledger/approvals/file-approval-store.js';
import { sampleApproval } from '../../src/ledger/approvals/test-helpers.js';
import { answerAtOnce } from '../../src/owner/approvals/answer-at-once.js';
import { LiveList } from '../../src/owner/approvals/live-list.js';
import { describeApproval } from '../../src/renderings/approval/describe-approval.js';
import { colors } from '../../src/renderings/text/colors.js';
import { approvalMessage } from '../../src/surfaces/mcp/approval-message.js';
import { questionText } from '../../src/terminal/approval/ask-in-text.js';
import type { Io } from '../../src/terminal/io.js';
import { makeDirectory } from '../cli/process.js';

const size = { columns: 400, rows: 200 };
const paint = colors(false);
const now = Date.now();

const approval = sampleApproval('one', {
  // A Cyrillic letter, a mark that turns the direction, and one that nobody sees.
  subject: {
    request: 'shell rm p\u0430th',
    command: 'shell',
    program: '/usr/bin/rm',
    args: ['-r', 'p\u0430th', 'a\u202eb', 'c\u200bd'],
    directory: '/srv',
    environment: ['PATH'],
  },
  created_at: new Date(now).toISOString(),
  expires_at: new Date(now + 300_000).toISOString(),
});

const io = { stdout: Object.assign(new PassThrough(), { columns: size.columns }) } as unknown as Io;

/** What each of them shows, by its name. */
async function shownEverywhere(): Promise<Record<string, string>> {
  const store = openFileApprovalStore({ directory: join(makeDirectory(), 'state') });
  store.open(approval);
  const list = new LiveList({ store, colors: paint, now: () => now, uptime: () => 0 });
  list.refresh();
  const show = await answerAtOnce({ action: 'show', id: approval.id }, store, io);
  return {
    'the question at a terminal': questionText(approval, size, paint).pages.join(''),
    'the live list': list.frame(size).join('\n'),
    'approvals show': show.toText?.(undefined) ?? '',
    'an MCP client': approvalMessage(approval, now) ?? '',
  };
}

test('a terminal, the live list, approvals show and an MCP client show the same rows and warnings', async () => {
  const rows = describeApproval(approval);
  const lines = rows.flatMap(({ label, values }) =>
    values.flatMap(({ text, warnings = [] }, index) => [
      `${(index === 0 ? label : '').padEnd(11)}  ${text}`.trim(),
      ...warnings.map((warning) => warning.trim()),
    ]),
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      'some letters may be look-alikes; in ASCII: "p\\u0430th"',
      'contains hidden characters: \\u202e',
      'contains hidden characters: \\u200b',
    ]),
  );
  for (const [where, text] of Object.entries(await shownEverywhere())) {
    const shown = text.split('\n').map((line) => line.trim());
    const from = shown.indexOf(lines[0] ?? '');
    expect({ where, lines: shown.slice(from, from + lines.length) }).toEqual({ where, lines });
  }
});
