// A rule that is ready to be asked.

import { decisions } from '../../vocabulary/decision.js';
import type { JudgedCall } from './judged-call.js';
import { Matcher } from './match-conditions.js';
import { isShell, namesPrograms, type RequestFacts, type Rule } from './rule.js';

export class CompiledRule {
  readonly rule: Rule;
  readonly #conditions: Matcher;
  readonly #unless: Matcher | undefined;
  /** An allow rule that does not say which programs says nothing about the command that runs any. */
  readonly #passesOverShell: boolean;

  constructor(rule: Rule) {
    const allows = rule.decision === 'allow';
    this.rule = rule;
    this.#conditions = new Matcher(rule.conditions, allows ? 'surely' : 'seems');
    this.#unless = rule.unless && new Matcher(rule.unless, allows ? 'may' : 'surely');
    this.#passesOverShell = allows && !namesPrograms(rule.conditions);
  }

  matches(request: RequestFacts, call: JudgedCall | undefined): boolean {
    return (
      this.#mayMatch(request) &&
      this.#conditions.matchesProgram(call) &&
      !(this.#unless?.matchesRequest(request) && this.#unless.matchesProgram(call))
    );
  }

  /** Whether it depends on the program whether the rule matches. */
  dependsOnProgram(request: RequestFacts): boolean {
    if (!this.#mayMatch(request)) return false;
    if (this.#conditions.isAboutProgram) return true;
    return this.#unless?.isAboutProgram === true && this.#unless.matchesRequest(request);
  }

  /** Why it does not match, after "because". */
  differs(request: RequestFacts, call: JudgedCall | undefined): string | undefined {
    if (this.matches(request, call)) return undefined;
    return (
      this.#conditions.differs(request, call) ??
      (this.#passesOverShell && isShell(request.command)
        ? 'a rule that names no programs allows nothing that "shell" runs'
        : 'its "unless" applies, or cannot be ruled out')
    );
  }

  #mayMatch(request: RequestFacts): boolean {
    if (this.#passesOverShell && isShell(request.command)) return false;
    return this.#conditions.matchesRequest(request);
  }
}

/** The strictest first. The names decide among equals, so that the order in a file means nothing. */
export function compileRules(rules: readonly Rule[]): CompiledRule[] {
  const strictness = ({ decision }: Rule) => decisions.indexOf(decision);
  return [...rules]
    .sort((left, right) => strictness(right) - strictness(left) || (left.id < right.id ? -1 : 1))
    .map((rule) => new CompiledRule(rule));
}
