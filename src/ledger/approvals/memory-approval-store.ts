// For a gate without a directory: only channels of its own process can answer.

import { isDeepStrictEqual } from 'node:util';
import type { Approval, ApprovalAnswer } from '../../vocabulary/approval.js';
import {
  type AnswerResult,
  type ApprovalStore,
  type Clock,
  type KeptApproval,
  type KeptRule,
  largestApprovalBytes,
  mostOfSessions,
  mostWaiting,
  type OpenResult,
} from './approval-store.js';
import { hasExpired, oldestFirst } from './order.js';
import { readAnswer } from './read-approval.js';
import { waitForAnswer } from './wait-for-answer.js';

export function createMemoryApprovalStore(now: Clock = Date.now): ApprovalStore {
  return new MemoryApprovalStore(now);
}

class MemoryApprovalStore implements ApprovalStore {
  readonly #now: Clock;
  readonly #kept = new Map<string, KeptApproval>();
  #rules: readonly KeptRule[] = [];
  #ofSessions: readonly KeptRule[] = [];
  /** Told whenever something changes. */
  readonly #waiting = new Set<() => void>();

  constructor(now: Clock) {
    this.#now = now;
  }

  open(approval: Approval): OpenResult {
    if (this.#kept.has(approval.id)) throw new Error(`There is already an approval ${approval.id}.`);
    if (Buffer.byteLength(JSON.stringify(approval)) > largestApprovalBytes) return 'too_large';
    this.#removeExpired();
    if (this.#kept.size >= mostWaiting) return 'too_many';
    this.#kept.set(approval.id, { approval, answer: undefined });
    return 'opened';
  }

  find(fingerprint: string): KeptApproval | undefined {
    this.#removeExpired();
    const found = [...this.#kept.values()].filter(({ approval }) => approval.fingerprint === fingerprint);
    return found.find(({ answer }) => answer) ?? found[0];
  }

  answer(id: string, given: ApprovalAnswer): AnswerResult {
    // A program says what it likes; what is neither yes nor no must not pass for a yes.
    const answer = readAnswer(JSON.stringify(given));
    const kept = this.#kept.get(id);
    if (!kept) return 'not_found';
    if (hasExpired(kept.approval, this.#now())) return 'expired';
    if (kept.answer) return 'already_answered';
    this.#kept.set(id, { ...kept, answer });
    this.#tell();
    return 'answered';
  }

  take(id: string): ApprovalAnswer | undefined {
    const kept = this.#current(id);
    if (kept?.answer) this.withdraw(id);
    return kept?.answer;
  }

  withdraw(id: string): void {
    this.#kept.delete(id);
    this.#tell();
  }

  whenAnswered(id: string, signal: AbortSignal): Promise<ApprovalAnswer | undefined> {
    return waitForAnswer({
      look: () => {
        const kept = this.#current(id);
        return kept ? (kept.answer ?? 'pending') : 'gone';
      },
      watch: (wake) => {
        this.#waiting.add(wake);
        return () => this.#waiting.delete(wake);
      },
      signal,
    });
  }

  list(): readonly Approval[] {
    this.#removeExpired();
    const pending = [...this.#kept.values()].filter(({ answer }) => !answer);
    return pending.map(({ approval }) => approval).sort(oldestFirst);
  }

  isWatched(): boolean {
    return false;
  }

  readAlways(): readonly KeptRule[] {
    return [...this.#rules];
  }

  async addAlways(rule: KeptRule): Promise<void> {
    if (!this.#rules.some((known) => isDeepStrictEqual(known, rule))) this.#rules = [...this.#rules, rule];
  }

  readSession(): readonly KeptRule[] {
    return [...this.#ofSessions];
  }

  async addSession(rule: KeptRule): Promise<void> {
    const others = this.#ofSessions.filter(({ id }) => id !== rule.id);
    this.#ofSessions = [...others, rule].slice(-mostOfSessions);
  }

  async revoke(id: string): Promise<readonly KeptRule[]> {
    const removed = [...this.#rules, ...this.#ofSessions].filter((rule) => rule.id === id);
    this.#rules = this.#rules.filter((rule) => rule.id !== id);
    this.#ofSessions = this.#ofSessions.filter((rule) => rule.id !== id);
    return removed;
  }

  #current(id: string): KeptApproval | undefined {
    const kept = this.#kept.get(id);
    return kept && !hasExpired(kept.approval, this.#now()) ? kept : undefined;
  }

  #removeExpired(): void {
    for (const [id, { approval }] of this.#kept) if (hasExpired(approval, this.#now())) this.#kept.delete(id);
  }

  #tell(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
