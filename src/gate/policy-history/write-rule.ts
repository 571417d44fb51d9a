// A draft → the rule as it would stand in a file, with examples of its own.

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { quoteWords } from '../../command-line/quote.js';
import { CompiledRule } from '../../policy/rules/compiled-rule.js';
import { readPolicy } from '../../policy/rules/read-policy.js';
import type { Rule } from '../../policy/rules/rule.js';
import { type Approvals, type ApprovedCall, addApprovals } from './approved-calls.js';
import type { Draft } from './draft-rules.js';

export interface WrittenRule {
  readonly id: string;
  readonly reason: string;
  readonly [key: string]: unknown;
}

/** A rule that was read again, and that its examples agree with. */
export interface Candidate {
  readonly written: WrittenRule;
  readonly rule: Rule;
  readonly compiled: CompiledRule;
  readonly calls: readonly ApprovedCall[];
  readonly approvals: Approvals;
}

/** More of them say nothing new. */
const mostExamples = 5;

/** Undefined where no rule can be written that means this. */
export function writeRule(draft: Draft): Candidate | undefined {
  const { calls } = draft;
  const [first] = calls;
  if (!first) return undefined;
  const approvals = calls.map((call) => call.approvals).reduce(addApprovals);
  const conditions = conditionsOf(draft, first);
  const written = {
    id: nameRule(draft, first, conditions),
    decision: 'allow',
    reason: `A person approved this ${approvals.times} times, ${span(approvals)}.`,
    ...conditions,
    ...examplesOf(draft, first),
  };
  const rule = readPolicy({ default: 'ask', extends: 'nothing', rules: [written] }, () => undefined)?.rules[0];
  return rule && { written, rule, compiled: new CompiledRule(rule), calls, approvals };
}

function conditionsOf({ calls, arguments: alternatives, onlyEffects, unless }: Draft, first: ApprovedCall) {
  const { command, danger, sandboxed, program } = first;
  return {
    command,
    ...(program && {
      program: program.pattern,
      arguments: oneOrAll(alternatives ?? []),
      ...(onlyEffects && { onlyEffects: oneOrAll(onlyEffects) }),
      directory: oneOrAll(distinct(calls.map((call) => call.program?.directory ?? '.'))),
    }),
    ...(command !== 'shell' && { danger }),
    callers: oneOrAll(distinct(calls.map(({ caller }) => caller))),
    ...(sandboxed && { when: 'sandboxed' }),
    ...(unless && { unless: { program: program?.pattern, arguments: unless } }),
  };
}

function examplesOf({ calls, unless }: Draft, { command }: ApprovedCall) {
  // Examples are taken to start in the first of the directories.
  const [directory] = distinct(calls.flatMap(({ program }) => program?.directory ?? []));
  const programs = calls.flatMap(({ program }) => (program?.directory === directory ? (program ?? []) : []));
  const [first] = programs;
  if (!first) return { match: [command] };
  const lines = programs.map(({ name, args }) => quoteWords([name, ...args]));
  const other = unless && quoteWords([first.name, ...unless.map((word) => (word === '-*' ? '--option' : word))]);
  return { match: distinct(lines).slice(0, mostExamples), ...(other !== undefined && { not_match: [other] }) };
}

/** Whoever accepts a rule by its name gets what was shown under it: the name changes with what the rule means. */
function nameRule(
  { arguments: alternatives = [] }: Draft,
  { command, program }: ApprovedCall,
  conditions: object,
): string {
  const [words = [], ...others] = alternatives;
  const until = words.findIndex((word, at) => word.includes('*') || others.some((other) => other[at] !== word));
  const shared = until === -1 ? words : words.slice(0, until);
  const about = program ? [basename(program.pattern), ...shared] : [command];
  const slug = about
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^[^a-z]+|-+$/g, '');
  const hash = createHash('sha256').update(JSON.stringify(conditions)).digest('hex').slice(0, 8);
  return `${slug || 'rule'}-${hash}`;
}

/** As an owner would write it. */
function oneOrAll<T>(items: readonly T[]): T | readonly T[] {
  const [first] = items;
  return items.length === 1 && first !== undefined ? first : items;
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

function span({ first, last }: Approvals): string {
  const [from, to] = [first.slice(0, 10), last.slice(0, 10)];
  return from === to ? `on ${from}` : `from ${from} to ${to}`;
}
