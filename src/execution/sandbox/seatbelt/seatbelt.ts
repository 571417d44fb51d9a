// Runs programs on macOS as a profile lets them. The process becomes the program: there is no other to look after it.

import type { ProgramPlan } from '../../../vocabulary/program.js';
import { nameByLink } from '../../process/name-by-link.js';
import { makeOwnDirectory } from '../own-directory.js';
import type { Place, Sandboxed, Scope, Tier } from '../tier.js';
import { seatbeltProfile } from './seatbelt-profile.js';

export class Seatbelt implements Tier {
  readonly name = 'seatbelt';
  readonly ownPlaces = [];
  readonly #program: string;

  constructor(program: string) {
    this.#program = program;
  }

  enclose(plan: ProgramPlan, limited: ProgramPlan, scope: Scope, { temporary, names }: Place): Sandboxed {
    const program = limited === plan ? nameByLink(plan.program, plan.name, names) : limited.program;
    const own = makeOwnDirectory(plan.environment, [...scope.readable, ...scope.writable], temporary);
    const readable = [...scope.readable, names];
    const args = this.launch({ ...scope, readable, writable: [...scope.writable, own.path] }, [
      program,
      ...limited.args,
    ]);
    return {
      plan: { ...limited, program: this.#program, name: 'sandbox-exec', args, environment: own.environment },
      release: () => own.remove(),
    };
  }

  launch(scope: Scope, words: readonly string[]): readonly string[] {
    const { text, parameters } = seatbeltProfile(scope);
    const given = Object.entries(parameters).flatMap(([name, path]) => ['-D', `${name}=${path}`]);
    return [...given, '-p', text, ...words];
  }
}
