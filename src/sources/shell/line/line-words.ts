// Words of a line → arguments, with the files that patterns stand for.

import { isInside } from '../../../machine/paths/is-inside.js';
import { expandWhole, expandWord, type Field, type Surroundings } from '../../../shell-language/expand-word.js';
import { ExpansionProblem } from '../../../shell-language/expansion-problem.js';
import { hasClass } from '../../../shell-language/file-pattern.js';
import type { Word } from '../../../shell-language/syntax-tree.js';
import { findFiles } from '../expand-globs.js';

export interface Argument {
  readonly text: string;
  readonly unknown: boolean;
}

/** Throws an ExpansionProblem where a word stands for nothing that can be given to a program. */
export function toArguments(
  words: readonly Word[],
  around: Surroundings,
  scope: { readonly directory: string; readonly workspace: string },
): readonly Argument[] {
  return words.flatMap((word) => expandWord(word, around).flatMap((field) => matching(field, scope)));
}

function matching(
  { text, pattern, unknown }: Field,
  scope: { readonly directory: string; readonly workspace: string },
): readonly Argument[] {
  if (pattern === undefined || unknown) return [{ text, unknown }];
  if (hasClass(pattern))
    throw new ExpansionProblem(`the pattern ${text} has a class of characters such as [[:alpha:]]`);
  // It may be a place that only the sandbox has.
  if (!isInside(scope.directory, scope.workspace))
    throw new ExpansionProblem(`the pattern ${text} matches files outside the workspace`);
  const found = findFiles(pattern, scope);
  if (typeof found === 'string') throw new ExpansionProblem(`the pattern ${text} ${found}`);
  return found.length === 0 ? [{ text, unknown }] : found.map((match) => ({ text: match, unknown: false }));
}

/** The words of a command. What `export` sets is not split, as in an assignment. */
export function wordsOf(
  words: readonly Word[],
  around: Surroundings,
  scope: { readonly directory: string; readonly workspace: string },
): readonly Argument[] {
  const [first] = words;
  const isExport = first?.length === 1 && first[0]?.kind === 'text' && first[0].text === 'export';
  if (!isExport) return toArguments(words, around, scope);
  return words.map((word) => {
    const { text, unknown } = expandWhole(word, around);
    return { text, unknown };
  });
}
