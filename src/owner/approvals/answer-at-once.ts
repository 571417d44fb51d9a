// One approval, or the list of them, in one answer.

import type { AnswerResult } from '../../ledger/approvals/approval-store.js';
import type { FileApprovalStore } from '../../ledger/approvals/file-approval-store.js';
import { describeApproval, timeLeft } from '../../renderings/approval/describe-approval.js';
import { titleOf } from '../../renderings/approval/describe-line.js';
import { visibleText } from '../../renderings/approval/visible-text.js';
import { colors } from '../../renderings/text/colors.js';
import { cutToWidth, displayWidth, padToWidth, widestOf } from '../../renderings/text/display-width.js';
import { layOut } from '../../terminal/approval/lay-out.js';
import type { Io } from '../../terminal/io.js';
import type { Approval } from '../../vocabulary/approval.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import { completedAtTheDoor, failedAtTheDoor, type Outcome } from '../../vocabulary/outcome.js';
import type { ApprovalsAction } from './approvals.js';
import { confirmApproval } from './confirm-approval.js';
import { giveAnswer } from './give-answer.js';

export interface Answer {
  readonly outcome: Outcome;
  readonly toText?: (data: unknown, width?: number) => string;
}

export async function answerAtOnce(
  action: Exclude<ApprovalsAction, { action: 'watch' } | { action: 'revoke' }>,
  store: FileApprovalStore,
  io: Io,
): Promise<Answer> {
  const pending = store.list();
  if (!('id' in action)) return completed({ approvals: pending }, 'list', (_data, width) => listText(pending, width));
  const approval = pending.find(({ id }) => id === action.id);
  if (!approval) return failed(tooLate('not_found', action.id));
  if (action.action === 'show') {
    const width = io.stdout.columns || 80;
    return completed(approval, 'show', () => layOut(describeApproval(approval), width, colors(false)).join('\n'));
  }
  const { always, similar, session, note } = action;
  const rule = similar ? approval.similar : approval.always;
  if (always && !rule) return failed(similar ? noSimilar(action.id) : noRule(action.id));
  if (session && approval.session_means === undefined) return failed(noSession(action.id));
  if (action.action === 'approve') {
    const ruleFile = always ? store.alwaysFile : undefined;
    if (!(await confirmApproval(approval, { ruleFile, similar, session, io })))
      return failed(notApproved(action.id, io));
  }
  const { result, ruleProblem } = await giveAnswer(store, approval, {
    ...{ answer: action.action, always, similar, session, note },
  });
  if (result !== 'answered') return failed(tooLate(result, action.id));
  if (ruleProblem) return failed(onlyOnce(ruleProblem));
  const done = action.action === 'approve' ? 'Approved' : 'Denied';
  const data = {
    id: action.id,
    answer: action.action,
    ...(session && { session: approval.session_means }),
    ...(rule && always && { rule: rule.rule, ...(rule.more && { more: rule.more }), written_to: store.alwaysFile }),
  };
  const text = `${done}: ${titleOf(approval.subject)}`;
  return completed(data, action.action, () => (always ? `${text}\nThe rule is in ${store.alwaysFile}` : text));
}

export function completed(data: unknown, action: string, toText: (data: unknown, width?: number) => string): Answer {
  return { outcome: completedAtTheDoor(data, `approvals ${action}`), toText };
}

export function failed(error: GateError): Answer {
  return { outcome: failedAtTheDoor(error, 'approvals') };
}

function listText(pending: readonly Approval[], width = Number.POSITIVE_INFINITY): string {
  if (pending.length === 0) return 'Nothing is waiting for an answer.';
  const rows = pending.map((approval) => [
    approval.id,
    `${timeLeft(approval, Date.now())} left`,
    cutToWidth(visibleText(approval.client ?? approval.caller), widestName),
  ]);
  const widths = [0, 1, 2].map((at) => widestOf(rows.map((row) => row[at] ?? '')));
  return rows
    .map((row, index) => {
      const known = row.map((cell, at) => `${padToWidth(cell, widths[at] ?? 0)}  `).join('');
      const title = titleOf((pending[index] as Approval).subject);
      return `${known}${cutToWidth(title, Math.max(leastTitle, width - displayWidth(known)))}`;
    })
    .join('\n');
}

const widestName = 20;
const leastTitle = 16;

/** Not denied either: somebody else may answer, or the same person after another look. */
function notApproved(id: string, { signal }: Io): GateError {
  const hint = `It is still waiting. To deny it, run 'approvals deny ${id}'`;
  if (signal.aborted) return new GateError('CANCELED', `${id} was not approved`, { hint });
  return new CommandError('NOT_APPROVED', `${id} was not approved`, { hint, exitCode: 4 });
}

function noRule(id: string): GateError {
  return new CommandError('NO_RULE', `No rule can be written for ${id}`, {
    hint: 'Approve it once, without --always',
    exitCode: 4,
  });
}

function noSimilar(id: string): GateError {
  return new CommandError('NO_RULE', `No rule for similar calls can be offered for ${id}`, {
    hint: 'Approve it without --similar, once or with --always',
    exitCode: 4,
  });
}

function noSession(id: string): GateError {
  return new CommandError('NO_SESSION', `${id} cannot be approved for the session`, {
    hint: 'Approve it once, without --session',
    exitCode: 4,
  });
}

function onlyOnce({ message }: Error): GateError {
  return new CommandError('RULE_NOT_WRITTEN', `It was approved only once. ${message}`, {
    hint: 'Fix the problem in the message, and answer "always" the next time',
    exitCode: 4,
  });
}

function tooLate(result: Exclude<AnswerResult, 'answered'>, id: string): GateError {
  const shown = JSON.stringify(id);
  const hint = "Run 'cmdgate approvals list' to see what is waiting";
  if (result === 'already_answered') {
    return new CommandError('ALREADY_ANSWERED', `${shown} has already been answered`, { hint, exitCode: 4 });
  }
  return new CommandError(
    'APPROVAL_NOT_FOUND',
    `No approval ${shown} is waiting: it was answered or withdrawn, or has expired`,
    {
      hint,
      exitCode: 5,
    },
  );
}
