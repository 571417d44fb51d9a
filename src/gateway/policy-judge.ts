// Judges runs by the policy: what it says to the command, and to the program that would really be started.

import { redactText, redactValues } from '../command-line/redact.js';
import { ProgramMemory } from '../execution/process/planning/program-memory.js';
import type { ApprovalStore } from '../ledger/approvals/approval-store.js';
import { type AlwaysRules, alwaysRule, readAlwaysRules } from '../policy/rules/always-rules.js';
import type { Policy } from '../policy/rules/policy.js';
import type { PolicySubject, ProgramFacts, RequestFacts } from '../policy/rules/rule.js';
import { type Understanding, understand } from '../policy/understanding/understand.js';
import type { Command } from '../vocabulary/command.js';
import type { Judgement } from '../vocabulary/decision.js';
import type { ProgramPlan } from '../vocabulary/program.js';
import type { Caller } from '../vocabulary/request.js';
import type { AboutQuestion, Judge, RuleExample } from './judge.js';
import type { Run } from './run.js';

export interface PolicyJudgeOptions {
  readonly policy: Policy;
  /** Where programs that other programs start are looked for. */
  readonly searchPath: readonly string[];
  /** Where "always" answers are kept. */
  readonly store: ApprovalStore | undefined;
  /** Files and directories by which the owner tells the gate what to do. */
  readonly owners?: readonly string[];
}

export class PolicyJudge implements Judge {
  readonly #policy: Policy;
  readonly #searchPath: readonly string[];
  readonly #store: ApprovalStore | undefined;
  readonly #owners: readonly string[] | undefined;
  readonly #programs = new ProgramMemory();
  readonly #understood = new WeakMap<ProgramPlan, Understanding>();
  /** What a person's "always" let through: it named a program. */
  readonly #agreed = new WeakSet<Run>();
  /** Judgements that depend on nothing but the command, the caller and the door. */
  readonly #kept = new WeakMap<Caller, Map<Command, Map<string, Judgement>>>();

  constructor({ policy, searchPath, store, owners }: PolicyJudgeOptions) {
    this.#owners = owners;
    this.#policy = policy;
    this.#searchPath = searchPath;
    this.#store = store;
  }

  judge(run: Run): Judgement {
    const judgement = this.looksAtProgram(run) ? this.#judgeNow(run) : this.#judgeOnce(run);
    if (judgement.decision !== 'ask') return judgement;
    const always = this.#readAlways(run);
    if (!always) return judgement;
    const agreed = this.#policy.judge(this.#subject(run), always);
    if (agreed.decision === 'allow') this.#agreed.add(run);
    return shown(agreed, run);
  }

  looksAtProgram(run: Run): boolean {
    return run.plan !== undefined && (this.#agreed.has(run) || this.#policy.dependsOnProgram(requestOf(run)));
  }

  aboutQuestion(run: Run): AboutQuestion {
    const { plan } = run;
    const understanding = plan && this.#understand(plan, run);
    const touched = understanding?.paths.flatMap(({ real }) => real ?? []) ?? [];
    const started = understanding?.steps.flatMap(({ program }) => program ?? []) ?? [];
    const secrets = [...(run.secrets ?? []), ...(plan?.secrets ?? [])];
    const always = this.#store && alwaysRule(this.#subject(run), secrets);
    return { paths: [...new Set(touched)], programs: [...new Set(started)], always };
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

  #judgeOnce(run: Run): Judgement {
    const byCommand = this.#kept.get(run.caller) ?? new Map<Command, Map<string, Judgement>>();
    this.#kept.set(run.caller, byCommand);
    const command = run.resolved as Command;
    const byDoor = byCommand.get(command) ?? new Map<string, Judgement>();
    byCommand.set(command, byDoor);
    const { door } = run.request;
    const judgement = byDoor.get(door) ?? this.#policy.judge({ ...requestOf(run), program: undefined });
    byDoor.set(door, judgement);
    return judgement;
  }

  #judgeNow(run: Run): Judgement {
    return shown(this.#policy.judge(this.#subject(run)), run);
  }

  #subject(run: Run): PolicySubject {
    return { ...requestOf(run), program: run.plan && this.#factsOf(run.plan, run) };
  }

  #factsOf(plan: ProgramPlan, run: Run): ProgramFacts {
    const { name, program: file, args, directory, stdin } = plan;
    const { workspace } = run.session;
    const understanding = () => this.#understand(plan, run);
    return { name, file, args, directory, workspace, stdin: stdin !== undefined, understanding };
  }

  #understand(plan: ProgramPlan, { session }: Run): Understanding {
    const known = this.#understood.get(plan);
    if (known) return known;
    const { name, program, args, directory } = plan;
    const { workspace } = session;
    const about = { owners: this.#owners, stdin: plan.stdin !== undefined };
    const understanding = understand({ name, program, args, directory, workspace, ...about }, (inner) => {
      const resolved = this.#programs.resolve(inner, {
        searchPath: this.#searchPath,
        trust: 'all',
        relative: { root: workspace, directory },
      });
      return resolved.ok ? resolved.program : undefined;
    });
    this.#understood.set(plan, understanding);
    return understanding;
  }

  /** A rule that cannot be read allows nothing; the owner is told. */
  #readAlways(run: Run): AlwaysRules | undefined {
    const rules = this.#store?.readAlways() ?? [];
    if (rules.length === 0) return undefined;
    return readAlwaysRules({ rules }, (path, { message, fix }) => {
      run.emit({
        type: 'log',
        level: 'warn',
        message: `An "always" rule is left out: ${path.join('.')}: ${message} ${fix}`,
      });
    });
  }
}

function requestOf({ path, danger, caller, request }: Run): RequestFacts {
  return { command: path, danger: danger ?? 'mutating', caller: caller.name, door: request.door, sandboxed: false };
}

/** Arguments stand in the evidence, and an argument may be secret, or look like a token. */
function shown(judgement: Judgement, { secrets = [], plan }: Run): Judgement {
  const hidden = [...secrets, ...(plan?.secrets ?? [])];
  const show = (text: string) => redactText(redactValues(text, hidden));
  const evidence = judgement.evidence.map(({ effect, argument, why }) => ({
    effect,
    ...(argument !== undefined && { argument: show(argument) }),
    why: show(why),
  }));
  return { ...judgement, reason: show(judgement.reason), evidence };
}
