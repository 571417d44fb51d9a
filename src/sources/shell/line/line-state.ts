// What a line knows while it goes on: variables, where it is, and how the last command ended.

import type { Surroundings, Value } from '../../../shell-language/expand-word.js';
import { ExpansionProblem } from '../../../shell-language/expansion-problem.js';
import type { CommandPart } from '../../../shell-language/syntax-tree.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import { type Elsewhere, isExportedThere } from './elsewhere.js';

interface Variable {
  readonly value: Value | undefined;
  readonly exported: boolean;
}

export interface LineOptions {
  readonly errexit: boolean;
  readonly nounset: boolean;
  readonly pipefail: boolean;
}

export class LineState {
  directory: string;
  /** Where it really is, only a run can tell. */
  isLost = false;
  previousDirectory: string | undefined;
  /** It is in its directory only as long as every command before has ended well. */
  mayNotHaveEntered = false;
  status: Value = { text: '0', unknown: false };
  /** Of the programs of the last pipeline. */
  statuses: readonly Value[] = [];
  options: LineOptions = { errexit: false, nounset: false, pipefail: false };
  readonly #base: ProgramPlan;
  readonly #elsewhere: Elsewhere | undefined;
  readonly #variables: Map<string, Variable>;

  constructor(base: ProgramPlan, directory: string, elsewhere?: Elsewhere, variables = new Map<string, Variable>()) {
    this.#base = base;
    this.#elsewhere = elsewhere;
    this.directory = directory;
    this.#variables = variables;
  }

  /** For what must not change what is around it. */
  copy(): LineState {
    const copy = new LineState(this.#base, this.directory, this.#elsewhere, new Map(this.#variables));
    copy.previousDirectory = this.previousDirectory;
    copy.isLost = this.isLost;
    copy.mayNotHaveEntered = this.mayNotHaveEntered;
    copy.status = this.status;
    copy.statuses = this.statuses;
    copy.options = this.options;
    return copy;
  }

  set(name: string, value: Value | undefined, exported = this.isExported(name)): void {
    this.#variables.set(name, { value, exported });
  }

  isExported(name: string): boolean {
    const known = this.#variables.get(name)?.exported ?? Object.hasOwn(this.#base.environment, name);
    return known || (this.#elsewhere !== undefined && isExportedThere(name, this.#elsewhere));
  }

  /** What programs get beside, or instead of, what they get anyway. */
  exported(): Readonly<Record<string, Value | undefined>> {
    const changed = [...this.#variables].filter(([, { exported }]) => exported);
    return Object.fromEntries(changed.map(([name, { value }]) => [name, value]));
  }

  /** Where two ways come together, only what is the same on both is known. */
  join(other: LineState): void {
    if (this.directory !== other.directory || other.isLost) this.isLost = true;
    for (const name of new Set([...this.#variables.keys(), ...other.#variables.keys()])) {
      const [one, two] = [this.#variables.get(name), other.#variables.get(name)];
      const isSame = one?.value?.text === two?.value?.text && one?.exported === two?.exported;
      if (!isSame) this.set(name, { text: `$${name}`, unknown: true }, one?.exported ?? two?.exported ?? false);
    }
  }

  /** What follows is done whether the command before ended well or not. */
  settle(): void {
    if (this.mayNotHaveEntered) this.isLost = true;
    this.mayNotHaveEntered = false;
  }

  get names(): readonly string[] {
    return [...this.#variables.keys()];
  }

  /** Words are expanded with this; `output` is what commands in them printed. */
  surroundings(output: (part: CommandPart) => Value, requiresSet = this.options.nounset): Surroundings {
    return {
      output,
      requiresSet,
      variable: (name) => this.#value(name),
    };
  }

  #value(name: string): Value | undefined {
    if (name === '?') return this.status;
    const stage = /^PIPESTATUS\[(\d)\]$/.exec(name)?.[1];
    if (stage !== undefined) return this.statuses[Number(stage)];
    const own = this.#variables.get(name);
    if (own) return own.value;
    if (this.#elsewhere) {
      if (mayBeSeen.has(name)) return { text: `$${name}`, unknown: true };
      throw new ExpansionProblem(`$${name} is a variable of the shell that runs the line, and may hold a secret`);
    }
    if (name === 'PWD') return known(this.directory);
    if (name === 'OLDPWD') return this.previousDirectory === undefined ? undefined : known(this.previousDirectory);
    const { environment, secrets, unlisted = [] } = this.#base;
    const text = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (text === undefined) return undefined;
    // What is put into words is seen by everybody who looks at processes, and by programs that must not have it.
    if ([...secrets, ...unlisted].some((secret) => secret !== '' && text.includes(secret))) {
      throw new ExpansionProblem(`$${name} holds a secret, which may only be passed in a program's environment`);
    }
    return known(text);
  }
}

/** Variables of every shell that hold no secret. */
const mayBeSeen = new Set('EDITOR HOME LANG LOGNAME OLDPWD PATH PWD SHELL TERM TMPDIR USER'.split(' '));

export const known = (text: string): Value => ({ text, unknown: false });
