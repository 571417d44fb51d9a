// The rules that a person is offered who is asked: what "always" would write, for exactly this or for more.

import { createHash } from 'node:crypto';
import { quoteWords } from '../../command-line/quote.js';
import type { AlwaysRule } from '../../vocabulary/approval.js';
import type { Secrets } from '../../vocabulary/secrets.js';
import type { Effect } from '../understanding/program.js';
import { directoryOf } from './directory-of.js';
import { JudgedCall } from './judged-call.js';
import { wordsBesideFiles } from './match-call.js';
import { isShell, type PolicySubject, type ProgramFacts } from './rule.js';

/**
 * The rule that "always" would write, or one for each program of a line. There is none where it could not mean exactly
 * this: a program that reads text which nobody keeps, words that only a run can tell, or an argument that is secret and
 * must not stand in a file.
 */
export function alwaysRule(subject: PolicySubject, secrets: Secrets): AlwaysRule | undefined {
  return joined(subject, (one) => exactRule(one, secrets));
}

/**
 * The same for each program with its options and any files below its directory, where that is more than exactly this.
 * Only what is understood to do nothing but read, change or remove the files that it names has such a rule.
 */
export function similarRule(subject: PolicySubject, secrets: Secrets): AlwaysRule | undefined {
  let isWider = false;
  const made = joined(subject, (one) => {
    const wide = ruleWithFiles(one, secrets);
    isWider ||= wide !== undefined;
    return wide ?? exactRule(one, secrets);
  });
  return isWider ? made : undefined;
}

/** Of a line, each program has a rule of its own; of other lists, each rule would allow more than the list. */
function joined(
  { followedBy = [], ...first }: PolicySubject,
  toRule: (subject: PolicySubject) => AlwaysRule | undefined,
): AlwaysRule | undefined {
  if (followedBy.length > 0 && !isShell(first.command)) return undefined;
  const made = [first, ...followedBy.map((program) => ({ ...first, program }))].map(toRule);
  const rules = made.filter((rule) => rule !== undefined);
  const distinct = rules.filter(({ rule }, at) => rules.findIndex((one) => one.rule.id === rule.id) === at);
  const [one, ...others] = distinct;
  if (!one || rules.length < made.length) return undefined;
  if (others.length === 0) return one;
  const matches = distinct.map((rule) => rule.matches).join(' ');
  return { rule: one.rule, more: others.map(({ rule }) => rule), matches };
}

function exactRule(subject: PolicySubject, secrets: Secrets): AlwaysRule | undefined {
  const { command, program } = subject;
  if (program === undefined ? isShell(command) : !mayBeNamed(program, secrets)) return undefined;
  const bound = program && { exactly: { ...callOf(program), arguments: program.args, ...variablesOf(program) } };
  return toRule(subject, bound, 'A person approved this exact call permanently.', whatMatches(subject));
}

/** Beside reading, of which nobody is asked. */
const agreeable: readonly string[] = ['reads', 'changes', 'destroys'] satisfies readonly Effect[];

function ruleWithFiles(subject: PolicySubject, secrets: Secrets): AlwaysRule | undefined {
  const { command, program } = subject;
  if (!program || !isShell(command) || isFileSign(program.name) || !mayBeNamed(program, secrets)) return undefined;
  const words = wordsBesideFiles(new JudgedCall(program, subject));
  const { effects, evidence } = program.understanding();
  const found = [...new Set<string>([...effects, ...evidence.map(({ effect }) => effect)])].sort();
  if (words === undefined || !found.every((effect) => agreeable.includes(effect))) return undefined;
  const like = { ...callOf(program), arguments: words, ...variablesOf(program), effects: found };
  const call = quoteWords([program.name, ...words]);
  const matches = `${call} with any files and directories below ${placeOf(program)}, started there, with the program ${program.file}`;
  return toRule(subject, { like }, 'A person approved this program with these options in this directory.', matches);
}

/** A file that a line opens by itself: where it leads is all there is to it. */
function isFileSign(name: string): boolean {
  return name === '<' || name === '>' || name === '>>';
}

function toRule(
  { command, danger, caller, sandboxed, network }: PolicySubject,
  call: object | undefined,
  reason: string,
  what: string,
): AlwaysRule {
  const bound = {
    command: command.join(' '),
    ...call,
    danger,
    callers: caller,
    ...(sandboxed && { when: 'sandboxed', network }),
  };
  const name = createHash('sha256').update(JSON.stringify(bound)).digest('hex').slice(0, 12);
  return {
    rule: { id: `always-${name}`, decision: 'allow', reason, ...bound },
    matches: `${what}, when ${caller} asks${sandboxed ? `, inside the sandbox with the network ${network}` : ''}.`,
  };
}

function callOf(program: ProgramFacts) {
  return { name: program.name, program: program.file, arguments: program.args, directory: directoryOf(program) };
}

function variablesOf({ variables = {} }: ProgramFacts) {
  return Object.keys(variables).length > 0 ? { variables } : {};
}

function mayBeNamed(program: ProgramFacts, secrets: Secrets): boolean {
  return !program.stdin && program.hasUnknown !== true && !secrets.areInWords(wordsOf(program));
}

/** Everything of it that the rule would say. */
function wordsOf(program: ProgramFacts): readonly string[] {
  const { file, name, args, variables = {} } = program;
  return [file, name, ...args, directoryOf(program), ...Object.values(variables)];
}

function whatMatches({ command, program }: PolicySubject): string {
  const words = command.join(' ');
  if (!program) return `Every call of ${words}, with any arguments`;
  const call = quoteWords([program.name, ...program.args]);
  const through = isShell(command) ? '' : ` as ${words}`;
  return `Exactly ${call}${through} with the program ${program.file}, in ${placeOf(program)}, whatever its input files contain${withVariables(program)}`;
}

function placeOf(program: ProgramFacts): string {
  const directory = directoryOf(program);
  return directory === '.' ? 'the workspace directory' : quoteWords([directory]);
}

function withVariables({ variables = {} }: ProgramFacts): string {
  const set = Object.entries(variables).map(([name, value]) => `${name}=${quoteWords([value])}`);
  return set.length === 0 ? '' : `, with ${set.join(', ')}`;
}
