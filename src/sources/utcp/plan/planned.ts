import type { Problem } from '../../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';

/** A program, and what is wrong with it or with the directory that it would run in. */
export interface Planned {
  readonly plan: ProgramPlan;
  readonly refused: readonly Problem[];
  readonly obstacles: readonly Problem[];
  /** The one after it, as it is foreseen. */
  readonly following: (() => Planned) | undefined;
}
