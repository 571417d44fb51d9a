// Right before a program starts: it must be what was judged and approved. Files and links may have changed meanwhile.

import type { GateError } from '../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { Judge } from '../judging/judge.js';
import { isSamePlan, isStillThere } from '../judging/same-plan.js';
import { isFresh } from '../judging/seen-files.js';
import type { NetworkDesk } from '../network/network-desk.js';
import { becameQuestionable, changedSince, deniedByPolicy } from '../refusals.js';
import type { JudgedRun, Planned } from '../run/run.js';
import type { Decider } from './decider.js';
import type { RequestReader } from './reader.js';

export class SecondLook {
  readonly #judge: Judge;
  readonly #reader: RequestReader;
  readonly #decider: Decider;
  readonly #network: NetworkDesk;

  constructor(judge: Judge, reader: RequestReader, decider: Decider, network: NetworkDesk) {
    this.#network = network;
    this.#judge = judge;
    this.#reader = reader;
    this.#decider = decider;
  }

  /**
   * What was judged and approved must be what is started: files and links may have changed meanwhile. Where something was
   * waited for it is planned and judged again; otherwise it is enough that what was looked at is still the same.
   */
  checkAgain(run: JudgedRun, { plan, seen }: Planned, hasWaited: boolean): GateError | undefined {
    const { asks } = run.judged;
    if (!asks && !this.#judge.looksAtProgram(run)) return isStillThere(plan) ? undefined : changedSince();
    const isSame = !asks && !hasWaited && isFresh(seen, plan) && this.#judge.leadsWhereItLed(run);
    return isSame && this.#reader.leadsWhereItLed(run) ? undefined : this.#decideAgain(run, plan);
  }

  #decideAgain(run: JudgedRun, plan: ProgramPlan): GateError | undefined {
    const { judged } = run;
    const refusal = this.#reader.plan(run);
    if (refusal) return refusal;
    if (!this.#reader.leadsWhereItLed(run)) return changedSince();
    const { judgement, distrusted } = this.#decider.judgeNow(run);
    if (judgement.decision === 'deny') return deniedByPolicy(run.path, judgement);
    const stricter = judgement.decision === 'ask' && judged.judgement.decision !== 'ask';
    const same = isSamePlan(plan, run.plan) && !stricter;
    run.judge({ ...judged, distrusted });
    return same && (judged.isAsAsked?.() ?? true) ? undefined : changedSince();
  }

  /** The same for a later program of a list. What was approved is the list, with what its programs print. */
  checkStep(run: JudgedRun, foreseen: ProgramPlan, plan: ProgramPlan): GateError | undefined {
    if (!run.judged.asks && !this.#judge.looksAtProgram(run)) return undefined;
    if (plan.program !== foreseen.program) return changedSince(true);
    const judgement = this.#judge.judgeStep(run, plan);
    if (judgement.decision === 'deny') return deniedByPolicy(run.path, judgement);
    // A yes to the list was a yes to what was asked about it then.
    const isNew = judgement.decision === 'ask' && this.#judge.judgeStep(run, foreseen).decision !== 'ask';
    return isNew ? becameQuestionable(run.path, judgement) : undefined;
  }

  /**
   * The same for a program of a line, with the words that it really gets. What was approved is what was shown: a person
   * may have seen a word that only the line itself can tell, and then the answer was about any.
   */
  checkPart(run: JudgedRun, foreseen: readonly ProgramPlan[], plan: ProgramPlan): GateError | undefined {
    if (!run.judged.asks && !this.#judge.looksAtProgram(run)) return undefined;
    const judgement = this.#network.judgePart(run, plan);
    if (judgement.decision === 'deny') return deniedByPolicy(run.path, judgement);
    if (judgement.decision === 'allow') return undefined;
    const isCovered = foreseen.some((one) => covers(one, plan) && this.#judge.judgeStep(run, one).decision === 'ask');
    return run.judged.asks && isCovered ? undefined : becameQuestionable(run.path, judgement);
  }

  /** It was let start, and does so now. */
  starts(run: JudgedRun, plan: ProgramPlan): void {
    if (!plan.line) this.#judge.startsProgram?.(run, plan);
  }

  begins(run: JudgedRun): void {
    this.#judge.begins?.(run);
  }

  ends(run: JudgedRun): void {
    this.#judge.ends?.(run);
  }
}

/** Whether it is what a person was shown. */
function covers(foreseen: ProgramPlan, plan: ProgramPlan): boolean {
  const isSamePlace = foreseen.program === plan.program && foreseen.directory === plan.directory;
  return foreseen.hasUnknown === 'words' ? isSamePlace : isSamePlan(foreseen, plan);
}
