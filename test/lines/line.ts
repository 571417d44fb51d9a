// One line of bash, as a coding agent writes it.

import { isMeant } from '../security/corpus/stage/is-meant.js';

export interface Line {
  readonly line: string;
  /** What is special about it, where that is not seen at once. */
  readonly note?: string;
  /** Programs beyond bash, git, Node and the usual tools, which may be missing on a machine. */
  readonly needs?: readonly string[];
  /** Why it is right that it does something else than in bash. */
  readonly differs?: string;
  /** Where a reader without a shell may give up. */
  readonly expected?: 'refused';
}

export function isRunnable({ needs = [] }: Line): boolean {
  return needs.every(isMeant);
}
