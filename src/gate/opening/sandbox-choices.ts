// What is said about the sandbox of a program: by the owner for its command, and by the author of the command.

import { resolve } from 'node:path';
import { mergeChoices, onlyNarrower } from '../../execution/sandbox/sandbox-settings.js';
import { byWidth, meansProgram, type ProgramPattern, readProgramPattern } from '../../policy/program-pattern.js';
import type { Command } from '../../vocabulary/command.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { PlannedCall, PlannedLine, ProgramPlan } from '../../vocabulary/program.js';
import type { SandboxChoice } from '../../vocabulary/sandbox.js';

/** `trusted`: they speak for the owner. `bounded`: they can only say that their programs need less. */
export type Authors = 'trusted' | 'bounded';

type ByPattern = Readonly<Record<string, SandboxChoice>>;

export class SandboxChoices {
  readonly #entries: readonly (readonly [ProgramPattern, SandboxChoice])[];
  readonly #authors: Authors;

  /** The patterns are sound: they were checked where they were written. */
  constructor(commands: ByPattern, authors: Authors) {
    this.#authors = authors;
    this.#entries = Object.entries(commands)
      .map(([text, choice]) => [readProgramPattern(text) as ProgramPattern, choice] as const)
      .sort(([one], [other]) => byWidth(one, other));
  }

  /** The program, and those that run after it, each with all that is said about it. */
  applyTo(plan: ProgramPlan, command: Command, workspace: string): ProgramPlan {
    if (this.#entries.length === 0 && !command.sandbox) return plan;
    const { step, line } = plan;
    if (line) return this.#applyToLine(plan, line, command, workspace);
    const next = step?.next && this.applyTo(step.next, command, workspace);
    return { ...plan, sandbox: this.#choose(plan, command, workspace), ...(step && { step: { ...step, next } }) };
  }

  /** One sandbox holds all of a line: what is said about one of its programs cannot be given to it alone. */
  #applyToLine(plan: ProgramPlan, line: PlannedLine, command: Command, workspace: string): ProgramPlan {
    const parts = line.parts.map((part) => this.applyTo(part, command, workspace));
    return { ...plan, sandbox: parts[0]?.sandbox, line: { ...line, parts } };
  }

  /** The same for a call, and for what comes of it. */
  applyToCall(call: PlannedCall, command: Command, workspace: string): PlannedCall {
    const { goOn } = call;
    return {
      ...call,
      plan: this.applyTo(call.plan, command, workspace),
      goOn:
        goOn &&
        ((printed) => {
          const next = goOn(printed);
          return next instanceof GateError ? next : this.applyToCall(next, command, workspace);
        }),
    };
  }

  #choose(plan: ProgramPlan, { path, sandbox: ofAuthor = {}, plan: isProgram }: Command, workspace: string) {
    const ofOwner = this.#entries
      .filter(([pattern]) => meansProgram(pattern, path, plan, workspace))
      .map(([, choice]) => choice);
    // Of a handle or a tool it is what the owner says about its file; of a handler, what it does without.
    const ofPlan = plan.sandbox ?? {};
    if (isProgram) return mergeChoices(ofPlan, ...ofOwner);
    if (this.#authors === 'bounded') return mergeChoices(...ofOwner, onlyNarrower(ofAuthor), ofPlan);
    return mergeChoices(withAbsolutePaths(ofAuthor, workspace), ...ofOwner, ofPlan);
  }
}

function withAbsolutePaths(choice: SandboxChoice, workspace: string): SandboxChoice {
  const absolute = (paths: readonly string[]) => paths.map((path) => resolve(workspace, path));
  return {
    ...choice,
    ...(choice.readable && { readable: absolute(choice.readable) }),
    ...(choice.writable && { writable: absolute(choice.writable) }),
  };
}

/** What is said about commands that do not exist: most likely they are called otherwise. */
export function findIdleSandboxes(commands: ByPattern, known: readonly Command[]): readonly string[] {
  const nowhere = { program: '', name: '' };
  return Object.keys(commands)
    .filter((text) => {
      const pattern = { ...(readProgramPattern(text) as ProgramPattern), program: undefined };
      return !known.some(({ path }) => meansProgram(pattern, path, nowhere, ''));
    })
    .map((text) => `"commands" of "sandbox" has "${text}", which matches no command.`);
}

/** What authors want for their programs and only the owner can give. */
export function findUngranted(known: readonly Command[]): readonly string[] {
  return known.flatMap(({ path, sandbox = {} }) => {
    const wanted = Object.keys(sandbox).filter((key) => !(key in onlyNarrower(sandbox)));
    if (wanted.length === 0) return [];
    const name = path.join(' ');
    return [
      `The command "${name}" needs ${wanted.join(', ')} for its programs. To grant it, add "${name}" to "commands" of "sandbox".`,
    ];
  });
}
