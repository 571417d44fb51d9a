// Few rules for many approved calls, each as narrow as it can be: exact calls first, and where they differ in one
// argument only, again and again, a pattern for that argument.

import type { Effect } from '../../policy/understanding/program.js';
import type { ApprovedCall, ApprovedProgram } from './approved-calls.js';

/** What a rule would be about. All of its calls have the same command, program, caller and directory. */
export interface Draft {
  readonly calls: readonly ApprovedCall[];
  /** The arguments, one list for each alternative; undefined for a command that is no program. */
  readonly arguments: readonly (readonly string[])[] | undefined;
  /** Of a pattern: what it may do. */
  readonly onlyEffects?: readonly Effect[];
  /** Of a pattern: the arguments that it does not mean. */
  readonly unless?: readonly string[];
}

interface ProgramCall extends ApprovedCall {
  readonly program: ApprovedProgram;
}

/** One approval is not a habit. */
const leastApprovals = 2;

/** Fewer values are rather listed. */
const leastValues = 3;

/** More than this nobody reads. */
const mostAlternatives = 20;

/** Calls that are alike in all but their arguments. */
export function draftRules(calls: readonly ApprovedCall[]): readonly Draft[] {
  const [first] = calls;
  if (!first?.program) {
    return calls
      .filter(({ approvals }) => approvals.times >= leastApprovals)
      .map((call) => ({ calls: [call], arguments: undefined }));
  }
  const programs = calls as readonly ProgramCall[];
  const patterns = draftPatterns(programs);
  const covered = new Set(patterns.flatMap((draft) => draft.calls));
  return [...patterns, ...listCalls(programs.filter((call) => !covered.has(call)))];
}

/** The next narrower drafts for the same calls, where a draft means too much. */
export function narrowDraft({ calls, onlyEffects }: Draft): readonly Draft[] {
  if (onlyEffects) return listCalls(calls as readonly ProgramCall[]);
  if (calls.length === 1) return [];
  return calls
    .filter(({ approvals }) => approvals.times >= leastApprovals)
    .map((call) => ({ calls: [call], arguments: call.program && [call.program.args] }));
}

/** The calls themselves, those with the same first word together. */
function listCalls(calls: readonly ProgramCall[]): readonly Draft[] {
  const habits = calls.filter((call) => call.approvals.times >= leastApprovals || hasNeighbour(call, calls));
  return [...groupBy(habits, ({ program }) => program.args.find(isWord) ?? '').values()].flatMap((together) =>
    chunksOf(together, mostAlternatives).map((chunk) => ({
      calls: chunk,
      arguments: chunk.map(({ program }) => program.args),
    })),
  );
}

function draftPatterns(calls: readonly ProgramCall[]): readonly Draft[] {
  const left = new Set(calls);
  const drafts: Draft[] = [];
  for (const [key, all] of [...clusters(calls)].sort(([, one], [, other]) => other.length - one.length)) {
    const together = all.filter((call) => left.has(call));
    const draft = together.length >= leastValues ? draftPattern(together, positionOf(key)) : undefined;
    if (!draft) continue;
    drafts.push(draft);
    for (const call of together) left.delete(call);
  }
  return drafts;
}

/** Calls that differ in one argument, behind at least one word that they share. */
function clusters(calls: readonly ProgramCall[]): ReadonlyMap<string, readonly ProgramCall[]> {
  const found = new Map<string, ProgramCall[]>();
  for (const call of calls) {
    const { args } = call.program;
    const from = args.findIndex(isWord) + 1;
    for (let at = from; from > 0 && at < args.length; at++) {
      const key = JSON.stringify([at, args.length, ...args.slice(0, at), ...args.slice(at + 1)]);
      found.set(key, [...(found.get(key) ?? []), call]);
    }
  }
  return found;
}

function positionOf(key: string): number {
  return JSON.parse(key)[0];
}

function draftPattern(calls: readonly ProgramCall[], at: number): Draft | undefined {
  const values = calls.map(({ program }) => program.args[at] ?? '');
  const effects = calls.map(({ program }) => program.effects);
  // What is not understood, an option or code that comes from elsewhere can be anything: it is never meant by a pattern.
  if (!effects.every((known) => known !== undefined) || !values.every(isWord)) return undefined;
  const onlyEffects = [...new Set(effects.flat())].sort();
  if (onlyEffects.includes('runs-code') && onlyEffects.includes('network')) return undefined;
  const pattern = patternFor(values);
  const withValue = (value: string) => calls[0]?.program.args.map((word, index) => (index === at ? value : word)) ?? [];
  return {
    calls,
    arguments: [withValue(pattern)],
    onlyEffects: onlyEffects.length > 0 ? onlyEffects : ['reads'],
    ...(pattern.startsWith('*') && { unless: withValue('-*') }),
  };
}

/** What all of them begin and end with, as far as that ends at a place where names end. */
function patternFor(values: readonly string[]): string {
  const [first = '', ...others] = values;
  let start = 0;
  while (start < first.length && others.every((value) => value[start] === first[start])) start++;
  const prefix = /^.*[-_./:=@]/su.exec(first.slice(0, start))?.[0] ?? '';
  const shortest = Math.min(...values.map((value) => value.length)) - prefix.length;
  let end = 0;
  while (end < shortest && others.every((value) => value.at(-1 - end) === first.at(-1 - end))) end++;
  const suffix = /[-_./:=@].*$/su.exec(first.slice(first.length - end))?.[0] ?? '';
  return `${prefix}*${suffix}`;
}

function hasNeighbour(call: ProgramCall, calls: readonly ProgramCall[]): boolean {
  const { args } = call.program;
  const from = args.findIndex(isWord) + 1;
  return calls.some(({ program }) => {
    if (from === 0 || program.args.length !== args.length) return false;
    const differing = args.flatMap((word, at) => (word === program.args[at] ? [] : [at]));
    return differing.length === 1 && (differing[0] ?? 0) >= from;
  });
}

function isWord(word: string): boolean {
  return !word.startsWith('-') && word !== '';
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
