// A program call while rules look at it: what is worked out for one rule is there for the next.

import { basename } from 'node:path';
import { isInside } from '../../machine/paths/is-inside.js';
import { findProgram } from '../understanding/find-program.js';
import { type Evidence, type Step, type Understanding, understand } from '../understanding/understand.js';
import { type Finding, isShell, type ProgramFacts, type RequestFacts } from './rule.js';

/** One program of a call. */
export interface JudgedStep {
  /** The names that it surely has: a link in the workspace can be called anything. */
  readonly names: readonly string[];
  /** Those, and what it is called. */
  readonly possibleNames: readonly string[];
  /** Its name in the table of programs. */
  readonly known: string | undefined;
  readonly file: string | undefined;
  readonly args: readonly string[];
  /** Whether its file is one of the workspace. */
  readonly isOwn: boolean;
}

export class JudgedCall {
  readonly facts: ProgramFacts;
  readonly #request: RequestFacts;
  #understanding: Understanding | undefined;
  #steps: readonly JudgedStep[] | undefined;
  #inner: JudgedStep | 'hidden' | undefined;

  constructor(facts: ProgramFacts, request: RequestFacts) {
    this.facts = facts;
    this.#request = request;
  }

  /** Any program at all, with nothing that would keep it in the workspace: what the table says is not enough. */
  get isLoose(): boolean {
    return isShell(this.#request.command) && !this.#request.sandboxed;
  }

  /** Why a loose call is not one of those in which everything is known. */
  get beyondCore(): Evidence | undefined {
    return this.isLoose ? this.understanding.beyondCore() : undefined;
  }

  get understanding(): Understanding {
    this.#understanding ??= this.facts.understanding();
    return this.#understanding;
  }

  /** What was understood if somebody asked; nothing is worked out for it. */
  get understandingSoFar(): Understanding | undefined {
    return this.#understanding;
  }

  /** The programs that run, outermost first. */
  get steps(): readonly JudgedStep[] {
    this.#steps ??= this.understanding.steps.map((step) => toJudged(step, this.facts.workspace));
    return this.#steps;
  }

  /** The one program that the call comes down to; nothing where what is around it does something of its own. */
  get inner(): JudgedStep | undefined {
    this.#inner ??= this.#findInner() ?? 'hidden';
    return this.#inner === 'hidden' ? undefined : this.#inner;
  }

  has(finding: Finding): boolean {
    const { effects, evidence } = this.understanding;
    return (effects as ReadonlySet<string>).has(finding) || evidence.some(({ effect }) => effect === finding);
  }

  #findInner(): JudgedStep | undefined {
    // Behind what cannot be read, another program may be hidden.
    if (this.has('unreadable')) return undefined;
    // What a shell is told to do is its own business to whoever allows the shell.
    const steps = this.understanding.steps.filter(({ inCode }) => !inCode);
    const isPlain = steps.every((step, at) => {
      const next = steps[at + 1];
      return next === undefined || isPlainWrapper(step, next, this.facts);
    });
    return isPlain ? this.steps[steps.length - 1] : undefined;
  }
}

function toJudged({ name, program, args }: Step, workspace: string): JudgedStep {
  const found = findProgram(name, program);
  const known = found?.name;
  const fileName = program === undefined ? [] : [basename(program)];
  const certain = [...fileName, ...(known === undefined ? [] : [known])];
  // A name without a path was found where programs are installed. It counts unless its file is known as a program of
  // another kind: `sh` may be `dash`, and `ls` is not `rm`.
  const isHonest = !name.includes('/') && (!found || findProgram(name, undefined)?.program === found.program);
  const called = basename(name);
  return {
    names: isHonest ? [...certain, called] : certain,
    possibleNames: [...certain, called],
    known,
    file: program,
    args,
    isOwn: program !== undefined && isInside(program, workspace),
  };
}

/** Whether a wrapper does nothing but run the next program: it is understood with a harmless program in its place. */
function isPlainWrapper(outer: Step, inner: Step, { directory, workspace }: ProgramFacts): boolean {
  if (outer.program === undefined) return false;
  const own = outer.args.length - inner.args.length - 1;
  const isAtEnd =
    own >= 0 && outer.args[own] === inner.name && inner.args.every((word, at) => outer.args[own + 1 + at] === word);
  if (!isAtEnd) return false;
  const args = [...outer.args.slice(0, own), 'true'];
  const alone = understand({ name: outer.name, program: outer.program, args, directory, workspace }, (name) =>
    name === 'true' ? '/usr/bin/true' : undefined,
  );
  return (
    alone.understood &&
    alone.effects.size === 0 &&
    alone.evidence.length === 0 &&
    alone.paths.length === 0 &&
    alone.steps.length === 2
  );
}
