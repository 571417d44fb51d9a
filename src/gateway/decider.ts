// Whether a run may go on: decided by what will really run, and looked at again right before it does.

import { describePlan } from '../planning/describe-plan.js';
import type { Command } from '../vocabulary/command.js';
import type { Judgement } from '../vocabulary/decision.js';
import type { GateError } from '../vocabulary/gate-error.js';
import type { ProgramPlan } from '../vocabulary/program.js';
import { type Judge, judgeOfOwnCommands } from './judge.js';
import { type Confirmation, canBeAsked, decidesByOption, isConfirmed } from './options/confirm-destructive.js';
import type { Checked } from './policy-commands.js';
import { backgroundNeedsServer, becameQuestionable, changedSince, deniedByPolicy } from './refusals.js';
import type { RequestReader } from './request-reader.js';
import type { Run } from './run.js';
import { isSamePlan } from './same-plan.js';
import { tellMissingSandbox } from './tell-missing-sandbox.js';
import type { TrustWatch } from './trust/trust-watch.js';

export class Decider {
  readonly #judge: Judge;
  readonly #reader: RequestReader;
  /** Whether whoever embeds the gate can be asked. */
  readonly #asksOwner: boolean;
  readonly #confirmation: Confirmation;
  readonly #trust: TrustWatch | undefined;

  constructor(judge: Judge, reader: RequestReader, asksOwner: boolean, confirmation: Confirmation, trust?: TrustWatch) {
    this.#judge = judge;
    this.#reader = reader;
    this.#asksOwner = asksOwner;
    this.#confirmation = confirmation;
    this.#trust = trust;
  }

  /** Judged by what will really run. Whoever only wants to know what would happen is not asked about it. */
  decide(run: Run): GateError | undefined {
    if (run.resolved?.builtIn) return undefined;
    const judgement = this.#judgeNow(run);
    run.judgement = judgement;
    tellMissingSandbox(run);
    if (judgement.decision === 'deny') return deniedByPolicy(run.path, judgement);
    run.asks = judgement.decision === 'ask' && !run.dryRun && run.standard?.validateOnly !== true;
    if (run.asks && this.#judge === judgeOfOwnCommands) this.#confirm(run, run.resolved as Command);
    return undefined;
  }

  #judgeNow(run: Run): Judgement {
    const judgement = this.#judge.judge(run);
    return this.#trust ? this.#trust.raise(run, judgement) : judgement;
  }

  /** Where no policy decides, the caller can say it; an owner who wants to be asked is asked all the same. */
  #confirm(run: Run, command: Command): void {
    if (!decidesByOption(run, command, this.#confirmation)) return;
    if (isConfirmed(run.standard, command)) {
      run.asks = this.#asksOwner;
      return;
    }
    if (canBeAsked(run, command, this.#asksOwner)) return;
    run.asks = false;
    run.unconfirmed = true;
    run.dryRun = true;
  }

  /** What it would meet, whoever would have to be asked. */
  async check(run: Run): Promise<Checked | GateError> {
    const refusal = this.#reader.findCommand(run) ?? (await this.#reader.validate(run));
    if (refusal) return refusal;
    const judge = run.resolved?.builtIn ? judgeOfOwnCommands : this.#judge;
    return { judgement: judge.judge(run), command: run.command, would_run: run.plan && describePlan(run.plan) };
  }

  /** What was judged and approved must be what is started: files and links may have changed meanwhile. */
  checkAgain(run: Run): (() => GateError | undefined) | undefined {
    if (!run.asks && !this.#judge.looksAtProgram(run)) return undefined;
    return () => {
      const { plan: judged, judgement: earlier } = run;
      const refusal = this.#reader.plan(run, run.resolved as Command);
      if (refusal) return refusal;
      if (!this.#reader.leadsWhereItLed(run)) return changedSince();
      const judgement = this.#judgeNow(run);
      if (judgement.decision === 'deny') return deniedByPolicy(run.path, judgement);
      const stricter = judgement.decision === 'ask' && earlier?.decision !== 'ask';
      const same = isSamePlan(judged, run.plan) && !stricter;
      return same && (run.isAsAsked?.() ?? true) ? undefined : changedSince();
    };
  }

  /** The same for a later program of a list. What was approved is the list, with what its programs print. */
  checkStep(run: Run, foreseen: ProgramPlan, plan: ProgramPlan): GateError | undefined {
    if (!run.asks && !this.#judge.looksAtProgram(run)) return undefined;
    if (plan.program !== foreseen.program) return changedSince(true);
    const judgement = this.#judge.judgeStep(run, plan);
    if (judgement.decision === 'deny') return deniedByPolicy(run.path, judgement);
    // A yes to the list was a yes to what was asked about it then.
    const isNew = judgement.decision === 'ask' && this.#judge.judgeStep(run, foreseen).decision !== 'ask';
    return isNew ? becameQuestionable(run.path, judgement) : undefined;
  }
}

/** It goes on after its answer, which its door must outlive. */
export function wantsBackground({ standard, resolved }: Run): boolean {
  return standard?.background === true && !resolved?.builtIn;
}

/** Whether it is only told what would happen. */
export function isOnlyTold({ dryRun, standard }: Run): boolean {
  return dryRun || standard?.validateOnly === true;
}

/** A command line ends with its answer. */
export function refuseBackground(run: Run): GateError | undefined {
  const isLost = wantsBackground(run) && run.request.door === 'cli';
  return isLost && !isOnlyTold(run) ? backgroundNeedsServer() : undefined;
}
