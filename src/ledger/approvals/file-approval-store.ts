// Approvals as files, for several gates and several terminals at once. Each is a directory of its own, so that all
// that happens to it is one rename: `waiting/<id>/approval.json`, and `waiting/<id>/answer/answer.json` once answered.
// Both are sealed with a key that only gates and terminals read.

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { judgeClaimant } from '../../machine/claims/claimant.js';
import { namesIfThere } from '../../machine/files/names-in.js';
import { isTrustedDirectory, makeTrustedDirectory } from '../../machine/files/trusted-directory.js';
import type { Approval, ApprovalAnswer } from '../../vocabulary/approval.js';
import { AlwaysFile } from './always-file.js';
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
import { placeDirectory, removeAbandoned, removeTaken, takeDirectory } from './place-directory.js';
import { bePresent, isAnybodyPresent } from './presence.js';
import { isApprovalId, readAnswer, readApproval } from './read-approval.js';
import { readSmallFile } from './read-small-file.js';
import { Seal, sealBytes } from './seal.js';
import { isShortage, orUnavailable } from './unavailable.js';
import { waitForAnswer } from './wait-for-answer.js';
import { watchDirectory } from './watch-directory.js';

export interface FileApprovalStoreOptions {
  /** Where everything is kept: see `ownDirectory`. */
  readonly directory: string;
  readonly now?: Clock;
  /** Told once of each file that is broken, too large or not ours. It is left alone and counts for nothing. */
  readonly onProblem?: (problem: string) => void;
}

/** What a terminal does beside answering. */
export interface FileApprovalStore extends ApprovalStore {
  /** Where "always" is written. */
  readonly alwaysFile: string;
  /** Where "this session" is written, so that it can be seen and revoked. */
  readonly sessionFile: string;
  /** Tells all gates that a person is there, until the returned function is called. */
  attend(): () => void;
  /** Calls back when approvals may have come or gone; not always, so look from time to time as well. */
  watch(wake: () => void): () => void;
}

/** Makes nothing before there is something to keep. */
export function openFileApprovalStore(options: FileApprovalStoreOptions): FileApprovalStore {
  return new Store(options);
}

/** Whoever can write there could fill the memory with names. */
const mostReported = 1_000;

class Store implements FileApprovalStore {
  readonly alwaysFile: string;
  readonly sessionFile: string;
  /** From the outside in. */
  readonly #directories: readonly string[];
  readonly #waiting: string;
  readonly #moving: string;
  readonly #terminals: string;
  readonly #always: AlwaysFile;
  readonly #ofSessions: AlwaysFile;
  readonly #seal: Seal;
  readonly #now: Clock;
  readonly #onProblem: (problem: string) => void;
  readonly #reported = new Set<string>();

  constructor({ directory: own, now = Date.now, onProblem = () => undefined }: FileApprovalStoreOptions) {
    const directory = join(own, 'approvals');
    this.#directories = [own, directory];
    this.#waiting = join(directory, 'waiting');
    this.#moving = join(directory, 'moving');
    this.#terminals = join(directory, 'terminals');
    this.alwaysFile = join(own, 'always.json');
    this.#always = new AlwaysFile(this.alwaysFile);
    this.sessionFile = join(own, 'session.json');
    this.#ofSessions = new AlwaysFile(this.sessionFile);
    this.#seal = new Seal(join(directory, 'seal.key'));
    this.#now = now;
    this.#onProblem = onProblem;
  }

  open(approval: Approval): OpenResult {
    const text = JSON.stringify(approval);
    if (Buffer.byteLength(text) > largestApprovalBytes - sealBytes) return 'too_large';
    // What could not be read again would wait for ever.
    readApproval(text);
    return orUnavailable(() => {
      this.#make();
      if (namesIfThere(this.#waiting).length >= mostWaiting && this.#readAll().length >= mostWaiting) return 'too_many';
      const sealed = this.#seal.put(['approval', approval.id], text);
      const placed = placeDirectory(this.#moving, this.#place(approval.id), 'approval.json', sealed);
      if (placed !== 'placed') throw new Error(`There is already an approval ${approval.id}.`);
      return 'opened';
    });
  }

  find(fingerprint: string): KeptApproval | undefined {
    const found = this.#readAll().filter(({ approval }) => approval.fingerprint === fingerprint);
    return found.find(({ answer }) => answer) ?? found[0];
  }

  answer(id: string, answer: ApprovalAnswer): AnswerResult {
    const text = JSON.stringify(answer);
    readAnswer(text);
    return orUnavailable(() => {
      const kept = this.#read(id);
      if (!kept) return 'not_found';
      if (hasExpired(kept.approval, this.#now())) return 'expired';
      // With the question: an answer to one is none to another that has taken its place.
      const sealed = this.#seal.put(['answer', id, kept.approval.fingerprint], text);
      const placed = placeDirectory(this.#moving, join(this.#place(id), 'answer'), 'answer.json', sealed);
      if (placed === 'placed') return 'answered';
      return placed === 'occupied' ? 'already_answered' : 'not_found';
    });
  }

  take(id: string): ApprovalAnswer | undefined {
    return orUnavailable(() => {
      const kept = this.#read(id);
      if (!kept?.answer || hasExpired(kept.approval, this.#now())) return undefined;
      return this.#remove(id) ? kept.answer : undefined;
    });
  }

  withdraw(id: string): void {
    orUnavailable(() => isApprovalId(id) && this.#isThere() && this.#remove(id));
  }

  whenAnswered(id: string, signal: AbortSignal): Promise<ApprovalAnswer | undefined> {
    return waitForAnswer({
      look: () => {
        const kept = orUnavailable(() => this.#read(id));
        return kept && !hasExpired(kept.approval, this.#now()) ? (kept.answer ?? 'pending') : 'gone';
      },
      watch: (wake) => (isApprovalId(id) ? watchDirectory(this.#place(id), wake) : () => undefined),
      signal,
    });
  }

  list(): readonly Approval[] {
    const pending = this.#readAll().filter(({ answer }) => !answer);
    return pending.map(({ approval }) => approval);
  }

  isWatched(): boolean {
    return this.#isThere() && isAnybodyPresent(this.#terminals, this.#now);
  }

  readAlways(): readonly KeptRule[] {
    try {
      return this.#always.read();
    } catch (error) {
      // Without its rules more is asked, never less.
      this.#report(this.alwaysFile, error);
      return [];
    }
  }

  addAlways(rule: KeptRule): Promise<void> {
    return this.#always.add(rule);
  }

  readSession(): readonly KeptRule[] {
    try {
      return this.#stillOfUse(this.#ofSessions.read());
    } catch (error) {
      this.#report(this.sessionFile, error);
      return [];
    }
  }

  addSession(rule: KeptRule): Promise<void> {
    return this.#ofSessions.add(rule, (rules) => this.#stillOfUse(rules).slice(1 - mostOfSessions));
  }

  async revoke(id: string): Promise<readonly KeptRule[]> {
    const has = (rules: readonly KeptRule[]) => rules.some((rule) => rule.id === id);
    return [
      ...(has(this.readAlways()) ? await this.#always.remove(id) : []),
      ...(has(this.readSession()) ? await this.#ofSessions.remove(id) : []),
    ];
  }

  /** A gate that has ended has no sessions. */
  #stillOfUse(rules: readonly KeptRule[]): readonly KeptRule[] {
    const directory = dirname(this.sessionFile);
    const verdicts = new Map<string, boolean>();
    return rules.filter(({ gate }) => {
      const name = String(gate);
      const isThere = verdicts.get(name) ?? !['dead', 'no-name'].includes(judgeClaimant(name, directory));
      verdicts.set(name, isThere);
      return isThere;
    });
  }

  attend(): () => void {
    return orUnavailable(() => {
      this.#make();
      return bePresent(this.#terminals, this.#now);
    });
  }

  watch(wake: () => void): () => void {
    return watchDirectory(this.#waiting, wake);
  }

  #place(id: string): string {
    return join(this.#waiting, id);
  }

  #isThere(): boolean {
    return this.#directories.every((directory) => isTrustedDirectory(directory));
  }

  #make(): void {
    for (const directory of this.#directories) makeTrustedDirectory(directory);
    for (const directory of [this.#waiting, this.#moving]) mkdirSync(directory, { recursive: true, mode: 0o700 });
    removeAbandoned(this.#moving, this.#now());
  }

  /** All that have not expired, oldest first. */
  #readAll(): readonly KeptApproval[] {
    return orUnavailable(() => {
      const kept = this.#listIds().flatMap((id) => {
        const one = this.#read(id);
        if (!one) return [];
        if (!hasExpired(one.approval, this.#now())) return [one];
        this.#remove(id);
        return [];
      });
      return kept.sort((left, right) => oldestFirst(left.approval, right.approval));
    });
  }

  #listIds(): readonly string[] {
    const names = this.#isThere() ? namesIfThere(this.#waiting) : [];
    return names.filter((name) => {
      const isId = isApprovalId(name);
      if (!isId) this.#report(join(this.#waiting, name), new Error('its name is not an id'));
      return isId;
    });
  }

  #read(id: string): KeptApproval | undefined {
    if (!isApprovalId(id) || !this.#isThere()) return undefined;
    const place = this.#place(id);
    try {
      // The answer first: where the approval is still there afterwards, nobody has taken it in between.
      const answer = readSmallFile(join(place, 'answer', 'answer.json'));
      const approval = readSmallFile(join(place, 'approval.json'));
      if (approval === undefined) return undefined;
      const read = readApproval(this.#seal.open(['approval', id], approval));
      if (read.id !== id) throw new Error('its id belongs to another approval');
      const about = ['answer', id, read.fingerprint];
      return { approval: read, answer: answer === undefined ? undefined : readAnswer(this.#seal.open(about, answer)) };
    } catch (error) {
      if (isShortage(error)) throw error;
      this.#report(place, error);
      return undefined;
    }
  }

  /** Whether it was this process that removed it. */
  #remove(id: string): boolean {
    const taken = takeDirectory(this.#moving, this.#place(id));
    if (taken !== undefined) removeTaken(taken);
    return taken !== undefined;
  }

  #report(place: string, error: unknown): void {
    const problem = `${place} is ignored: ${(error as Error).message}`;
    if (this.#reported.has(problem) || this.#reported.size >= mostReported) return;
    this.#reported.add(problem);
    this.#onProblem(problem);
  }
}
