import type { ProgramPlan } from '../vocabulary/program.js';

/** Whether the same program would be started with the same arguments in the same place. */
export function isSamePlan(one: ProgramPlan | undefined, other: ProgramPlan | undefined): boolean {
  if (!one || !other) return false;
  return (
    one.program === other.program &&
    one.directory === other.directory &&
    one.args.length === other.args.length &&
    one.args.every((argument, index) => argument === other.args[index])
  );
}
