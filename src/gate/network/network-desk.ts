// A program that needs hosts which its sandbox does not let it reach: it is not started to fail, or to hang. A person is
// asked first, unless one has said yes for the session or for always.

import { basename } from 'node:path';
import type { WayOut } from '../../execution/sandbox/sandbox.js';
import { isShell } from '../../policy/rules/rule.js';
import type { WantedHosts } from '../../vocabulary/approval.js';
import type { Judgement } from '../../vocabulary/decision.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { Judge } from '../judging/judge.js';
import type { ReadyRun, RunningRun } from '../run/run.js';
import type { NetworkGrants } from './network-grants.js';
import { findWanted, programsOf, type Wanted } from './wanted-network.js';

/** What is said of a run with what it wants to reach. */
export interface RaisedForNetwork {
  readonly judgement: Judgement;
  readonly wanted: readonly Wanted[];
  /** Nothing else speaks against it: a yes to the hosts can be one for longer than this run. */
  readonly wantsOnlyNetwork: boolean;
}

/** Whoever runs code that nobody sees into may talk to anybody. */
const connecting = ['network', 'runs-code', 'inline-code'] as const;

/** Whether a sandbox can let this program reach some hosts. */
type CanReach = (plan: ProgramPlan) => boolean;

export class NetworkDesk {
  readonly #judge: Judge;
  readonly grants: NetworkGrants;
  readonly #canReach: CanReach;

  constructor(judge: Judge, grants: NetworkGrants, canReach: CanReach) {
    this.#canReach = canReach;
    this.#judge = judge;
    this.grants = grants;
  }

  /** What the policy said, or that a person has to let it reach the hosts first. */
  raise(run: ReadyRun, judgement: Judgement): RaisedForNetwork {
    const mayAsk = judgement.decision !== 'deny' && run.plan && isShell(run.path) && this.#canReach(run.plan);
    const wanted = mayAsk ? findWanted(run, this.#judge) : [];
    if (wanted.length === 0) return { judgement, wanted, wantsOnlyNetwork: false };
    // With a list, the policy asks about every call that talks to anybody. Here the question is about the hosts.
    const held = judgement.decision === 'ask' ? (this.#judge.judgeHeld?.(run) ?? judgement) : judgement;
    const wantsOnlyNetwork = held.decision === 'allow';
    if (wanted.every((one) => this.grants.covers(run, one))) {
      const reason = `A person allowed its hosts: ${hostsOf(wanted).join(', ')}.`;
      return { judgement: wantsOnlyNetwork ? { ...held, reason } : judgement, wanted, wantsOnlyNetwork };
    }
    const evidence = wanted.flatMap(({ what, hosts }) =>
      hosts.map((host) => ({ effect: 'network', why: `${what} wants ${host}` })),
    );
    const reason = wanted.map((one) => reasonOf(one, run)).join(' ');
    return {
      judgement: {
        ...judgement,
        decision: 'ask',
        reason: wantsOnlyNetwork ? reason : `${reason} ${judgement.reason}`,
        rules: wantsOnlyNetwork ? [] : judgement.rules,
        evidence: [...evidence, ...judgement.evidence],
      },
      wanted,
      wantsOnlyNetwork,
    };
  }

  /** What a program of the run may reach beyond the list: what was asked about it, and what people said before. */
  wayOut(run: RunningRun, plan: ProgramPlan): WayOut {
    const programs = programsOf(run, plan, this.#judge);
    // It would not have come here without a yes.
    const agreed = [...run.judged.wanted, ...run.running.late];
    const asked = agreed.filter(({ program }) => programs.includes(program));
    const granted = [...asked.flatMap(({ hosts }) => hosts), ...this.grants.hostsFor(run, programs)];
    const observes = this.#mayConnect(run, plan);
    run.running.mayConnect ||= observes;
    return { granted: [...new Set(granted)], observes };
  }

  /** Who a refusal is told of: the program that the call comes down to. */
  describe(run: ReadyRun, plan: ProgramPlan): Omit<WantedHosts, 'hosts'> {
    const last = this.#judge.understand?.(run, plan).steps.at(-1);
    const program = last?.program ?? plan.program;
    return { what: basename(last?.name ?? plan.name), program };
  }

  /** Whether it could talk to anybody. Of most calls it is known that they do not, and they start without a proxy. */
  #mayConnect(run: ReadyRun, plan: ProgramPlan): boolean {
    // What the owner has described has the network that he gave it.
    const found = isShell(run.path) ? this.#judge.understand?.(run, plan) : undefined;
    if (!found) return false;
    return !found.understood || connecting.some((effect) => found.effects.has(effect));
  }
}

function reasonOf({ what, hosts }: Wanted, { network }: ReadyRun): string {
  const reached = network === 'off' ? 'no host' : 'only the hosts that the owner lists';
  return `${what} wants ${hosts.join(', ')}, and the sandbox lets it reach ${reached}.`;
}

function hostsOf(wanted: readonly Wanted[]): readonly string[] {
  return [...new Set(wanted.flatMap(({ hosts }) => hosts))];
}

/** What the owner can write so that nobody has to be asked. */
export function adviseOwner(wanted: readonly Wanted[]): string {
  const presets = [...new Set(wanted.flatMap(({ preset }) => preset ?? []))];
  const usual =
    presets.length > 0
      ? ` (the preset ${presets.map((name) => JSON.stringify(name)).join(', ')} has the usual ones)`
      : '';
  const list = JSON.stringify(hostsOf(wanted)).replaceAll(',', ', ');
  return `The owner can allow it for all programs with "sandbox": { "network": ${list} }${usual}`;
}
