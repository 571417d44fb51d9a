// Completes a line that somebody is typing where no shell splits it into words.

import type { Registry } from '../registry/registry.js';
import { type CompletionOptions, findCandidates } from './find-candidates.js';
import { readPartialLine } from './partial-line.js';
import { spell } from './spell.js';

/** The words that fit and the part of the line they replace, as `node:readline` wants them. */
export type Completion = [candidates: string[], fragment: string];

/** Completes commands, subcommands, options and values at the end of the line. */
export async function completeLine(registry: Registry, line: string, options: CompletionOptions): Promise<Completion> {
  const partial = readPartialLine(line);
  if (partial === undefined) return [[], line];
  const { found } = await findCandidates(registry, partial.words, partial.value, options);
  const values = found.map(({ value }) => value);
  return [spell(values, partial), partial.fragment];
}
