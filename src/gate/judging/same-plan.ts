import { realPathOf } from '../../machine/paths/real-path.js';
import { type ProgramPlan, stepsOf } from '../../vocabulary/program.js';

/** Whether its directory is where it was: somebody may have put a link in its place while it waited for its turn. */
export function isStillThere({ directory }: ProgramPlan): boolean {
  // Where it cannot be followed, the start says what is wrong with it.
  return (realPathOf(directory) ?? directory) === directory;
}

/** Whether the same programs would be started with the same arguments in the same places. */
export function isSamePlan(one: ProgramPlan | undefined, other: ProgramPlan | undefined): boolean {
  if (!one || !other || one.line?.text !== other.line?.text) return false;
  const [ones, others] = [stepsOf(one), stepsOf(other)];
  return (
    ones.length === others.length && ones.every((step, index) => isSameProgram(step, others[index] as ProgramPlan))
  );
}

function isSameProgram(one: ProgramPlan, other: ProgramPlan): boolean {
  return (
    one.program === other.program &&
    one.directory === other.directory &&
    one.args.length === other.args.length &&
    one.args.every((argument, index) => argument === other.args[index])
  );
}
