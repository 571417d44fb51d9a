// Plans that are looked at as a whole before any of their lines runs: what each line would meet, and one yes for all
// of them that ask.

import { basename } from 'node:path';
import type { ApprovalSubject, AskingLine } from '../../vocabulary/approval.js';
import type { Judgement } from '../../vocabulary/decision.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { PlanApproval, Request } from '../../vocabulary/request.js';
import type { Secrets } from '../../vocabulary/secrets.js';
import { subjectOf, withoutSecrets } from '../approving/approval-subject.js';
import { boundFiles } from '../approving/bound-files.js';
import { fingerprintOf } from '../approving/fingerprint.js';
import type { Judge } from '../judging/judge.js';
import { notConfirmed } from '../options/confirm-destructive.js';
import { isStandardOption } from '../reading/read-options.js';
import { type GivenApproval, isJudged, type JudgedRun, type ReadyRun, type Run } from '../run/run.js';
import type { KnownRun } from '../run/run-book.js';
import type { Stations } from '../stations/stations.js';
import { resolve } from '../walk.js';
import { know, refuseBackground } from '../when-to-answer.js';
import { type AskedLine, fingerprintOfPlan, type WholePlan } from './asked-plan.js';
import { aboutKnownFields, type UnknownFields } from './known-fields.js';

/** What a line would meet. */
export type Foreseen =
  | { readonly status: 'runs'; readonly line: ForeseenLine }
  | { readonly status: 'asks'; readonly question: Omit<AskedLine, 'line'> }
  /** It was refused and recorded, like any request. */
  | { readonly status: 'refused'; readonly outcome: Outcome };

/** A line that does not ask, for whoever is asked about another one. */
export interface ForeseenLine {
  describe(): ApprovalSubject;
  /** What must not be shown of it. */
  readonly secrets: Secrets;
}

export class Plans {
  readonly #stations: () => Stations;
  readonly #judge: Judge;
  readonly #newRun: (request: Request) => Run;

  /** The stations are those of the moment: a reload replaces them. */
  constructor(stations: () => Stations, judge: Judge, newRun: (request: Request) => Run) {
    this.#stations = stations;
    this.#judge = judge;
    this.#newRun = newRun;
  }

  /**
   * What the request would meet if it came now. The fields in `unknown` are left out of it: their values are not known
   * yet, so that only the others are looked at, and nothing is asked.
   */
  async foresee(request: Request, unknown: UnknownFields = []): Promise<Foreseen> {
    const run = this.#newRun(request);
    try {
      const found = await this.#lookAt(run, unknown);
      if (found instanceof GateError) return { status: 'refused', outcome: await this.#refuse(run, found) };
      if (isJudged(found) && found.judged.asks && unknown.length === 0) {
        return { status: 'asks', question: this.#questionAbout(found) };
      }
      return { status: 'runs', line: { describe: () => briefly(found), secrets: run.secrets } };
    } catch (error) {
      return { status: 'refused', outcome: await this.#stations().answers.fail(run, error) };
    }
  }

  /** Asks once for all lines that ask. What cannot be run without a yes is the outcome where there is none. */
  async approve(request: Request, plan: WholePlan): Promise<PlanApproval | Outcome> {
    const run = this.#newRun(request);
    // As what the question about a whole plan is recorded.
    const { command, grammar } = this.#stations().registry.find(['exec']).node;
    if (command) run.resolve({ command, grammar, depth: 1 });
    run.judge({
      judgement: judgementOf(plan),
      asks: true,
      unconfirmed: false,
      distrusted: [],
      wanted: [],
      wantsOnlyNetwork: false,
      granted: [],
    });
    const known = know(run, this.#stations(), false);
    known.enter('queued');
    const approvals = await this.#stations().approver.approvals.get();
    const refusal =
      (await this.#stations().recorder.accept(run)) ??
      (await approvals.ask(questionAbout(known, plan), fingerprintOfPlan(run, plan)));
    const outcome: Outcome = refusal
      ? { status: 'failed', error: refusal, run }
      : completed(run, { approved: plan.asking.map(({ line }) => line) });
    const answered = await this.#stations().answers.tell(run, outcome);
    known.end(outcome);
    if (refusal) return answered;
    return approvals.plans.add(
      run.judged?.approval as GivenApproval,
      plan.asking.map(({ fingerprint }) => fingerprint),
    );
  }

  /** The plan is over: its yes is used up, whatever is left of it. */
  async end(approval: PlanApproval): Promise<void> {
    (await this.#stations().approver.approvals.get()).plans.end(approval);
  }

  async #lookAt(run: Run, unknown: UnknownFields): Promise<ReadyRun | GateError> {
    const resolved = resolve(run, this.#stations(), this.#stations().admission.foresee(run));
    if (resolved instanceof GateError) return resolved;
    const ready = await this.#stations().reader.validate(resolved);
    if (unknown.length === 0) return ready instanceof GateError ? ready : this.#decide(ready, true);
    const problem = ready instanceof GateError ? aboutKnownFields(resolved, ready, unknown) : undefined;
    if (problem) return problem;
    const known = run as ReadyRun;
    // What a program would do is not known before its arguments are.
    if (resolved.resolved.command.plan) return known;
    return this.#decide(known, unknown !== 'all' && !unknown.some(isStandardOption));
  }

  #decide(run: ReadyRun, knowsOptions: boolean): JudgedRun | GateError {
    const judged = this.#stations().decider.decide(run);
    if (judged instanceof GateError || !knowsOptions) return judged;
    const refusal = refuseBackground(run) ?? (judged.judged.unconfirmed ? notConfirmed(run) : undefined);
    return refusal ?? judged;
  }

  async #refuse(run: Run, error: GateError): Promise<Outcome> {
    return await this.#stations().answers.refuse(run, this.#stations().admission.admit(run) ?? error);
  }

  #questionAbout(run: JudgedRun): Omit<AskedLine, 'line'> {
    const { judgement } = run.judged;
    const files = boundFiles(this.#judge, run);
    const subject = subjectOf(run, files.paths, files.contents);
    return {
      fingerprint: fingerprintOf(run, judgement.policyVersion, files),
      judgement,
      subject,
      remembered: withoutSecrets(subject, run),
    };
  }
}

/** All that it would do; what every program gets beside that is left out. */
function briefly(run: ReadyRun): ApprovalSubject {
  const { environment: _names, touches: _paths, ...subject } = subjectOf(run, []);
  return subject;
}

function completed(run: Run, data: unknown): Outcome {
  return { status: 'completed', json: JSON.stringify(data), data, message: undefined, truncated: undefined, run };
}

function judgementOf({ asking, total }: WholePlan): Judgement {
  const some = `${asking.length} of its ${total} lines ${asking.length === 1 ? 'asks' : 'ask'}`;
  return {
    decision: 'ask',
    reason: total === 1 ? 'Its line asks.' : `${some}: ${countsIn(asking)}.`,
    rules: [],
    instead: undefined,
    evidence: [],
    policyVersion: asking[0]?.judgement.policyVersion ?? '',
  };
}

/** What stands between a hundred lines that look the same is seen here: the rare ones come first. */
function countsIn(asking: readonly AskedLine[]): string {
  const counts = new Map<string, number>();
  for (const { subject } of asking) {
    const name = subject.program === undefined ? subject.command : basename(subject.program);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rareFirst = [...counts].sort(([, one], [, other]) => one - other);
  return rareFirst.map(([name, count]) => `${count} × ${name}`).join(', ');
}

function questionAbout(known: KnownRun, { asking, rest, total, later }: WholePlan) {
  const about = { request: known.run.command, command: 'exec', others: total - asking.length - later.length, later };
  const lines = (subjectIn: (line: AskedLine) => AskingLine['subject']) =>
    asking.map((asked): AskingLine => {
      const { reason, rules, evidence } = asked.judgement;
      return { line: asked.line, subject: subjectIn(asked), reason, rules, evidence };
    });
  return {
    known,
    judgement: known.run.judged?.judgement as Judgement,
    subject: { ...about, lines: lines(({ subject }) => subject), rest: rest() },
    remembered: { ...about, lines: lines(({ remembered }) => remembered) },
    // A rule is written for one thing that was looked at, not for many.
    always: undefined,
  };
}
