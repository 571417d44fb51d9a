// Asks a person, by whichever channel there is. The first answer counts; it is good for this request, once.

import { type AnswerResult, type ApprovalStore, usualExpiresMs } from '../../ledger/approvals/approval-store.js';
import { createMemoryApprovalStore } from '../../ledger/approvals/memory-approval-store.js';
import type { AlwaysRule, Approval, ApprovalAnswer, ApprovalSubject } from '../../vocabulary/approval.js';
import type { Judgement } from '../../vocabulary/decision.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { newId } from '../../vocabulary/new-id.js';
import { pause } from '../../vocabulary/pause.js';
import type { AskPerson, Caller } from '../../vocabulary/request.js';
import type { Judge } from '../judging/judge.js';
import { canceled, unavailable } from '../refusals.js';
import type { JudgedRun, Run } from '../run/run.js';
import type { KnownRun } from '../run/run-book.js';
import { subjectOf, withoutSecrets } from './approval-subject.js';
import { ApprovedPlans } from './approved-plans.js';
import { boundFiles } from './bound-files.js';
import { fingerprintOf } from './fingerprint.js';

export interface ApprovalOptions {
  /** Where they are kept; in this process unless given. */
  readonly store?: ApprovalStore | undefined;
  /** How long a request can be answered. */
  readonly expiresMs?: number | undefined;
  /** A person who can always be asked: whoever embeds the gate. */
  readonly askOwner?: AskPerson | undefined;
  /** What an agent is told about how to get an approval, when nobody answered. */
  readonly advice?: string | undefined;
}

/** What was asked and answered is remembered; where it cannot be, nobody is asked. */
export type RecordApproval = (type: 'asked' | 'answered', fields: Readonly<Record<string, unknown>>) => Promise<void>;

const nowhere: RecordApproval = async () => undefined;

/** What is asked about. */
export interface Question {
  readonly known: KnownRun;
  readonly judgement: Judgement;
  readonly subject: ApprovalSubject;
  /** The subject as it may be kept for ever. */
  readonly remembered: ApprovalSubject;
  readonly always: AlwaysRule | undefined;
}

/** How often it is looked whether the terminal that was asked is still there. */
const presenceMs = 2_000;

/** Of one caller so many questions wait at most: the others are to find room, too. */
const mostOfCaller = 100;

/** A question that disappears each time is not asked for ever. */
const mostTimesAsked = 5;

const defaultAdvice = 'The owner can approve it where the gate runs, or allow it by a rule of the policy';

export class Approvals {
  readonly #store: ApprovalStore;
  readonly #expiresMs: number;
  readonly #askOwner: AskPerson | undefined;
  readonly #advice: string;
  readonly #record: RecordApproval;
  /** What people said yes to as a whole. */
  readonly plans = new ApprovedPlans();
  /** Those that a run of this gate waits for: another run needs one of its own. */
  readonly #awaited = new Set<string>();

  constructor({ store, expiresMs, askOwner, advice }: ApprovalOptions, record: RecordApproval = nowhere) {
    this.#record = record;
    this.#store = store ?? createMemoryApprovalStore();
    this.#expiresMs = expiresMs ?? usualExpiresMs;
    this.#askOwner = askOwner;
    this.#advice = advice ?? defaultAdvice;
  }

  /** What waits, oldest first; of one caller, or of all. */
  list(caller?: Caller): readonly Approval[] {
    return this.#store.list().filter((approval) => caller === undefined || approval.caller === caller.name);
  }

  /** Whoever speaks for a caller can answer what that caller asked, and nothing else. */
  answer(id: string, answer: ApprovalAnswer, caller?: Caller): AnswerResult {
    return this.list(caller).some((approval) => approval.id === id) || caller === undefined
      ? this.#store.answer(id, answer)
      : 'not_found';
  }

  /** The same for one run, unless a person has said yes to the plan that it belongs to. */
  async askAbout(run: JudgedRun, known: KnownRun, judge: Judge): Promise<GateError | undefined> {
    const { judgement } = run.judged;
    const files = boundFiles(judge, run);
    const asked = fingerprintOf(run, judgement.policyVersion, files);
    const isAsAsked = () => fingerprintOf(run, judgement.policyVersion, boundFiles(judge, run)) === asked;
    const approval = this.plans.use(run.request.planApproval, asked);
    run.judge({ ...run.judged, approval, isAsAsked });
    if (approval) return undefined;
    const subject = subjectOf(run, files.paths, files.contents);
    const remembered = withoutSecrets(subject, run);
    return await this.ask({ known, judgement, subject, remembered, always: files.always }, asked);
  }

  /** Resolves to what keeps it from running, or to nothing. */
  async ask(question: Question, fingerprint: string): Promise<GateError | undefined> {
    try {
      return await this.#ask(question, fingerprint, mostTimesAsked);
    } catch (error) {
      if (error instanceof GateError) return error;
      question.known.run.emit({ type: 'log', level: 'error', message: `Asking failed: ${String(error)}` });
      return unavailable('nobody could be asked');
    }
  }

  async #ask(question: Question, fingerprint: string, timesLeft: number): Promise<GateError | undefined> {
    const earlier = this.#store.find(fingerprint);
    if (earlier && !this.#awaited.has(earlier.approval.id)) {
      const answer = earlier.answer && this.#store.take(earlier.approval.id);
      if (answer) return await this.#settle(question, { approval: earlier.approval, answer });
      if (!earlier.answer) return await this.#waitOrAskAgain(earlier.approval, question, timesLeft);
    }
    const { caller } = question.known;
    if (this.list(caller).length >= mostOfCaller) return unaskable('too_many');
    const approval = toApproval(question, fingerprint, this.#expiresMs);
    const opened = this.#store.open(approval);
    return opened === 'opened' ? await this.#waitOrAskAgain(approval, question, timesLeft) : unaskable(opened);
  }

  /** Two gates can wait for the same question: one of them uses the answer up, or is canceled and takes it back. */
  async #waitOrAskAgain(approval: Approval, question: Question, timesLeft: number): Promise<GateError | undefined> {
    const refusal = await this.#waitFor(approval, question);
    if (refusal !== 'gone') return refusal;
    if (timesLeft > 1) return await this.#ask(question, approval.fingerprint, timesLeft - 1);
    return this.#unanswered(question.known.run, approval);
  }

  #isStillAsked({ id, expires_at }: Approval): boolean {
    return Date.parse(expires_at) <= Date.now() || this.#store.list().some((approval) => approval.id === id);
  }

  async #waitFor(approval: Approval, question: Question): Promise<GateError | 'gone' | undefined> {
    const { known } = question;
    const over = new AbortController();
    const forgetCancel = linkSignals(known.signal, over);
    const timer = setTimeout(() => over.abort(), Date.parse(approval.expires_at) - Date.now());
    this.#awaited.add(approval.id);
    known.approvalId = approval.id;
    try {
      await this.#record('asked', { run: known.runId, approval: { ...approval, subject: question.remembered } });
      known.run.emit({ type: 'approval-request', approval });
      await this.#someoneAnswers(approval, known.run, over.signal);
      if (known.signal.aborted) {
        this.#store.withdraw(approval.id);
        return canceled('validation');
      }
      const answer = this.#store.take(approval.id);
      if (answer) return await this.#settle(question, { approval, answer });
      return this.#isStillAsked(approval) ? this.#unanswered(known.run, approval) : 'gone';
    } finally {
      over.abort();
      clearTimeout(timer);
      forgetCancel();
      this.#awaited.delete(approval.id);
      known.approvalId = undefined;
    }
  }

  /** Resolves when there is an answer, and without one when nobody is left who could give it. */
  async #someoneAnswers(approval: Approval, run: Run, signal: AbortSignal): Promise<void> {
    const { request } = run;
    const channels = [request.askPerson, this.#askOwner].filter((ask) => ask !== undefined);
    const asked = channels.map(async (ask) => {
      const answer = await ask(approval, signal);
      if (answer && !signal.aborted) this.#hear(approval, answer, run);
    });
    // A channel that breaks is one that nobody answers by.
    const nobodyLeft = Promise.allSettled(asked).then(() => {
      // Whoever is asked between two calls need not wait for a terminal.
      if (!request.asksLater) return this.#whenUnwatched(signal);
    });
    await Promise.race([this.#store.whenAnswered(approval.id, signal), nobodyLeft]);
  }

  /** An answer that cannot be read is none; whoever wrote the channel should know. */
  #hear(approval: Approval, answer: ApprovalAnswer, run: Run): void {
    try {
      this.#store.answer(approval.id, answer);
    } catch (error) {
      run.emit({ type: 'log', level: 'error', message: `An answer was left out: ${(error as Error).message}` });
    }
  }

  async #whenUnwatched(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#store.isWatched()) await pause(presenceMs, signal);
  }

  async #settle({ known, always }: Question, { approval, answer }: Answered): Promise<GateError | undefined> {
    const { run } = known;
    run.emit({ type: 'approval-answer', id: approval.id, answer: answer.answer, by: answer.by });
    if (run.judged) run.judge({ ...run.judged, approval: { id: approval.id, answer: answer.answer, by: answer.by } });
    const { note, always: forAlways } = answer;
    await this.#record('answered', {
      run: known.runId,
      approval_id: approval.id,
      answer: answer.answer,
      by: answer.by,
      ...(note !== undefined && { note }),
      ...(forAlways && { always: true }),
    });
    if (answer.answer !== 'approve') return deniedByPerson(run, answer);
    // Made of what is judged now, not of what stands in the file of the question.
    if (answer.always && always) {
      await this.#store.addAlways(always.rule).catch(() => {
        run.warn('RULE_NOT_WRITTEN', 'It was approved, but the rule that allows it from now on could not be written.');
      });
    }
    return undefined;
  }

  #unanswered(run: Run, { id, reason, expires_at }: Approval): GateError {
    const late = Date.parse(expires_at) <= Date.now();
    return new GateError('APPROVAL_REQUIRED', `'${run.path.join(' ')}' needs a person's approval: ${reason}`, {
      hint: late
        ? 'Nobody answered in time. Send it again when somebody is there'
        : `Nobody answered. ${this.#advice}; then send the same request again, until ${expires_at}`,
      ...(!late && { approvalId: id }),
    });
  }
}

function unaskable(why: 'too_large' | 'too_many'): GateError {
  return why === 'too_large'
    ? new GateError('PERMISSION_DENIED', 'It needs an approval, and is too large for anybody to judge', {
        hint: 'Put what is long into a file, or send fewer lines at a time',
      })
    : new GateError('UNAVAILABLE', 'It needs an approval, and too many requests wait for one already', {
        hint: 'Wait until those are answered or have expired',
        retryAfterMs: 60_000,
      });
}

/** Aborts one with the other. Gives a way to undo it. */
function linkSignals(from: AbortSignal, to: AbortController): () => void {
  const abort = () => to.abort();
  if (from.aborted) abort();
  from.addEventListener('abort', abort, { once: true });
  return () => from.removeEventListener('abort', abort);
}

interface Answered {
  readonly approval: Approval;
  readonly answer: ApprovalAnswer;
}

function toApproval({ known, judgement, subject, always }: Question, fingerprint: string, expiresMs: number): Approval {
  const { run } = known;
  const now = Date.now();
  return {
    id: `approval_${newId()}`,
    fingerprint,
    run: run.runId,
    caller: run.caller.name,
    door: run.request.door,
    session: run.session.id,
    chat: run.request.chat ?? null,
    subject,
    reason: judgement.reason,
    rules: judgement.rules,
    evidence: judgement.evidence,
    policy_version: judgement.policyVersion,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + expiresMs).toISOString(),
    always: always ?? null,
  };
}

function deniedByPerson(run: Run, { note, by }: ApprovalAnswer): GateError {
  const said = note === undefined ? '' : `: ${note}`;
  return new GateError('PERMISSION_DENIED', `A person denied '${run.path.join(' ')}' (${by})${said}`, {
    hint: 'Do not send it again. Ask what to do instead, or choose another way',
  });
}
