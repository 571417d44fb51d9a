// Requests that wait for a person, kept where every channel that can ask one finds them. The first answer counts, and
// an answer is used once.

import type { AlwaysRule, Approval, ApprovalAnswer } from '../../vocabulary/approval.js';

/** Nobody reads more than this to the end, and nobody answers that many. */
export const largestApprovalBytes = 1024 * 1024;
export const mostWaiting = 250;

/** How long a request can be answered, unless the owner says otherwise. */
export const usualExpiresMs = 10 * 60_000;

export interface KeptApproval {
  readonly approval: Approval;
  /** Undefined while it is pending. */
  readonly answer: ApprovalAnswer | undefined;
}

/** Where it is not `opened`, nothing is kept and nobody can be asked. */
export type OpenResult = 'opened' | 'too_large' | 'too_many';

export type AnswerResult = 'answered' | 'not_found' | 'already_answered' | 'expired';

/** A rule as the policy reads it; nothing here looks into it. */
export type KeptRule = AlwaysRule['rule'];

/**
 * What one process does, all others on the same store see. Each method can throw a GateError: the place where
 * approvals are kept cannot be trusted, read or written, and so nobody may be believed.
 */
export interface ApprovalStore {
  /** Makes it pending. Its id must be new. */
  open(approval: Approval): OpenResult;
  /** One with this fingerprint that has not expired and was not taken; an answered one before a pending one. */
  find(fingerprint: string): KeptApproval | undefined;
  /** Only the first answer is kept, whoever else answers at the same moment. */
  answer(id: string, answer: ApprovalAnswer): AnswerResult;
  /** The answer, for exactly one of all who try; the approval is gone then. Undefined leaves it as it is. */
  take(id: string): ApprovalAnswer | undefined;
  /** Takes the question back, answered or not. */
  withdraw(id: string): void;
  /** Resolves as soon as there is an answer, which is still to be taken. Undefined: withdrawn, expired or aborted. */
  whenAnswered(id: string, signal: AbortSignal): Promise<ApprovalAnswer | undefined>;
  /** What is pending, oldest first. */
  list(): readonly Approval[];
  /** Whether a person has the list of approvals open at this moment. */
  isWatched(): boolean;
  /** The rules that came from "always". */
  readAlways(): readonly KeptRule[];
  /** A rule that is there already is not added again. */
  addAlways(rule: KeptRule): Promise<void>;
  /** The rules for sessions of gates that are still there. */
  readSession(): readonly KeptRule[];
  /** One for a session: it names the session and its gate as well. */
  addSession(rule: KeptRule): Promise<void>;
  /** Takes out what has this id among both, and gives it. */
  revoke(id: string): Promise<readonly KeptRule[]>;
}

/** More sessions than anybody looks after: the oldest rules ask again. */
export const mostOfSessions = 500;

/** The wall clock, in milliseconds. */
export type Clock = () => number;
