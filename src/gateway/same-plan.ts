import type { ProgramPlan } from '../vocabulary/program.js';

/** Whether the same programs would be started with the same arguments in the same places. */
export function isSamePlan(one: ProgramPlan | undefined, other: ProgramPlan | undefined): boolean {
  if (!one || !other) return false;
  return (
    one.program === other.program &&
    one.directory === other.directory &&
    one.args.length === other.args.length &&
    one.args.every((argument, index) => argument === other.args[index]) &&
    (one.step?.next === undefined) === (other.step?.next === undefined) &&
    (!one.step?.next || isSamePlan(one.step.next.foreseen, other.step?.next?.foreseen))
  );
}
