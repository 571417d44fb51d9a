import { ruleOf } from '../../planning/forbidden-names.js';
import { ProgramMemory } from '../../planning/program-memory.js';
import { guardedEnvironment } from '../../policy/understanding/guarded-environment.js';
import { type Call, type Understanding, understand } from '../../policy/understanding/understand.js';

export interface UnderstandingOptions {
  /** Where programs that other programs start are looked for. */
  readonly searchPath: readonly string[];
  /** Files and directories by which the owner tells the gate what to do. */
  readonly owners?: readonly string[] | undefined;
  /** Whether programs run without the environment that the gate gives them. */
  readonly isUnguarded?: boolean | undefined;
}

/** Understands calls with the files as they are when it is asked. */
export function understandCalls({
  searchPath,
  owners,
  isUnguarded,
}: UnderstandingOptions): (call: Call) => Understanding {
  const programs = new ProgramMemory();
  return (call) =>
    understand({ ...call, owners, mayAssign, isUnguarded }, (name) => {
      const relative = { root: call.workspace, directory: call.directory };
      const resolved = programs.resolve(name, { searchPath, trust: 'all', relative });
      return resolved.ok ? resolved.program : undefined;
    });
}

/** As for what a line sets, and nothing of what keeps programs from running others. */
function mayAssign(name: string): boolean {
  const { rule = 'free' } = ruleOf(name) ?? {};
  return rule === 'free' && !Object.hasOwn(guardedEnvironment('/'), name);
}
