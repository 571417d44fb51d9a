// Judges runs by the policy: what it says to the command, and to the program that would really be started.

import type { KeyPath } from '../../documents/document.js';
import type { ApprovalStore, KeptRule } from '../../ledger/approvals/approval-store.js';
import { isInside } from '../../machine/paths/is-inside.js';
import { realPathFrom } from '../../machine/paths/real-path.js';
import { type AlwaysRules, readAlwaysRules } from '../../policy/rules/always-rules.js';
import type { JudgedCall } from '../../policy/rules/judged-call.js';
import { pathsMadeBy, pathsRemovedBy } from '../../policy/rules/made-and-removed.js';
import { type NetworkRule, readNetworkRules } from '../../policy/rules/network-rules.js';
import type { Agreements, Policy } from '../../policy/rules/policy.js';
import { recordSubject } from '../../policy/rules/recorded-subject.js';
import {
  isShell,
  type PolicySubject,
  type ProgramFacts,
  type RequestFacts,
  type Rule,
} from '../../policy/rules/rule.js';
import { findNeeds, findSources, maySend, type NetworkNeed } from '../../policy/understanding/network/find-needs.js';
import type { Call, Effect, Understanding } from '../../policy/understanding/understand.js';
import type { Problem } from '../../shape/shape.js';
import type { Command } from '../../vocabulary/command.js';
import type { Judgement } from '../../vocabulary/decision.js';
import { type ProgramPlan, stepsOf } from '../../vocabulary/program.js';
import type { Caller } from '../../vocabulary/request.js';
import type { ReadyRun, Run } from '../run/run.js';
import type { AboutQuestion, FileChanges, Judge, RuleExample } from './judge.js';
import { isMissing, SessionFiles } from './session-files.js';
import { SessionRules } from './session-rules.js';
import { type UnderstandingOptions, understandCalls } from './understand-calls.js';

/** What a configuration says that judging depends on. */
export interface JudgedBy extends UnderstandingOptions {
  readonly policy: Policy;
}

export interface PolicyJudgeOptions extends JudgedBy {
  /** Where "always" answers are kept. */
  readonly store: ApprovalStore | undefined;
}

/** As if a person had agreed to it. */
const ownFiles: Rule = {
  id: 'made-by-session',
  decision: 'allow',
  reason: 'This session created what it removes.',
  instead: undefined,
  conditions: {},
  unless: undefined,
  match: [],
  notMatch: [],
};

/** Effects of programs that may do anything to files, or remove them. */
const unforeseen: readonly Effect[] = ['runs-code', 'inline-code', 'destroys', 'privilege', 'system'];

export class PolicyJudge implements Judge {
  #policy: Policy;
  readonly #store: ApprovalStore | undefined;
  readonly #sessions: SessionRules;
  readonly #files = new SessionFiles();
  #understandCall: (call: Call) => Understanding;
  #understood = new WeakMap<ProgramPlan, Understanding>();
  /** What a person's "always" let through: it named a program. */
  readonly #agreed = new WeakSet<Run>();
  /** Judgements that depend on nothing but the command, the caller, the door and what holds its programs. */
  #kept = new WeakMap<Caller, Map<Command, Map<string, Judgement>>>();

  constructor(options: PolicyJudgeOptions) {
    this.#policy = options.policy;
    this.#store = options.store;
    this.#sessions = new SessionRules(options.store);
    this.#understandCall = understandCalls(options);
  }

  /** From now on. What people agreed to and what sessions made stays. */
  judgeBy(next: JudgedBy): void {
    this.#policy = next.policy;
    this.#understandCall = understandCalls(next);
    this.#understood = new WeakMap();
    this.#kept = new WeakMap();
  }

  judge(run: ReadyRun): Judgement {
    const judgement = this.looksAtProgram(run) ? this.#judgeNow(run) : this.#judgeOnce(run);
    if (judgement.decision !== 'ask') return judgement;
    const agreed = this.#policy.judge(this.#subject(run), this.#agreements(run));
    if (agreed.decision === 'allow') this.#agreed.add(run);
    return shown(agreed, run);
  }

  looksAtProgram(run: ReadyRun): boolean {
    return run.plan !== undefined && (this.#agreed.has(run) || this.#policy.dependsOnProgram(requestOf(run)));
  }

  leadsWhereItLed(run: ReadyRun): boolean {
    return stepsOf(run.plan as ProgramPlan).every((plan) => {
      const understood = this.#understood.get(plan);
      return understood?.paths.every(({ text, real }) => realPathFrom(plan.directory, text)?.real === real) ?? true;
    });
  }

  aboutQuestion(run: ReadyRun): AboutQuestion {
    const understood = run.plan ? stepsOf(run.plan).map((plan) => this.#understand(plan, run)) : [];
    const touched = understood.flatMap(({ paths }) => paths.flatMap(({ real }) => real ?? []));
    const started = understood.flatMap(({ steps }) => steps.flatMap(({ program }) => program ?? []));
    const changed = run.plan ? changedBy(understood, stepsOf(run.plan)) : [];
    return { paths: [...new Set(touched)], programs: [...new Set(started)], changed, asking: this.#asking(run) };
  }

  judgeStep(run: ReadyRun, plan: ProgramPlan, network?: 'off'): Judgement {
    const subject = { ...requestOf(run), ...(network && { network }), program: this.#factsOf(plan, run) };
    const judgement = this.#policy.judge(subject);
    // Of other lists than lines, no rule covers a part.
    if (judgement.decision !== 'ask' || !run.plan?.line) return shown(judgement, run);
    return shown(this.#policy.judge(subject, this.#agreements(run)), run);
  }

  understand(run: ReadyRun, plan: ProgramPlan): Understanding {
    return this.#understand(plan, run);
  }

  findNeeds(run: ReadyRun, plan: ProgramPlan): readonly NetworkNeed[] {
    const { directory, environment } = plan;
    return findNeeds(this.#understand(plan, run), { directory, environment, workspace: run.session.workspace });
  }

  maySend(run: ReadyRun, plan: ProgramPlan): boolean {
    const { directory, environment } = plan;
    return maySend(this.#understand(plan, run), { directory, environment, workspace: run.session.workspace });
  }

  findSources(run: ReadyRun, plan: ProgramPlan): readonly string[] | undefined {
    const { directory, environment, hasUnknown } = plan;
    if (hasUnknown) return undefined;
    return findSources(this.#understand(plan, run), { directory, environment, workspace: run.session.workspace });
  }

  startsProgram(run: ReadyRun, plan: ProgramPlan): void {
    if (isShell(run.path)) this.#files.starts(run.session, this.#madeBy(run, plan));
  }

  /** What is written while only a server runs in the background, somebody else may have written. */
  begins({ session, known }: Run): void {
    if (!known?.background) this.#files.begins(session);
  }

  ends({ session, known }: Run): void {
    if (!known?.background) this.#files.ends(session);
  }

  allowForSession({ session }: Run, rules: readonly KeptRule[]): Promise<void> {
    return this.#sessions.allow(session, rules);
  }

  networkRules(run: Run): readonly NetworkRule[] {
    return readNetworkRules(this.#agreedTo(run), (path, problem) => tellLeftOut(run, path, problem));
  }

  judgeHeld(run: ReadyRun, network: 'off' | 'listed' = 'off'): Judgement {
    return shown(this.#policy.judge({ ...this.#subject(run), network }), run);
  }

  changesFiles(run: ReadyRun): FileChanges {
    const plans = run.plan ? stepsOf(run.plan) : [];
    const understood = plans.map((plan) => this.#understand(plan, run));
    // Of a word that another program prints, nothing is known.
    if (plans.some(({ hasUnknown }) => hasUnknown)) return 'anything';
    if (understood.some((one) => !one.understood || unforeseen.some((effect) => one.effects.has(effect)))) {
      return 'anything';
    }
    const changes = understood.some(
      ({ effects, paths }) => effects.has('changes') || paths.some(({ use }) => use === 'write'),
    );
    return changes ? 'named' : 'nothing';
  }

  recordedSubject(run: ReadyRun): unknown {
    return recordSubject(this.#subject(run), run.untold, run.plan && this.#understood.get(run.plan));
  }

  tryExamples(): readonly RuleExample[] {
    return this.#policy.examples().map(({ rule, kind, example, holds, problem, decision }) => ({
      rule,
      kind,
      example,
      passed: holds,
      ...(problem !== undefined && { why: problem }),
      ...(decision !== undefined && { decision }),
    }));
  }

  /** Of a line, only the programs that no rule covers. */
  #asking(run: ReadyRun): PolicySubject | undefined {
    const subject = this.#subject(run);
    const { followedBy, ...first } = subject;
    if (!followedBy || !run.plan?.line) return subject;
    const always = this.#agreements(run);
    const [program, ...others] = [first.program as ProgramFacts, ...followedBy].filter(
      (part) => this.#policy.judge({ ...first, program: part }, always).decision === 'ask',
    );
    return program && { ...first, program, followedBy: others };
  }

  #judgeOnce(run: ReadyRun): Judgement {
    const byCommand = this.#kept.get(run.caller) ?? new Map<Command, Map<string, Judgement>>();
    this.#kept.set(run.caller, byCommand);
    const command = run.resolved.command;
    const byPlace = byCommand.get(command) ?? new Map<string, Judgement>();
    byCommand.set(command, byPlace);
    const place = run.isSandboxed ? `${run.request.door} ${run.network}` : run.request.door;
    const judgement = byPlace.get(place) ?? this.#policy.judge({ ...requestOf(run), program: undefined });
    byPlace.set(place, judgement);
    return judgement;
  }

  #judgeNow(run: ReadyRun): Judgement {
    return shown(this.#policy.judge(this.#subject(run)), run);
  }

  #subject(run: ReadyRun): PolicySubject {
    if (!run.plan) return { ...requestOf(run), program: undefined };
    const [program, ...followedBy] = stepsOf(run.plan).map((plan) => this.#factsOf(plan, run));
    return { ...requestOf(run), program, ...(followedBy.length > 0 && { followedBy }) };
  }

  #factsOf(plan: ProgramPlan, run: ReadyRun): ProgramFacts {
    const { name, program: file, args, directory, stdin, environment, decided = [] } = plan;
    const { workspace } = run.session;
    const understanding = () => this.#understand(plan, run);
    const set = decided.flatMap((variable) => {
      const value = environment[variable];
      return value === undefined ? [] : [[variable, value] as const];
    });
    return {
      ...{ name, file, args, directory, workspace, stdin: stdin !== undefined, understanding },
      ...((plan.hasUnknown || set.length < decided.length) && { hasUnknown: true }),
      ...(set.length > 0 && { variables: Object.fromEntries(set) }),
    };
  }

  #understand(plan: ProgramPlan, { session, isSandboxed: isHeld }: Run): Understanding {
    const known = this.#understood.get(plan);
    if (known) return known;
    const { name, program, args, directory, stdin } = plan;
    const input = stdin === undefined || stdin === 'open' ? undefined : Buffer.from(stdin).toString('utf8');
    const given = { stdin: stdin !== undefined, input };
    const call = { name, program, args, directory, workspace: session.workspace, ...given, isHeld };
    const understanding = this.#understandCall(call);
    this.#understood.set(plan, understanding);
    return understanding;
  }

  /** What people said, and that whoever made a file may remove it. */
  #agreements(run: ReadyRun): Agreements {
    const always = this.#readAlways(run);
    return {
      find: (subject, byDefault, call) =>
        always?.find(subject) ?? (byDefault && call && this.#removesOwn(run, call) ? ownFiles : undefined),
    };
  }

  /** What a program of the same line makes first is not there yet: it is looked at again when it is. */
  #removesOwn(run: ReadyRun, call: JudgedCall): boolean {
    if (!isShell(run.path)) return false;
    const removed = pathsRemovedBy(call);
    if (!removed) return false;
    const parts = run.plan?.line?.parts ?? [];
    const isMadeHere = (path: string) => parts.some((part) => this.#madeBy(run, part).includes(path));
    return removed.every((path) => (isMissing(path) ? isMadeHere(path) : this.#files.owns(run.session, path)));
  }

  #madeBy(run: ReadyRun, plan: ProgramPlan): readonly string[] {
    return plan.hasUnknown ? [] : pathsMadeBy(plan.name, plan.program, plan.args, this.#understand(plan, run));
  }

  /** What people said for longer than one run, and did not take back. */
  #agreedTo(run: Run): readonly KeptRule[] {
    return [...(this.#store?.readAlways() ?? []), ...this.#sessions.rulesOf(run)];
  }

  /** A rule that cannot be read allows nothing; the owner is told. */
  #readAlways(run: ReadyRun): AlwaysRules | undefined {
    const rules = this.#agreedTo(run);
    if (rules.length === 0) return undefined;
    return readAlwaysRules({ rules }, (path, problem) => tellLeftOut(run, path, problem));
  }
}

function tellLeftOut(run: Run, path: KeyPath, { message, fix }: Problem): void {
  const text = `An "always" rule is ignored: ${path.join('.')}: ${message} ${fix}`;
  run.emit({ type: 'log', level: 'warn', message: text });
}

/** What would be changed as a whole, and what is run where that is a directory, as `node app` and `pytest tests` do. */
function changedBy(understood: readonly Understanding[], plans: readonly ProgramPlan[]): readonly string[] {
  const changed = understood.flatMap(({ paths, effects, understood: isKnown }, at) => {
    const directory = plans[at]?.directory ?? '/';
    const takesAll =
      !isKnown || ['destroys', 'runs-code', 'inline-code'].some((effect) => effects.has(effect as Effect));
    const own = paths.flatMap(({ real, use }) => {
      if (real === undefined) return [];
      if (use === 'write') return [real];
      // All of the workspace changes all the time.
      return takesAll && !isInside(directory, real) ? [real] : [];
    });
    const destroysUnnamed = effects.has('destroys') && !paths.some(({ use }) => use === 'write');
    return destroysUnnamed ? [...own, directory] : own;
  });
  return [...new Set(changed)];
}

function requestOf({ path, danger, caller, request, isSandboxed: sandboxed, network }: Run): RequestFacts {
  const { door } = request;
  return { command: path, danger: danger ?? 'mutating', caller: caller.role ?? caller.name, door, sandboxed, network };
}

/** Arguments stand in the evidence, and an argument may be secret, or look like a token. */
function shown(judgement: Judgement, run: ReadyRun): Judgement {
  const secrets = run.untold.andThoseIn(run.plan ? stepsOf(run.plan).flatMap(({ args }) => args) : []);
  const show = (text: string) => secrets.hideLikely(text);
  const evidence = judgement.evidence.map(({ effect, argument, why }) => ({
    effect,
    ...(argument !== undefined && { argument: show(argument) }),
    why: show(why),
  }));
  return { ...judgement, reason: show(judgement.reason), evidence };
}
