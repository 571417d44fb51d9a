// One rule of a file: its form, and whether it can mean what its author wants.

import type { KeyPath } from '../../documents/document.js';
import { readShape } from '../../shape/read-shape.js';
import type { Problem, Report } from '../../shape/shape.js';
import { conditionKeys, ruleShape } from './policy-shape.js';
import { type Conditions, namesPrograms, type Rule, shellCommand } from './rule.js';

/** Nothing where something is wrong with it. */
export function readRule(value: unknown, path: KeyPath, report: Report): Rule | undefined {
  let isRight = true;
  const tell = (at: KeyPath, problem: Problem) => {
    isRight = false;
    report(at, problem);
  };
  const read = readShape(ruleShape, value, path, tell);
  if (!isRight || !read) return undefined;
  const { id, decision, reason, instead, unless, match, not_match: notMatch = [] } = read;
  if (id === undefined || decision === undefined || reason === undefined || match === undefined) return undefined;
  const conditions = conditionsIn(read);
  const rule: Rule = { id, decision, reason, instead, conditions, unless, match, notMatch };
  reportEmpty(rule, path, tell);
  if (isRight && decision === 'allow') reportAllowsAnything(rule, path, tell);
  return isRight ? rule : undefined;
}

export function conditionsIn(read: Conditions): Conditions {
  return Object.fromEntries(conditionKeys.flatMap((key) => (read[key] === undefined ? [] : [[key, read[key]]])));
}

function reportEmpty({ conditions, unless }: Rule, path: KeyPath, report: Report): void {
  if (Object.keys(conditions).length === 0) {
    report(path, {
      message: 'The rule has no condition, so it would match everything.',
      fix: 'Say what it applies to, for example with "command" or "program"; for everything else set "default".',
    });
  }
  if (unless && Object.keys(unless).length === 0) {
    report([...path, 'unless'], {
      message: 'It has no condition, so the rule would never match.',
      fix: 'Add the exceptions, or remove "unless".',
    });
  }
}

/** Such a rule would not let through what it seems to: its author should know. */
function reportAllowsAnything({ conditions }: Rule, path: KeyPath, report: Report): void {
  const { command, program, has, effects } = conditions;
  const meansShell = command?.every((pattern) => pattern === shellCommand) === true;
  const mayMeanShell = command === undefined || command.some((pattern) => pattern === shellCommand || pattern === '*');
  const saysSomething = program || conditions.arguments || has || effects;
  if (!meansShell && !(mayMeanShell && saysSomething)) return;
  if (namesPrograms(conditions)) return;
  report(path, {
    message: 'The rule would allow any program, including ones that the gate does not understand.',
    fix: 'Name the programs in "program", or add "onlyEffects", "understood": true or "when": "sandboxed".',
  });
}
