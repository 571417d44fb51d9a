// What people answered with "always": rules that a gate wrote, each for one call, one program with its options, or one
// function.

import type { KeyPath } from '../../documents/document.js';
import { readShape } from '../../shape/read-shape.js';
import type { Problem, Report } from '../../shape/shape.js';
import { readPattern } from '../command-pattern.js';
import { CompiledRule } from './compiled-rule.js';
import { JudgedCall } from './judged-call.js';
import { isNetworkRule } from './network-rules.js';
import { alwaysFileShape, alwaysRuleShape } from './policy-shape.js';
import { isShell, type PolicySubject, type RequestFacts, type Rule } from './rule.js';

/** They only turn `ask` into `allow`: see `Policy.judge`. */
export class AlwaysRules {
  readonly #rules: readonly CompiledRule[];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules.map((rule) => new CompiledRule(rule));
  }

  find(subject: PolicySubject): Rule | undefined {
    const call = subject.program && new JudgedCall(subject.program, subject);
    return this.#rules.find((compiled) => isSameKind(compiled.rule, subject) && compiled.matches(subject, call))?.rule;
  }

  dependsOnProgram(request: RequestFacts): boolean {
    return this.#rules.some((rule) => rule.dependsOnProgram(request));
  }
}

/** What was agreed to for a function is not agreed to for a program that later has its name. */
function isSameKind({ conditions }: Rule, { program }: PolicySubject): boolean {
  return (conditions.exactly === undefined) === (program === undefined);
}

/** A rule with anything wrong in it is told and left out: that allows less, never more. */
export function readAlwaysRules(value: unknown, report: Report): AlwaysRules {
  const file = readShape(alwaysFileShape, value, [], report);
  const rules = (file?.rules ?? []).map((rule, index) =>
    isNetworkRule(rule) ? undefined : readOne(rule, ['rules', index], report),
  );
  return new AlwaysRules(rules.filter((rule) => rule !== undefined));
}

function readOne(value: unknown, path: KeyPath, report: Report): Rule | undefined {
  let isRight = true;
  const tell = (at: KeyPath, problem: Problem) => {
    isRight = false;
    report(at, problem);
  };
  const read = readShape(alwaysRuleShape, value, path, tell);
  if (!isRight || !read) return undefined;
  const { id, decision, reason, command, exactly, like, danger, callers, when, network } = read;
  const named = exactly ?? like;
  if (!id || !decision || !reason || !command || !danger || !callers) return undefined;
  if (!isOneCall(command, named !== undefined) || (exactly && like)) {
    report([...path, 'command'], {
      message: 'An "always" rule names one command, and for "shell" exactly one call.',
      fix: 'Remove the rule, and write it as a policy rule instead.',
    });
    return undefined;
  }
  return {
    id,
    decision,
    reason,
    instead: undefined,
    conditions: {
      command: [command],
      ...(named && {
        exactly: { ...named, variables: named.variables ?? {}, ...(like && { withFiles: like.effects }) },
      }),
      danger: [danger],
      callers: [callers],
      ...(when && { when }),
      ...(network && { network: [network] }),
    },
    unless: undefined,
    match: [],
    notMatch: [],
  };
}

function isOneCall(command: string, isExact: boolean): boolean {
  const pattern = readPattern(command);
  return typeof pattern !== 'string' && !pattern.below && (isExact || !isShell(pattern.words));
}
