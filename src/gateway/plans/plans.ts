// Plans that are looked at as a whole before any of their lines runs: what each line would meet, and one yes for all
// of them that ask.

import { basename } from 'node:path';
import type { ApprovalSubject, AskingLine } from '../../vocabulary/approval.js';
import type { Command } from '../../vocabulary/command.js';
import type { Judgement } from '../../vocabulary/decision.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { PlanApproval, Request } from '../../vocabulary/request.js';
import { subjectOf, withoutSecrets } from '../approval-subject.js';
import type { Approvals } from '../approvals.js';
import { boundFiles } from '../bound-files.js';
import { conclude } from '../conclude.js';
import { type Decider, refuseBackground } from '../decider.js';
import { fingerprintOf } from '../fingerprint.js';
import type { Judge } from '../judge.js';
import { notConfirmed } from '../options/confirm-destructive.js';
import { isStandardOption } from '../read-options.js';
import type { Written } from '../recorder.js';
import type { RequestReader } from '../request-reader.js';
import type { GivenApproval, Run } from '../run.js';
import type { KnownRun } from '../run-book.js';
import { type AskedLine, fingerprintOfPlan, type WholePlan } from './asked-plan.js';
import { aboutKnownFields, type UnknownFields } from './known-fields.js';

/** What a plan needs of its gate. */
export interface PlanHost {
  readonly judge: Judge;
  readonly decider: Decider;
  readonly reader: RequestReader;
  /** As what the question about a whole plan is recorded. */
  readonly exec: Command | undefined;
  newRun(request: Request): Run;
  /** Which command it is, and whether it may come in at all; takes nothing from what may be sent in a minute. */
  find(run: Run): GateError | undefined;
  /** From now on it can be looked at and canceled. */
  know(run: Run): KnownRun;
  accept(run: Run): Written;
  refuse(run: Run, error: GateError): Promise<Outcome>;
  answer(run: Run, outcome: Outcome): Promise<Outcome>;
  approvals(): Promise<Approvals>;
}

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
  readonly secrets: readonly string[];
}

export class Plans {
  readonly #host: PlanHost;

  constructor(host: PlanHost) {
    this.#host = host;
  }

  /**
   * What the request would meet if it came now. The fields in `unknown` are left out of it: their values are not known
   * yet, so that only the others are looked at, and nothing is asked.
   */
  async foresee(request: Request, unknown: UnknownFields = []): Promise<Foreseen> {
    const run = this.#host.newRun(request);
    try {
      const error = await this.#problemWith(run, unknown);
      if (error) return { status: 'refused', outcome: await this.#host.refuse(run, error) };
      if (run.asks && unknown.length === 0) return { status: 'asks', question: this.#questionAbout(run) };
      return { status: 'runs', line: { describe: () => briefly(run), secrets: run.secrets ?? [] } };
    } catch (error) {
      run.showAs(run.path.join(' '));
      return { status: 'refused', outcome: await this.#host.answer(run, conclude(run, { status: 'threw', error })) };
    }
  }

  /** Asks once for all lines that ask. What cannot be run without a yes is the outcome where there is none. */
  async approve(request: Request, plan: WholePlan): Promise<PlanApproval | Outcome> {
    const { exec, newRun, know, accept, answer, approvals: open } = this.#host;
    const run = newRun(request);
    run.resolved = exec;
    run.judgement = judgementOf(plan);
    const known = know(run);
    known.enter('queued');
    const approvals = await open();
    const refusal =
      (await accept(run)) ?? (await approvals.ask(questionAbout(known, plan), fingerprintOfPlan(run, plan)));
    const outcome: Outcome = refusal
      ? { status: 'failed', error: refusal, run }
      : completed(run, { approved: plan.asking.map(({ line }) => line) });
    const answered = await answer(run, outcome);
    known.end(outcome);
    if (refusal) return answered;
    return approvals.plans.add(
      run.approval as GivenApproval,
      plan.asking.map(({ fingerprint }) => fingerprint),
    );
  }

  /** The plan is over: its yes is used up, whatever is left of it. */
  async end(approval: PlanApproval): Promise<void> {
    (await this.#host.approvals()).plans.end(approval);
  }

  async #problemWith(run: Run, unknown: UnknownFields): Promise<GateError | undefined> {
    const { find, reader } = this.#host;
    const early = find(run);
    if (early) return early;
    const invalid = await reader.validate(run);
    if (unknown.length === 0) return invalid ?? this.#decide(run, true);
    const problem = invalid && aboutKnownFields(run, invalid, unknown);
    if (problem) return problem;
    // What a program would do is not known before its arguments are.
    return run.resolved?.plan ? undefined : this.#decide(run, unknown !== 'all' && !unknown.some(isStandardOption));
  }

  #decide(run: Run, knowsOptions: boolean): GateError | undefined {
    const error = this.#host.decider.decide(run);
    if (error || !knowsOptions) return error;
    return refuseBackground(run) ?? (run.unconfirmed ? notConfirmed(run) : undefined);
  }

  #questionAbout(run: Run): Omit<AskedLine, 'line'> {
    const judgement = run.judgement as Judgement;
    const files = boundFiles(this.#host.judge, run);
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
function briefly(run: Run): ApprovalSubject {
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
    judgement: known.run.judgement as Judgement,
    subject: { ...about, lines: lines(({ subject }) => subject), rest: rest() },
    remembered: { ...about, lines: lines(({ remembered }) => remembered) },
    // A rule is written for one thing that was looked at, not for many.
    always: undefined,
  };
}
