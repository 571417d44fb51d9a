// Judges requests by rules. Pure: the same rules and the same request give the same judgement.

import { createHash } from 'node:crypto';
import type { Decision, Evidence, Judgement, MatchedRule } from '../../vocabulary/decision.js';
import type { AlwaysRules } from './always-rules.js';
import { type CompiledRule, compileRules } from './compiled-rule.js';
import { checkExamples, type ExampleResult } from './examples.js';
import { JudgedCall } from './judged-call.js';
import { isShell, type PolicySubject, type RequestFacts, type Rule } from './rule.js';
import { reasonOfDefault, reasonOfRules, speaksAgainst } from './tell-reason.js';

/** What turns `ask` into `allow`, and nothing else. `byDefault`: no rule of the policy asks. */
export interface Agreements {
  find(subject: PolicySubject, byDefault: boolean, call: JudgedCall | undefined): Rule | undefined;
}

export class Policy {
  /** The same for the same rules, in whichever order they stand. */
  readonly version: string;
  /** The strictest first. */
  readonly rules: readonly Rule[];
  readonly defaultDecision: Decision;
  /** The commands that may use a shell, by their words: sorted, each once. */
  readonly shell: readonly string[];
  readonly #compiled: readonly CompiledRule[];

  constructor(rules: readonly Rule[], defaultDecision: Decision, shell: readonly string[] = []) {
    this.#compiled = compileRules(rules);
    this.rules = this.#compiled.map(({ rule }) => rule);
    this.defaultDecision = defaultDecision;
    this.shell = [...new Set(shell)].sort();
    this.version = versionOf(this.rules, defaultDecision, this.shell);
  }

  /** Whether the owner lets this command, by its words, hand a script to a shell. */
  mayUseShell(path: readonly string[]): boolean {
    return this.shell.includes(path.join(' '));
  }

  /**
   * The strictest rule that matches decides. Without a program the judgement depends on nothing but the other facts, and
   * may be kept. What a person always allows turns `ask` into `allow`, and nothing else. Of several programs each is
   * judged, and the strictest judgement is that of all; a rule covers one of them, and never the others.
   */
  judge(subject: PolicySubject, always?: Agreements): Judgement {
    const { followedBy = [], ...first } = subject;
    if (followedBy.length === 0) return this.#judgeOne(first, always);
    // Of a line, each program may be covered by a rule of its own. Other lists are allowed or asked about as a whole.
    const agreed = isShell(first.command) ? always : undefined;
    const [one, ...others] = [first, ...followedBy.map((program) => ({ ...first, program }))].map((part) =>
      this.#judgeOne(part, agreed),
    );
    return strictest([one as Judgement, ...others]);
  }

  #judgeOne(subject: PolicySubject, always?: Agreements): Judgement {
    const call = subject.program && new JudgedCall(subject.program, subject);
    const matched = this.#compiled.filter((rule) => rule.matches(subject, call)).map(({ rule }) => rule);
    const decision = matched[0]?.decision ?? this.#defaultFor(subject, call);
    const agreed = decision === 'ask' ? always?.find(subject, matched.length === 0, call) : undefined;
    if (agreed) return this.#toJudgement('allow', [agreed, ...matched], subject, call);
    return this.#toJudgement(decision, matched, subject, call);
  }

  /** Whether the judgement can change with the program, its arguments or its directory. */
  dependsOnProgram(request: RequestFacts, always?: AlwaysRules): boolean {
    return (
      this.#compiled.some((rule) => rule.dependsOnProgram(request)) ||
      (this.defaultDecision === 'allow' && isShell(request.command)) ||
      always?.dependsOnProgram(request) === true
    );
  }

  /** What the rules make of their own examples. */
  examples(): ExampleResult[] {
    return this.#compiled.flatMap((rule) => checkExamples(rule, (subject) => this.judge(subject).decision));
  }

  /** What is not understood is never allowed by default. */
  #defaultFor({ command, sandboxed }: RequestFacts, call: JudgedCall | undefined): Decision {
    if (this.defaultDecision !== 'allow' || sandboxed || !isShell(command)) return this.defaultDecision;
    return call?.understanding.understood ? 'allow' : 'ask';
  }

  /** Where nothing speaks against a call but that nothing holds it, this is what a person has to know. */
  #evidenceForAsking(call: JudgedCall | undefined): readonly Evidence[] | undefined {
    const evidence = call?.understanding.evidence;
    const beyond = evidence && !evidence.some(speaksAgainst) ? call?.beyondCore : undefined;
    return evidence && beyond ? [...evidence, beyond] : evidence;
  }

  #toJudgement(
    decision: Decision,
    matched: readonly Rule[],
    request: RequestFacts,
    call: JudgedCall | undefined,
  ): Judgement {
    // A person who is asked needs to know what was found, also where no rule did.
    const evidence = (decision === 'ask' ? this.#evidenceForAsking(call) : call?.understandingSoFar?.evidence) ?? [];
    const [first] = matched;
    return {
      decision,
      reason: first ? reasonOfRules(matched, evidence) : reasonOfDefault(decision, request, evidence),
      rules: matched.map(toMatched),
      instead: decision === 'allow' ? undefined : first ? firstAdvice(matched) : adviceOfDefault(request),
      evidence,
      policyVersion: this.version,
    };
  }
}

/** What was found about any of them is told; the rules and what to do, of those that are to blame. */
function strictest(judgements: readonly [Judgement, ...Judgement[]]): Judgement {
  const [first] = judgements;
  const decisive = judgements.reduce((one, other) => (isStricter(other, one) ? other : one), first);
  const blamed = judgements.filter(({ decision }) => decision === decisive.decision);
  // Where one is asked about because no rule allows it, a rule that allows another one explains nothing.
  const rules = new Map(blamed.flatMap((one) => one.rules).map((rule) => [rule.id, rule]));
  const byDecision = [...rules.values()].sort((one, other) => strictness(other) - strictness(one));
  return { ...decisive, rules: byDecision, evidence: judgements.flatMap(({ evidence }) => evidence) };
}

function isStricter(one: Judgement, other: Judgement): boolean {
  return strictness(one) > strictness(other);
}

function strictness({ decision }: { readonly decision: Decision }): number {
  return ['allow', 'ask', 'deny'].indexOf(decision);
}

/** Of the strictest rules that have one. */
function firstAdvice(matched: readonly Rule[]): string | undefined {
  return matched.find((rule) => rule.decision === matched[0]?.decision && rule.instead !== undefined)?.instead;
}

function adviceOfDefault({ command, danger }: RequestFacts): string | undefined {
  return danger === 'destructive' && !isShell(command) ? '--dry-run shows what it would do.' : undefined;
}

function toMatched({ id, decision, reason }: Rule): MatchedRule {
  return { id, decision, reason };
}

/** Examples decide nothing, so they are left out. */
function versionOf(rules: readonly Rule[], defaultDecision: Decision, shell: readonly string[]): string {
  const deciding = rules.map(({ id, decision, reason, instead, conditions, unless }) => [
    id,
    decision,
    reason,
    instead ?? null,
    conditions,
    unless ?? null,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([defaultDecision, deciding, ...(shell.length > 0 ? [shell] : [])]))
    .digest('hex')
    .slice(0, 16);
}
