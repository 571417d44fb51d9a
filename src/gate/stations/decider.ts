// Whether a run may go on: decided by what will really run, and looked at again right before it does.

import { describePlan } from '../../planning/describe-plan.js';
import type { Judgement } from '../../vocabulary/decision.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { allowed, type Judge, judgeOfOwnCommands } from '../judging/judge.js';
import { tellMissingSandbox } from '../judging/tell-missing-sandbox.js';
import type { NetworkDesk } from '../network/network-desk.js';
import { type Confirmation, canBeAsked, decidesByOption, isConfirmed } from '../options/confirm-destructive.js';
import type { Checked } from '../own-commands/policy-commands.js';
import { deniedByPolicy } from '../refusals.js';
import type { Judged, JudgedRun, ReadyRun, ResolvedRun, Run } from '../run/run.js';
import type { TrustWatch } from '../trust/trust-watch.js';
import type { RequestReader } from './reader.js';

export class Decider {
  readonly #judge: Judge;
  readonly #reader: RequestReader;
  /** Whether whoever embeds the gate can be asked. */
  readonly #asksOwner: boolean;
  readonly #confirmation: Confirmation;
  readonly #network: NetworkDesk;
  readonly #trust: TrustWatch | undefined;

  constructor(
    judge: Judge,
    reader: RequestReader,
    asksOwner: boolean,
    confirmation: Confirmation,
    network: NetworkDesk,
    trust?: TrustWatch,
  ) {
    this.#judge = judge;
    this.#reader = reader;
    this.#asksOwner = asksOwner;
    this.#confirmation = confirmation;
    this.#network = network;
    this.#trust = trust;
  }

  /** Judged by what will really run. Whoever only wants to know what would happen is not asked about it. */
  decide(run: ReadyRun): JudgedRun | GateError {
    if (run.isBuiltIn) return run.judge(ownCommand);
    const { judgement, ...found } = this.judgeNow(run);
    // Most calls of functions: nothing about them is to be said.
    if (judgement === allowed && !run.planned) return run.judge(ownCommand);
    const { decision } = judgement;
    const isForClient = run.request.handsOver === 'client-asks';
    const mayAsk = decision === 'ask' && !isForClient && !run.dryRun && run.given.standard?.validateOnly !== true;
    const { asks, unconfirmed } = mayAsk ? this.#whoConfirms(run) : nobody;
    const judged = run.judge({ judgement, ...found, asks, unconfirmed, approval: undefined, isAsAsked: undefined });
    tellMissingSandbox(run);
    return decision === 'deny' ? deniedByPolicy(run.path, judgement) : judged;
  }

  /** What cannot be read can be run elsewhere all the same: a person has to decide about it. */
  askUnread(run: ResolvedRun, { message, hint, details }: GateError): JudgedRun {
    const problems = details.map((problem) => problem.message);
    const found = (problems.length > 0 ? problems : [message]).map(withoutPeriod).join('. ');
    const reason = `The effect of this line cannot be determined: ${found}.`;
    const instead = details.flatMap((problem) => problem.hint ?? []).join('. ') || hint;
    const judgement: Judgement = { ...allowed, decision: 'ask', reason: run.hide(reason), instead: run.hide(instead) };
    const given = run.given ?? { input: {}, standard: undefined, dryRun: false, list: undefined };
    return run.give(given).judge({ ...ownCommand, judgement, asks: run.request.handsOver === 'gate-asks' });
  }

  /** Without deciding anything. */
  judgeNow(run: ReadyRun): Pick<Judged, 'judgement' | 'distrusted' | 'wanted' | 'wantsOnlyNetwork' | 'granted'> {
    const raised = this.#network.raise(run, this.#judge.judge(run));
    const { judgement, distrusted } = this.#trust?.raise(run, raised.judgement) ?? {
      judgement: raised.judgement,
      distrusted: nothing,
    };
    return { ...raised, judgement, distrusted, wantsOnlyNetwork: raised.wantsOnlyNetwork && distrusted.length === 0 };
  }

  /** Where no policy decides, the caller can say it; an owner who wants to be asked is asked all the same. */
  #whoConfirms(run: ReadyRun): Pick<Judged, 'asks' | 'unconfirmed'> {
    const { command } = run.resolved;
    if (this.#judge !== judgeOfOwnCommands || !decidesByOption(run, command, this.#confirmation)) return aPerson;
    if (isConfirmed(run.given.standard, command, this.#confirmation)) return this.#asksOwner ? aPerson : nobody;
    return canBeAsked(run, command, this.#asksOwner) ? aPerson : { asks: false, unconfirmed: true };
  }

  /** What it would meet, whoever would have to be asked. */
  async check(run: Run): Promise<Checked | GateError> {
    const found = this.#reader.findCommand(run);
    if (found instanceof GateError) return found;
    const ready = await this.#reader.validate(found);
    if (ready instanceof GateError) return ready;
    const judgement = run.isBuiltIn
      ? judgeOfOwnCommands.judge(ready)
      : this.#network.raise(ready, this.#judge.judge(ready)).judgement;
    return { judgement, command: run.command, would_run: run.plan && describePlan(run.plan) };
  }
}

function withoutPeriod(text: string): string {
  return text.replace(/\.$/, '');
}

const nothing: Judged['distrusted'] = [];
const nobody = { asks: false, unconfirmed: false };
const aPerson = { asks: true, unconfirmed: false };

const ownCommand: Judged = {
  ...{ judgement: allowed, distrusted: nothing, asks: false, unconfirmed: false },
  ...{ wanted: [], wantsOnlyNetwork: false, granted: [], approval: undefined, isAsAsked: undefined },
};
