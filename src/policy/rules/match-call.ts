// Whether a call is the one that a rule names: word for word, or with other files below the same directory.

import { quoteWords } from '../../command-line/quote.js';
import { statOf } from '../../machine/files/stat-of.js';
import { isInside } from '../../machine/paths/is-inside.js';
import type { Effect } from '../understanding/program.js';
import type { Certainty, Condition } from './condition.js';
import { directoryOf } from './directory-of.js';
import type { JudgedCall } from './judged-call.js';
import type { ExactCall, ProgramFacts } from './rule.js';

export function isThisCall(named: ExactCall, certainty: Certainty): Condition<JudgedCall> {
  const { withFiles } = named;
  const hasSameWords =
    withFiles === undefined
      ? ({ facts }: JudgedCall) => areSameWords(facts.args, named.arguments)
      : (call: JudgedCall) => isWithFiles(call, named.arguments, withFiles);
  return {
    holds: (call) =>
      isSameProgram(call.facts, named) &&
      (certainty !== 'surely' || isKnownNow(call.facts)) &&
      (named.variables === undefined || areSameVariables(call.facts.variables ?? {}, named.variables)) &&
      hasSameWords(call),
    differs: () =>
      `it is not ${withFiles ? '' : 'exactly '}${quoteWords([named.name, ...named.arguments])}${withFiles ? ' with files' : ''} in ${named.directory}`,
  };
}

/** The arguments of a call without those that name files; nothing where others than files below its directory are touched. */
export function wordsBesideFiles({ facts, understanding }: JudgedCall): readonly string[] | undefined {
  const { understood, files, paths } = understanding;
  if (!understood || files.length === 0 || files.some((at) => facts.args[at]?.startsWith('-') !== false))
    return undefined;
  const isBelow = paths.every(({ real }) => real !== undefined && isBelowOf(real, facts.directory));
  const areAllSeen = files.every((at) => paths.some(({ argument }) => argument === facts.args[at]));
  return isBelow && areAllSeen ? facts.args.filter((_, at) => !files.includes(at)) : undefined;
}

/** A repository is worth more than a file: whoever removes one asks. */
function isBelowOf(real: string, directory: string): boolean {
  return real !== directory && isInside(real, directory) && statOf(`${real}/.git`) === undefined;
}

function isWithFiles(call: JudgedCall, words: readonly string[], effects: readonly Effect[]): boolean {
  const { evidence, effects: found } = call.understanding;
  const isAgreed = (effect: string) => (effects as readonly string[]).includes(effect);
  if (![...found].every(isAgreed) || !evidence.every(({ effect }) => isAgreed(effect))) return false;
  const own = wordsBesideFiles(call);
  return own !== undefined && areSameWords(own, words);
}

function isSameProgram(facts: ProgramFacts, { program, name, directory }: ExactCall): boolean {
  return facts.file === program && facts.name === name && directoryOf(facts) === directory;
}

/** What it reads can be anything, and what only a run can tell as well: nobody has agreed to it. */
function isKnownNow({ stdin, hasUnknown }: ProgramFacts): boolean {
  return !stdin && hasUnknown !== true;
}

function areSameWords(ones: readonly string[], others: readonly string[]): boolean {
  return ones.length === others.length && ones.every((word, at) => word === others[at]);
}

type Variables = Readonly<Record<string, string>>;

function areSameVariables(ones: Variables, others: Variables): boolean {
  const names = Object.keys(ones);
  return names.length === Object.keys(others).length && names.every((name) => ones[name] === others[name]);
}
