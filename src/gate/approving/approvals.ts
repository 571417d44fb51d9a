// Asks a person, by whichever channel there is. The first answer counts; it is good for this request, once.

import { shownLine } from '../../command-line/shown-call.js';
import { type AnswerResult, type ApprovalStore, usualExpiresMs } from '../../ledger/approvals/approval-store.js';
import { createMemoryApprovalStore } from '../../ledger/approvals/memory-approval-store.js';
import { networkRule } from '../../policy/rules/network-rules.js';
import { isShell } from '../../policy/rules/rule.js';
import {
  type AlwaysRule,
  type Approval,
  type ApprovalAnswer,
  type ApprovalSubject,
  rulesOf,
  type WantedHosts,
} from '../../vocabulary/approval.js';
import type { Judgement } from '../../vocabulary/decision.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { newId } from '../../vocabulary/new-id.js';
import { pause } from '../../vocabulary/pause.js';
import type { AskPerson, Caller } from '../../vocabulary/request.js';
import type { Judge } from '../judging/judge.js';
import { adviseOwner } from '../network/network-desk.js';
import { NetworkGrants } from '../network/network-grants.js';
import { canonical, type Wanted } from '../network/wanted-network.js';
import { canceledBeforeApproval, unavailable } from '../refusals.js';
import type { JudgedRun, Run } from '../run/run.js';
import type { KnownRun } from '../run/run-book.js';
import type { RefusedHosts } from '../run/running.js';
import { subjectOf, withoutSecrets } from './approval-subject.js';
import { ApprovedPlans } from './approved-plans.js';
import { boundFiles } from './bound-files.js';
import { describeSession } from './describe-session.js';
import { fingerprintOf, fingerprintOfRefused } from './fingerprint.js';
import { noticeOf, type TellNotice } from './notice.js';
import { type Offers, offersFor, type SessionOffer } from './offers.js';

export interface ApprovalOptions {
  /** Where they are kept; in this process unless given. */
  readonly store?: ApprovalStore | undefined;
  /** Whether the judge reads the rules that "always" writes into the store, as it does unless this is false. */
  readonly keepsRules?: false | undefined;
  /** How long a request can be answered. */
  readonly expiresMs?: number | undefined;
  /** A person who can always be asked: whoever embeds the gate. */
  readonly askOwner?: AskPerson | undefined;
  /** What an agent is told about how to get an approval, when nobody answered. */
  readonly advice?: string | undefined;
  /** Nobody can answer once the request is over: a person has to run it, by this program, in place of the agent. */
  readonly byHand?: string | undefined;
  /** Tells somebody that a question waits. */
  readonly notify?: TellNotice | undefined;
}

/** What was asked and answered is remembered; where it cannot be, nobody is asked. */
export type RecordApproval = (type: 'asked' | 'answered', fields: Readonly<Record<string, unknown>>) => Promise<void>;

const nowhere: RecordApproval = async () => undefined;

/** What is asked about. */
export interface Question extends Offers {
  readonly known: KnownRun;
  readonly judgement: Judgement;
  readonly subject: ApprovalSubject;
  /** The subject as it may be kept for ever. */
  readonly remembered: ApprovalSubject;
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
  readonly #byHand: string | undefined;
  readonly #notify: TellNotice | undefined;
  readonly #record: RecordApproval;
  readonly #grants: NetworkGrants;
  /** Whether what is answered with "always" is there the next time. */
  readonly #keepsRules: boolean;
  /** What people said yes to as a whole. */
  readonly plans = new ApprovedPlans();
  /** Those that a run of this gate waits for: another run needs one of its own. */
  readonly #awaited = new Set<string>();

  constructor(
    { store, keepsRules, expiresMs, askOwner, advice, byHand, notify }: ApprovalOptions,
    record: RecordApproval = nowhere,
    grants = new NetworkGrants(),
  ) {
    this.#record = record;
    this.#notify = notify;
    this.#grants = grants;
    this.#keepsRules = store !== undefined && keepsRules !== false;
    this.#store = store ?? createMemoryApprovalStore();
    this.#expiresMs = expiresMs ?? usualExpiresMs;
    this.#askOwner = askOwner;
    this.#advice = advice ?? defaultAdvice;
    this.#byHand = byHand;
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
    const { wanted, wantsOnlyNetwork } = run.judged;
    const question = { known, judgement, subject, remembered };
    if (wanted.length === 0) {
      return await this.ask({ ...question, ...offersFor(files, run, judge, this.#keepsRules) }, asked);
    }
    const always = wantsOnlyNetwork ? this.#ruleFor(run, wanted) : undefined;
    const forSession = wantsOnlyNetwork ? this.#hostsForSession(run, wanted) : undefined;
    return await this.ask({ ...question, always, forSession }, asked);
  }

  #hostsForSession(run: Run, wanted: readonly Wanted[]): SessionOffer {
    return { means: describeSession(wanted), give: () => this.#grants.give(run, wanted) };
  }

  /** Hosts for one program; with several, a rule for each would be more than was asked. */
  #ruleFor({ caller }: Run, wanted: readonly Wanted[]): AlwaysRule | undefined {
    const [first, ...others] = wanted;
    if (!this.#keepsRules || !first || others.some(({ program }) => program !== first.program)) return undefined;
    const hosts = [...new Set(wanted.flatMap((one) => one.hosts))];
    return networkRule(first.program, hosts, caller.name);
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
    if (opened !== 'opened') return unaskable(opened);
    this.#tellWaiting(approval, question.known.run);
    return await this.#waitOrAskAgain(approval, question, timesLeft);
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
        return canceledBeforeApproval();
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
      run.emit({ type: 'log', level: 'error', message: `An answer was ignored: ${(error as Error).message}` });
    }
  }

  async #whenUnwatched(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#store.isWatched()) await pause(presenceMs, signal);
  }

  async #settle(
    { known, always, similar, forSession: offer }: Question,
    { approval, answer }: Answered,
  ): Promise<GateError | undefined> {
    const { run } = known;
    run.emit({ type: 'approval-answer', id: approval.id, answer: answer.answer, by: answer.by });
    if (run.judged) run.judge({ ...run.judged, approval: { id: approval.id, answer: answer.answer, by: answer.by } });
    const { note, always: forAlways, session: forSession } = answer;
    await this.#record('answered', {
      run: known.runId,
      approval_id: approval.id,
      answer: answer.answer,
      by: answer.by,
      ...(note !== undefined && { note }),
      ...(forAlways && { always: true }),
      ...(forAlways && answer.similar && { similar: true }),
      ...(forSession && { session: true }),
    });
    if (answer.answer !== 'approve') return deniedByPerson(run, answer);
    const notWritten = () =>
      run.warn(
        'RULE_NOT_WRITTEN',
        'It was approved, but the rule that would allow it from now on could not be written.',
      );
    if (forSession) await offer?.give().catch(notWritten);
    // Made of what is judged now, not of what stands in the file of the question.
    const rule = answer.similar ? (similar ?? always) : always;
    if (answer.always && rule) await this.#write(rule).catch(notWritten);
    return undefined;
  }

  async #write(always: AlwaysRule): Promise<void> {
    for (const rule of rulesOf(always)) await this.#store.addAlways(rule);
  }

  /** A yes that was given after this call was refused some hosts, used up. */
  async takeLate(run: JudgedRun): Promise<readonly WantedHosts[]> {
    const kept = this.#store.find(fingerprintOfRefused(run));
    const answer = kept?.answer?.answer === 'approve' ? this.#store.take(kept.approval.id) : undefined;
    if (!kept || !answer) return [];
    const wanted = (kept.approval.subject.network ?? []).map((one) => ({ ...one, hosts: canonical(one.hosts) }));
    if (answer.session && kept.approval.session_means !== undefined) await this.#grants.give(run, wanted);
    const about = { approval_id: kept.approval.id, answer: answer.answer, by: answer.by };
    await this.#record('answered', { run: run.runId, ...about, ...(answer.session && { session: true }) });
    return wanted;
  }

  /** Asks, without waiting, whether the hosts that a run was refused may be reached. Gives what the agent is told. */
  async offer(run: JudgedRun, known: KnownRun, refused: readonly RefusedHosts[]): Promise<string | undefined> {
    const fingerprint = fingerprintOfRefused(run);
    const earlier = this.#store.find(fingerprint);
    if (earlier?.answer) return undefined;
    if (!earlier && this.list(known.caller).length >= mostOfCaller) return undefined;
    const network = refused.map(({ what, program, hosts }) => ({ what, program, hosts }));
    const wanted = refused.every(({ isAlone }) => isAlone)
      ? network.map((one) => ({ ...one, preset: undefined }))
      : undefined;
    const subject = { ...subjectOf(run, []), network };
    const each = refused.map(({ what, hosts }) => `${what} tried to reach ${hosts.join(', ')}`).join('; ');
    const judgement = {
      ...run.judged.judgement,
      decision: 'ask' as const,
      rules: [],
      reason: `${each}, and was refused.`,
    };
    const always = wanted && this.#ruleFor(run, wanted);
    const forSession = wanted && this.#hostsForSession(run, wanted);
    const question = { known, judgement, subject, remembered: withoutSecrets(subject, run), always, forSession };
    const approval = earlier?.approval ?? toApproval(question, fingerprint, this.#expiresMs);
    if (!earlier && this.#store.open(approval) !== 'opened') return undefined;
    if (!earlier) {
      await this.#record('asked', { run: known.runId, approval: { ...approval, subject: question.remembered } });
      this.#tellWaiting(approval, run);
      this.#askOwnerLater(approval, run);
    }
    return `${withoutRules(this.#advice)} (${approval.id}); then send the same request again, until ${approval.expires_at}`;
  }

  /** Nobody waits until it was told. */
  #tellWaiting(approval: Approval, run: Run): void {
    this.#notify?.(noticeOf(approval, run.untold))
      .then((problem) => {
        if (problem !== undefined)
          run.emit({
            type: 'log',
            level: 'warn',
            message: `No notice was sent that ${approval.id} is waiting: ${problem}`,
          });
      })
      .catch(() => undefined);
  }

  /** Nobody waits for it: the answer counts for the next time. */
  #askOwnerLater(approval: Approval, run: Run): void {
    const until = AbortSignal.timeout(this.#expiresMs);
    this.#askOwner?.(approval, until)
      .then((answer) => answer && this.#hear(approval, answer, run))
      .catch(() => undefined);
  }

  /** Whether there is a door behind which somebody may sit. */
  #couldBeAsked({ request }: Run): boolean {
    return (
      request.askPerson !== undefined ||
      request.asksLater === true ||
      this.#askOwner !== undefined ||
      this.#store.isWatched()
    );
  }

  #unanswered(run: Run, approval: Approval): GateError {
    const { id, reason, expires_at, subject } = approval;
    const late = Date.parse(expires_at) <= Date.now();
    const couldBeAsked = this.#couldBeAsked(run);
    if (this.#byHand !== undefined && !couldBeAsked) {
      this.#store.withdraw(id);
      return new GateError('APPROVAL_REQUIRED', `'${run.path.join(' ')}' needs a person's approval: ${reason}`, {
        hint: `This client cannot ask its user. Ask a person to run it in a terminal: ${this.#byHand} ${subject.request}. Do not send it again afterwards: it would run twice`,
      });
    }
    const whoWasThere = late || couldBeAsked ? 'Nobody answered' : 'Nobody is available to answer right now';
    const wanted = run.judged?.wanted ?? [];
    const forGood = wanted.length === 0 ? '' : `. ${adviseOwner(wanted)}`;
    return new GateError('APPROVAL_REQUIRED', `'${run.path.join(' ')}' needs a person's approval: ${reason}`, {
      hint: late
        ? `${whoWasThere} in time. Send it again when somebody is available`
        : `${whoWasThere}. ${wanted.length === 0 ? this.#advice : withoutRules(this.#advice)}; then send the same request again, until ${expires_at}${forGood}`,
      ...(!late && { approvalId: id }),
    });
  }
}

/** What the programs reach is no matter of rules. */
function withoutRules(advice: string): string {
  return advice.replace(/, or allow it by a rule of the policy$/, '');
}

function unaskable(why: 'too_large' | 'too_many'): GateError {
  return why === 'too_large'
    ? new GateError('PERMISSION_DENIED', 'It needs approval, but is too large for a person to review', {
        hint: 'Put long text into a file, or send fewer lines at a time',
      })
    : new GateError('UNAVAILABLE', 'It needs approval, but too many requests are already waiting for one', {
        hint: 'Wait until those are answered or expire',
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

function toApproval(
  { known, judgement, subject, always, similar, forSession }: Question,
  fingerprint: string,
  expiresMs: number,
): Approval {
  const { run } = known;
  const now = Date.now();
  return {
    id: `approval_${newId()}`,
    fingerprint,
    run: run.runId,
    caller: run.caller.name,
    door: run.request.door,
    ...(run.request.client !== undefined && { client: run.request.client }),
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
    ...(similar && { similar }),
    ...(forSession && { session_means: forSession.means }),
  };
}

const longestNamed = 200;

/** Of a call with many lines, enough to know it by. */
function shortened(line: string): string {
  const flat = line.replace(/\s+/g, ' ').trim();
  return flat.length > longestNamed ? `${flat.slice(0, longestNamed).toWellFormed()}…` : flat;
}

function deniedByPerson(run: Run, { note, by }: ApprovalAnswer): GateError {
  const said = note === undefined ? '' : `: ${note}`;
  const what = isShell(run.path) ? shortened(shownLine(run.command)) : run.path.join(' ');
  if (run.request.door === 'cli' && by === 'terminal') {
    return new GateError('PERMISSION_DENIED', `'${run.path.join(' ')}' was not run: you answered no`, {
      hint: 'Nothing was changed',
    });
  }
  return new GateError('PERMISSION_DENIED', `A person denied '${what}' (${by})${said}`, {
    hint: 'Do not send it again, and do not try to reach the same effect otherwise. Tell the user what you wanted and why',
  });
}
