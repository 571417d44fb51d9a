// A program that needs hosts which its sandbox does not let it reach: it is not started to fail, or to hang. A person is
// asked first, unless one has said yes for the session or for always.

import { basename } from 'node:path';
import type { WayOut } from '../../execution/sandbox/sandbox.js';
import { isShell } from '../../policy/rules/rule.js';
import type { Judgement } from '../../vocabulary/decision.js';
import { type ProgramPlan, stepsOf } from '../../vocabulary/program.js';
import type { Judge } from '../judging/judge.js';
import type { ReadyRun, RunningRun } from '../run/run.js';
import type { RefusedProgram } from '../run/running.js';
import type { NetworkGrants } from './network-grants.js';
import { fetchesFromList, findWanted, programOf, sharing, type Wanted, wantedBy } from './wanted-network.js';

/** What is said of a run with what it wants to reach. */
export interface RaisedForNetwork {
  readonly judgement: Judgement;
  readonly wanted: readonly Wanted[];
  /** Nothing else speaks against it: a yes to the hosts can be one for longer than this run. */
  readonly wantsOnlyNetwork: boolean;
  /** What people let its programs reach before. Whoever is asked about it has to know. */
  readonly granted: readonly string[];
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
    const granted = judgement.decision === 'ask' || wanted.length > 0 ? this.#allGranted(run) : [];
    // With a list, the policy asks about every call that talks to anybody. Here the question is about the hosts.
    const isByDefault = asksByDefault(judgement);
    if (wanted.length === 0) {
      const isLetOut = mayAsk && isByDefault && this.#fetches(run);
      const said = isLetOut ? (this.#judge.judgeHeld?.(run) ?? judgement) : judgement;
      return { judgement: said, wanted, wantsOnlyNetwork: false, granted };
    }
    const sends = stepsOf(run.plan as ProgramPlan).some((step) => this.#judge.maySend?.(run, step) === true);
    const held = this.#judgeWithHosts(run, judgement, sends);
    const wantsOnlyNetwork = held.decision === 'allow';
    const isGranted = this.#areGranted(run, run.plan as ProgramPlan);
    if (isGranted && (wantsOnlyNetwork || !sends)) {
      const reason = `A person approved its hosts: ${hostsOf(wanted).join(', ')}.`;
      return { judgement: wantsOnlyNetwork ? { ...held, reason } : judgement, wanted, wantsOnlyNetwork, granted };
    }
    const evidence = wanted.flatMap(({ what, hosts }) =>
      hosts.map((host) => ({ effect: 'network', why: `${what} needs ${host}` })),
    );
    const reason = isGranted
      ? wanted.map(({ what, hosts }) => `${what} may send something to ${hosts.join(', ')}.`).join(' ')
      : wanted.map((one) => reasonOf(one, run)).join(' ');
    const asksAnyway = judgement.decision === 'ask';
    return {
      judgement: {
        ...judgement,
        decision: 'ask',
        reason: wantsOnlyNetwork || !asksAnyway ? reason : `${reason} ${judgement.reason}`,
        rules: wantsOnlyNetwork || !asksAnyway ? [] : judgement.rules,
        evidence: [...evidence, ...judgement.evidence],
      },
      wanted,
      wantsOnlyNetwork,
      granted,
    };
  }

  /**
   * What is left to say once it may reach its hosts. A call that only fetches is one that a sandbox holds. What sends is
   * not: whoever allowed a host has not allowed what is sent there, so a rule of the owner has to allow the call.
   */
  #judgeWithHosts(run: ReadyRun, judgement: Judgement, sends: boolean): Judgement {
    const isByDefault = asksByDefault(judgement);
    if (judgement.decision === 'ask' && !isByDefault) return judgement;
    if (sends) return this.#judge.judgeHeld?.(run, 'listed') ?? judgement;
    return isByDefault ? (this.#judge.judgeHeld?.(run) ?? judgement) : judgement;
  }

  /** What is said of one program of a line, with the words that it really gets. */
  judgePart(run: ReadyRun, part: ProgramPlan): Judgement {
    const judgement = this.#judge.judgeStep(run, part);
    if (!asksByDefault(judgement) || run.network !== 'listed' || !run.plan) return judgement;
    // The programs of a line have one sandbox.
    const settings = run.planned?.sandbox?.[0];
    const wanted = hostsOf(wantedBy(part, settings, run, this.#judge));
    const granted = wanted.length > 0 ? this.#grantedTo(run, run.plan) : [];
    const isLetOut =
      wanted.length > 0
        ? wanted.every((host) => granted.includes(host)) && !this.#judge.maySend?.(run, part)
        : fetchesFromList(part, settings, run, this.#judge);
    return isLetOut ? this.#judge.judgeStep(run, part, 'off') : judgement;
  }

  /** Whether all that its programs do with the network is to get something from hosts that the owner lists. */
  #fetches(run: ReadyRun): boolean {
    const settings = run.planned?.sandbox ?? [];
    if (!run.plan || run.network !== 'listed') return false;
    return stepsOf(run.plan).every((step, at) => fetchesFromList(step, settings[at], run, this.#judge));
  }

  /** Whether people said yes before to all that its programs want. */
  #areGranted(run: ReadyRun, plan: ProgramPlan): boolean {
    const steps = stepsOf(plan);
    const settings = run.planned?.sandbox ?? [];
    return steps.every((step, at) => {
      const granted = this.#grantedTo(run, plan.line ? plan : step);
      return wantedBy(step, settings[at], run, this.#judge).every(({ hosts }) =>
        hosts.every((host) => granted.includes(host)),
      );
    });
  }

  #allGranted(run: ReadyRun): readonly string[] {
    if (!run.plan || !run.isSandboxed || run.network === 'open') return [];
    const { plan } = run;
    const units = plan.line ? [plan] : stepsOf(plan);
    return [...new Set(units.flatMap((unit) => this.#grantedTo(run, unit)))];
  }

  /** Of programs that share a sandbox, only what each of those has that could talk to anybody. */
  #grantedTo(run: ReadyRun, plan: ProgramPlan): readonly string[] {
    const ofEach = this.#connecting(run, plan).map((part) =>
      this.grants.hostsFor(run, programOf(run, part, this.#judge)),
    );
    const [first = [], ...others] = ofEach;
    return first.filter((host) => others.every((hosts) => hosts.includes(host)));
  }

  /** What programs of the run may reach beyond the list: what was asked about them, and what people said before. */
  wayOut(run: RunningRun, plan: ProgramPlan): WayOut {
    // It would not have come here without a yes.
    const asked = sharing(plan).flatMap((part) => this.#startedBy(run, part));
    const agreed = [...run.judged.wanted, ...run.running.network.late].filter(({ program }) => asked.includes(program));
    const granted = [...agreed.flatMap(({ hosts }) => hosts), ...this.#grantedWithoutAsking(run, plan)];
    const observes = isShell(run.path) && this.#connecting(run, plan).length > 0;
    run.running.network.mayConnect ||= observes;
    return { granted: [...new Set(granted)], observes };
  }

  /** Where the hosts of a call that sends could not be told, nobody was asked about it: it has nothing from earlier. */
  #grantedWithoutAsking(run: ReadyRun, plan: ProgramPlan): readonly string[] {
    return sharing(plan).some((part) => this.#judge.maySend?.(run, part)) ? [] : this.#grantedTo(run, plan);
  }

  /** Who a refusal is told of: the program that the call comes down to, or one of several that may have asked. */
  describe(run: ReadyRun, plan: ProgramPlan): RefusedProgram {
    const parts = this.#connecting(run, plan);
    const [first = sharing(plan)[0] ?? plan] = parts;
    const what = [...new Set(parts.map(({ name }) => basename(name)))].join(' or ') || basename(first.name);
    return {
      what,
      program: programOf(run, first, this.#judge),
      isAlone: parts.length === 1 && !this.#judge.maySend?.(run, first),
    };
  }

  #startedBy(run: ReadyRun, plan: ProgramPlan): readonly string[] {
    const steps = this.#judge.understand?.(run, plan).steps ?? [];
    return [plan.program, ...steps.flatMap(({ program }) => program ?? [])];
  }

  #connecting(run: ReadyRun, plan: ProgramPlan): readonly ProgramPlan[] {
    return sharing(plan).filter((part) => this.#mayConnect(run, part));
  }

  /** Whether it could talk to anybody. Of most calls it is known that they do not, and they start without a proxy. */
  #mayConnect(run: ReadyRun, plan: ProgramPlan): boolean {
    const found = this.#judge.understand?.(run, plan);
    if (!found) return true;
    return !found.understood || connecting.some((effect) => found.effects.has(effect));
  }
}

/** No rule asks about it: what a rule asks about is another matter than hosts. */
function asksByDefault({ decision, rules }: Judgement): boolean {
  return decision === 'ask' && rules.length === 0;
}

function reasonOf({ what, hosts }: Wanted, { network }: ReadyRun): string {
  const reached = network === 'off' ? 'no host' : 'only the hosts that the owner lists';
  return `${what} needs ${hosts.join(', ')}, but the sandbox lets it reach ${reached}.`;
}

function hostsOf(wanted: readonly Wanted[]): readonly string[] {
  return [...new Set(wanted.flatMap(({ hosts }) => hosts))];
}

/** What the owner can write so that nobody has to be asked. */
export function adviseOwner(wanted: readonly Wanted[]): string {
  const presets = [...new Set(wanted.flatMap(({ preset }) => preset ?? []))];
  const usual =
    presets.length > 0
      ? ` (the preset ${presets.map((name) => JSON.stringify(name)).join(', ')} includes the usual ones)`
      : '';
  const list = JSON.stringify(hostsOf(wanted)).replaceAll(',', ', ');
  return `The owner can allow it for all programs with "sandbox": { "network": ${list} }${usual}`;
}
