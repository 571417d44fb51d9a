// Whether the programs are there that commands say they start.

import { defaultSearchPath } from '../../planning/default-search-path.js';
import { resolveProgram } from '../../planning/resolve-program.js';
import type { Command } from '../../vocabulary/command.js';
import { type Check, Checks } from './check.js';

interface Surroundings {
  /** A real path. */
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function checkPrograms(
  commands: readonly Command[],
  { workspace, environment }: Surroundings,
): readonly Check[] {
  const checks = new Checks('programs');
  const searchPath = defaultSearchPath(environment);
  for (const [program, users] of byProgram(commands)) {
    const found = resolveProgram(program, {
      ...{ searchPath, trust: { outside: workspace }, relative: { root: workspace, directory: workspace } },
    });
    if (found.ok) checks.ok(`${program} found: ${found.program}`);
    else {
      const what = `${program} not found: ${users.join(', ')} cannot work. ${found.problem.message}`;
      checks.fail(what, `Install ${program}, or add its directory to PATH`);
    }
  }
  return checks.list;
}

/** By program, the commands that start it. */
function byProgram(commands: readonly Command[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { path, contract } of commands) {
    const program = contract?.subprocess?.program;
    if (program !== undefined) found.set(program, [...(found.get(program) ?? []), path.join(' ')]);
  }
  return found;
}
