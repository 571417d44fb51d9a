// Which paths a call surely makes as soon as it starts, and which ones it removes where it does nothing else that could
// be regretted. What is not plain is neither.

import { basename } from 'node:path';
import { statOf } from '../../machine/files/stat-of.js';
import type { Step, Understanding } from '../understanding/understand.js';
import type { JudgedCall } from './judged-call.js';

/** By what they may be given without doing something else, or nothing at all. */
const makers: Readonly<Record<string, RegExp>> = {
  '>': /^$/,
  '>>': /^$/,
  touch: /^$/,
  mkdir: /^(?:-[pv]+|--parents|--verbose)$/,
  cp: /^(?:-[pvaf]+|--verbose)$/,
  tee: /^(?:-a|--append)$/,
};

/** Real paths that are not there yet. */
export function pathsMadeBy(
  name: string,
  file: string,
  args: readonly string[],
  found: Understanding,
): readonly string[] {
  const called = file === name ? name : basename(file);
  const plain = Object.hasOwn(makers, called) ? makers[called] : undefined;
  if (!plain || !found.understood || found.steps.length !== 1) return [];
  const options = args.filter((word) => word.startsWith('-'));
  if (!options.every((word) => plain.test(word))) return [];
  // A copy of what is not there makes nothing.
  const reads = found.paths.filter(({ use }) => use !== 'write');
  if (reads.some(({ real }) => real === undefined || statOf(real) === undefined)) return [];
  return found.paths.flatMap(({ real, use, inside }) => (use === 'write' && inside && real !== undefined ? real : []));
}

const removers = new Set(['rm', 'unlink']);
const plainRemoval = /^(?:-[rRfdv]+|--recursive|--force|--dir|--verbose|--)$/;
const effectsBeside: readonly string[] = ['reads', 'changes', 'destroys'];

/** Real paths; nothing where it does more than that, or where not all of it is known. */
export function pathsRemovedBy({ facts, understanding: found, isLoose }: JudgedCall): readonly string[] | undefined {
  const { understood, effects, evidence, steps, paths } = found;
  if (!understood || facts.stdin || facts.hasUnknown || Object.keys(facts.variables ?? {}).length > 0) return undefined;
  // What a shell does beside what it was told, only a sandbox holds.
  if (isLoose && steps.length > 1) return undefined;
  if (![...effects].every((effect) => effectsBeside.includes(effect))) return undefined;
  const removing = steps.filter((step) => step.program !== undefined && removers.has(basename(step.program)));
  if (removing.length === 0 || !removing.every(isPlain)) return undefined;
  const words = new Set(removing.flatMap(({ args }) => args.filter((word) => !plainRemoval.test(word))));
  const isRemoval = ({ effect, argument, by }: (typeof evidence)[number]) =>
    effect === 'destroys' && by !== undefined && removers.has(by) && (argument === undefined || words.has(argument));
  if (!evidence.every(isRemoval)) return undefined;
  const removed = paths.filter(({ argument }) => words.has(argument));
  const areAllSeen = [...words].every((word) => removed.some(({ argument }) => argument === word));
  const reals = removed.map(({ real, inside }) => (inside ? real : undefined));
  return areAllSeen && !reals.includes(undefined) ? (reals as readonly string[]) : undefined;
}

function isPlain({ args }: Step): boolean {
  return args.every((word) => !word.startsWith('-') || plainRemoval.test(word));
}
