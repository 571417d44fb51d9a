// Which program runs with which arguments. What lets through has to name the program that a call comes down to; what
// holds back may name any program on the way.

import { relative } from 'node:path';
import { quoteWords } from '../../command-line/quote.js';
import { findProgram } from '../understanding/find-program.js';
import { type Certainty, type Condition, orList } from './condition.js';
import { argumentsGlob, pathGlob, wordGlob } from './glob.js';
import type { JudgedCall, JudgedStep } from './judged-call.js';
import type { Conditions } from './rule.js';

interface StepCondition {
  holds(step: JudgedStep, workspace: string): boolean;
  differs(step: JudgedStep): string;
}

export function matchStep(conditions: Conditions, certainty: Certainty): Condition<JudgedCall> {
  const tests: StepCondition[] = [];
  if (conditions.program) tests.push(programIs(conditions.program, certainty));
  if (conditions.arguments) tests.push(argumentsAre(conditions.arguments, certainty));
  if (conditions.has) tests.push(hasArgument(conditions.has));
  const fits = (step: JudgedStep, { facts }: JudgedCall) => tests.every((test) => test.holds(step, facts.workspace));
  return {
    holds: (call) => {
      if (certainty === 'surely') return call.inner !== undefined && fits(call.inner, call);
      return call.steps.some((step) => fits(step, call)) || (certainty === 'may' && call.has('unreadable'));
    },
    differs: (call) => {
      const step = certainty === 'surely' ? call.inner : call.steps.at(-1);
      if (!step) return 'it is not certain which program it runs';
      return (
        tests.find((test) => !test.holds(step, call.facts.workspace))?.differs(step) ?? 'none of its programs matches'
      );
    },
  };
}

function programIs(patterns: readonly string[], certainty: Certainty): StepCondition {
  const tests = patterns.map((pattern) => programTest(pattern, certainty));
  return {
    holds: (step, workspace) => tests.some((test) => test(step, workspace)),
    differs: ({ file, names, isOwn }) => {
      const where = isOwn ? ', a file in the workspace' : '';
      return `the program is ${file ?? names[0] ?? 'not found'}${where}, not ${orList(patterns)}`;
    },
  };
}

function programTest(pattern: string, certainty: Certainty): (step: JudgedStep, workspace: string) => boolean {
  if (pattern.startsWith('/')) {
    const glob = pathGlob(pattern);
    return ({ file }) => file !== undefined && glob(file);
  }
  if (pattern.startsWith('./')) {
    const glob = pathGlob(pattern.slice(2));
    return ({ file, isOwn }, workspace) => file !== undefined && isOwn && glob(relative(workspace, file));
  }
  const glob = wordGlob(pattern);
  if (certainty === 'surely') {
    return ({ names, file, isOwn }) => file !== undefined && !isOwn && names.some(glob);
  }
  // To forbid `python3` forbids `python3.11` too.
  const meant = findProgram(pattern, undefined)?.name;
  return ({ possibleNames, known }) => possibleNames.some(glob) || (known !== undefined && known === meant);
}

function argumentsAre(alternatives: readonly (readonly string[])[], certainty: Certainty): StepCondition {
  const globs = alternatives.map(argumentsGlob);
  return {
    holds: ({ args }) => {
      // What holds something back is not evaded by options in front: `git -C . push` is a push.
      const starts = certainty === 'surely' ? [0] : afterLeadingOptions(args);
      return globs.some((glob) => starts.some((from) => glob(args, from)));
    },
    differs: ({ args }) => {
      const wanted = orList(alternatives.map((words) => words.join(' ') || 'none'));
      return `the arguments are ${args.length === 0 ? 'none' : quoteWords(args)}, not ${wanted}`;
    },
  };
}

/** Where the arguments begin, and could begin: behind options, each of which may have a value of its own. */
function afterLeadingOptions(args: readonly string[]): readonly number[] {
  const isOption = (at: number) => args[at]?.startsWith('-') === true;
  let from = 0;
  const starts = [0];
  while (isOption(from) || (isOption(from - 1) && from < args.length)) starts.push(++from);
  return starts;
}

function hasArgument(patterns: readonly string[]): StepCondition {
  const globs = patterns.map(wordGlob);
  return {
    holds: ({ args }) => args.some((word) => globs.some((glob) => glob(word))),
    differs: () => `no argument is ${orList(patterns)}`,
  };
}
