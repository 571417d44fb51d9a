// What a person is shown in an MCP client before deciding: the same rows that a terminal shows, as one message. No text
// in them can end its line or hide what is in it.

import { describeAlways, describeApproval } from '../../renderings/approval/describe-approval.js';
import type { Row } from '../../renderings/approval/row.js';
import { quoted, visibleText } from '../../renderings/approval/visible-text.js';
import type { Approval } from '../../vocabulary/approval.js';

/** Indented by four: clients that read the message as Markdown show the lines as they are. */
const indent = '    ';

const labelWidth = 11;

/** Whoever is asked has to see all of it; what is longer is not asked about here. */
const messageLimit = 32_000;

/** `undefined` where it is too long to be shown as a whole. */
export function approvalMessage(approval: Approval, now: number): string | undefined {
  const message = [
    `${quoted(approval.caller)} asks to run this. It needs your approval: ${visibleText(approval.reason)}`,
    block(describeApproval(approval)),
    ...alwaysParagraphs(approval),
    `This approval expires ${inWords(Date.parse(approval.expires_at) - now)}, at ${visibleText(approval.expires_at)}.`,
  ].join('\n\n');
  return message.length <= messageLimit ? message : undefined;
}

function alwaysParagraphs({ always, similar }: Approval): string[] {
  return [
    ...(always ? ['"always" also writes this rule, which allows from now on:', block(describeAlways(always))] : []),
    ...(similar ? ['"always similar" writes this one instead:', block(describeAlways(similar))] : []),
  ];
}

function block(rows: readonly Row[]): string {
  const lines = rows.flatMap(({ label, values }) =>
    values
      .flatMap(({ text, warnings = [] }) => [text, ...warnings.map((warning) => `  ${warning}`)])
      .map((text, index) => `${indent}${(index === 0 ? label : '').padEnd(labelWidth)}  ${text}`),
  );
  return lines.join('\n');
}

function inWords(ms: number): string {
  if (!(ms > 0)) return 'now';
  const minutes = Math.floor(ms / 60_000);
  return minutes > 0 ? `in ${minutes} min` : `in ${Math.ceil(ms / 1_000)} s`;
}
