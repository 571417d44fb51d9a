// The one line by which somebody hears that a question waits. Whoever answers it sees everything.

import type { Approval } from '../../vocabulary/approval.js';
import type { Secrets } from '../../vocabulary/secrets.js';

/** As a configured command or a webhook gets it. */
export interface ApprovalNotice {
  /** All that a person has to hear, on one line. */
  readonly text: string;
  readonly approval_id: string;
  readonly caller: string;
  /** What was asked for, without what looks like a secret. */
  readonly request: string;
  readonly reason: string;
  readonly session: string;
  readonly expires_at: string;
}

/** Resolves to what went wrong with telling somebody, or to nothing. Never rejects. */
export type TellNotice = (notice: ApprovalNotice) => Promise<string | undefined>;

const longestRequest = 200;

/** It leaves the gate, so what looks like a secret does not stand in it. */
export function noticeOf(
  { id, caller, subject, reason, session, expires_at }: Approval,
  untold: Secrets,
): ApprovalNotice {
  const request = onOneLine(untold.hideLikely(subject.line ?? subject.request));
  return {
    text: `${onOneLine(caller)} asks to run: ${request}`,
    approval_id: id,
    caller,
    request,
    reason: onOneLine(untold.hideLikely(reason)),
    session,
    expires_at,
  };
}

/** What an agent wrote can steer no terminal and pass for no second line. */
function onOneLine(text: string): string {
  const short = text.length > longestRequest ? `${text.slice(0, longestRequest)}…` : text;
  return short.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
