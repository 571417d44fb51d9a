// What people answered with "always": rules that a gate wrote, each for exactly one call or one function.

import { createHash } from 'node:crypto';
import { quoteWords } from '../../command-line/quote.js';
import type { KeyPath } from '../../documents/document.js';
import { readShape } from '../../shape/read-shape.js';
import type { Problem, Report } from '../../shape/shape.js';
import type { AlwaysRule } from '../../vocabulary/approval.js';
import type { Secrets } from '../../vocabulary/secrets.js';
import { readPattern } from '../command-pattern.js';
import { CompiledRule } from './compiled-rule.js';
import { JudgedCall } from './judged-call.js';
import { directoryOf } from './match-conditions.js';
import { isNetworkRule } from './network-rules.js';
import { alwaysFileShape, alwaysRuleShape } from './policy-shape.js';
import { isShell, type PolicySubject, type ProgramFacts, type RequestFacts, type Rule } from './rule.js';

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

/**
 * The rule that "always" would write. There is none where it could not mean exactly this: a program that reads text which
 * nobody keeps, or an argument that is secret and must not stand in a file.
 */
export function alwaysRule(subject: PolicySubject, secrets: Secrets): AlwaysRule | undefined {
  const { command, danger, caller, sandboxed, network, program, followedBy = [] } = subject;
  // A list would need a rule for each program, and each of those would allow more than the list.
  if (followedBy.length > 0) return undefined;
  if (program === undefined ? isShell(command) : program.stdin || secrets.areInWords(wordsOf(program)))
    return undefined;
  const bound = {
    command: command.join(' '),
    ...(program && {
      exactly: {
        name: program.name,
        program: program.file,
        arguments: program.args,
        directory: directoryOf(program),
      },
    }),
    danger,
    callers: caller,
    ...(sandboxed && { when: 'sandboxed', network }),
  };
  const name = createHash('sha256').update(JSON.stringify(bound)).digest('hex').slice(0, 12);
  return {
    rule: { id: `always-${name}`, decision: 'allow', reason: 'A person allowed exactly this for always.', ...bound },
    matches: `${whatMatches(subject)}, asked for by ${caller}${sandboxed ? `, inside the sandbox with the network ${network}` : ''}.`,
  };
}

/** Everything of it that the rule would say. */
function wordsOf(program: ProgramFacts): readonly string[] {
  return [program.file, program.name, ...program.args, directoryOf(program)];
}

function whatMatches({ command, program }: PolicySubject): string {
  const words = command.join(' ');
  if (!program) return `Every call of ${words}, whatever its arguments are`;
  const call = quoteWords([program.name, ...program.args]);
  const directory = directoryOf(program);
  const where = directory === '.' ? 'in the workspace directory' : `in ${quoteWords([directory])}`;
  const through = isShell(command) ? '' : ` as ${words}`;
  return `Exactly ${call}${through} with the program ${program.file}, ${where}, whatever the files that it reads hold then`;
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
  const { id, decision, reason, command, exactly, danger, callers, when, network } = read;
  if (!id || !decision || !reason || !command || !danger || !callers) return undefined;
  if (!isOneCall(command, exactly !== undefined)) {
    report([...path, 'command'], {
      message: 'An "always" rule names one command, and for "shell" exactly one call.',
      fix: 'Remove the rule, and write what you mean as a rule of the policy.',
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
      ...(exactly && { exactly }),
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
