// What several commands read from, one after the other: what is left of it for each of them, only a run can tell. A shell
// that reads its code there would get another text than the one that was judged.

import type { Script } from '../../../shell-language/syntax-tree.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';

type Stdin = ProgramPlan['stdin'];

export function shared(stdin: Stdin): Stdin {
  return stdin === undefined ? undefined : 'open';
}

/** The first of a pipeline has it for itself where there is only one. */
export function sharedBy({ statements }: Script, stdin: Stdin): Stdin {
  const isAlone = statements.length <= 1 && statements.every(({ rest }) => rest.length === 0);
  return isAlone ? stdin : shared(stdin);
}
