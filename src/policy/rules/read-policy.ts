// A policy file → a policy that can be asked. Everything that is wrong is told at once, and a policy with anything wrong
// in it is not used: a rule that is not understood protects nothing.

import type { KeyPath } from '../../documents/document.js';
import { quoteForReport } from '../../documents/quote-for-report.js';
import { readShape } from '../../shape/read-shape.js';
import type { Problem, Report } from '../../shape/shape.js';
import { CompiledRule } from './compiled-rule.js';
import { checkExamples } from './examples.js';
import { Policy } from './policy.js';
import { policyFileShape } from './policy-shape.js';
import { readRule } from './read-rule.js';
import type { Rule } from './rule.js';
import { standardRules } from './standard-policy.js';

/** The rules of the file, and the standard ones that it does not replace by a rule of the same name. */
export function readPolicy(value: unknown, report: Report): Policy | undefined {
  let isRight = true;
  const tell = (path: KeyPath, problem: Problem) => {
    isRight = false;
    report(path, problem);
  };
  const file = readShape(policyFileShape, value, [], tell);
  const own = (file?.rules ?? []).map((rule, index) => readRule(rule, ['rules', index], tell));
  reportRepeatedNames(own, tell);
  for (const [index, rule] of own.entries()) if (rule) reportWrongExamples(rule, ['rules', index], tell);
  if (!isRight || file?.default === undefined) return undefined;
  const rules = own.filter((rule) => rule !== undefined);
  const names = new Set(rules.map(({ id }) => id));
  const standard = file.extends === 'nothing' ? [] : standardRules().filter(({ id }) => !names.has(id));
  return new Policy([...rules, ...standard], file.default, file.shell);
}

function reportRepeatedNames(rules: readonly (Rule | undefined)[], report: Report): void {
  const seen = new Map<string, number>();
  for (const [index, rule] of rules.entries()) {
    if (!rule) continue;
    const first = seen.get(rule.id);
    if (first === undefined) seen.set(rule.id, index);
    else {
      report(['rules', index, 'id'], {
        message: `rules[${first}] already has the name ${quoteForReport(rule.id)}.`,
        fix: 'Give each rule its own name.',
      });
    }
  }
}

function reportWrongExamples(rule: Rule, path: KeyPath, report: Report): void {
  for (const { kind, index, problem } of checkExamples(new CompiledRule(rule), () => rule.decision)) {
    if (problem === undefined) continue;
    report([...path, kind, index], {
      message: `Rule ${quoteForReport(rule.id)}: ${problem}`,
      fix:
        kind === 'match'
          ? 'Fix the example, or the conditions of the rule.'
          : 'Make the rule narrower, or move the example to "match".',
    });
  }
}
