// The steps of one call → the program that comes next, and after it the others as far as they are known.

import type { NextStep } from '../../../vocabulary/program.js';
import type { Parts, Step } from '../tool.js';
import { CallValues } from './call-values.js';
import { changeDirectory } from './change-directory.js';
import { Findings } from './findings.js';
import { type Call, planStep } from './plan-step.js';
import type { Planned } from './planned.js';
import { stepError } from './step-error.js';
import { findReadSteps, isRunnable, type RunnableStep } from './step-list.js';

/** What the steps printed that have run, by their place. */
type Outputs = ReadonlyMap<number, string>;

/** How far a call is. */
interface Progress {
  /** The place of the step that comes next. */
  readonly at: number;
  readonly directory: string;
  readonly outputs: Outputs;
}

export class PlannedList {
  readonly #call: Call;
  readonly #steps: readonly Step[];
  readonly #read: ReadonlySet<number>;
  readonly #lastProgram: number;

  constructor(call: Call) {
    this.#call = call;
    this.#steps = call.tool.template.steps;
    this.#read = findReadSteps(call.tool);
    this.#lastProgram = this.#steps.findLastIndex(isRunnable);
  }

  planFirst(): Planned {
    const { directory: written } = this.#call.tool.template;
    const start: Progress = { at: 0, directory: this.#call.context.session.directory, outputs: new Map() };
    const findings = this.#newFindings();
    return this.#planFrom({ ...start, directory: this.#enter(written, start, findings) }, findings);
  }

  #planFrom(from: Progress, findings = this.#newFindings()): Planned {
    let progress = from;
    for (const step of this.#steps.slice(from.at)) {
      if (isRunnable(step)) return this.#planOne(step, progress, findings);
      const directory = this.#enter(step.directory, progress, findings);
      progress = { ...progress, at: progress.at + 1, directory };
    }
    throw new Error('A tool without a program was planned.');
  }

  #planOne(step: RunnableStep, progress: Progress, findings: Findings): Planned {
    const { at, directory } = progress;
    const plan = planStep(step, this.#call, {
      directory,
      values: this.#values(progress, findings),
      findings,
      foreseen: this.#isForeseen(progress),
      isRead: this.#read.has(at),
    });
    const { refused, obstacles } = findings;
    if (this.#steps.length === 1) return { plan, refused, obstacles, following: undefined };
    const after = { ...progress, at: at + 1 };
    const following = at < this.#lastProgram ? once(() => this.#planFrom(after)) : undefined;
    const { template } = this.#call.tool;
    const planned = {
      number: at + 1,
      of: this.#steps.length,
      shown: step.shown && template.capturesOutput,
      isRead: this.#read.has(at),
      mayFail: this.#call.options.continueOnFailure,
      next: following && this.#next(after, following),
    };
    return { plan: { ...plan, step: planned }, refused, obstacles, following };
  }

  #next(after: Progress, following: () => Planned): NextStep {
    return {
      get foreseen() {
        return following().plan;
      },
      plan: (printed) => {
        const outputs = new Map(after.outputs).set(after.at - 1, printed);
        const findings = this.#newFindings();
        // While the step before ran, a link may have been put in its place.
        const here: Parts = [{ kind: 'text', text: after.directory }];
        const directory = this.#enter(here, { ...after, outputs }, findings);
        const planned = this.#planFrom({ ...after, outputs, directory }, findings);
        return stepError(planned) ?? planned.plan;
      },
    };
  }

  #enter(written: Parts | undefined, progress: Progress, findings: Findings): string {
    const { options, context } = this.#call;
    const pieces = written && this.#values(progress, findings).fill(written);
    const { workspace } = context.session;
    const foreseen = this.#isForeseen(progress);
    return changeDirectory(pieces, { base: progress.directory, workspace, paths: options.paths, foreseen }, findings);
  }

  #values({ at, outputs }: Progress, findings: Findings): CallValues {
    const { input, variables } = this.#call;
    const outputOf = (step: number) => {
      const printsNothing = step >= at || this.#steps[step]?.kind === 'directory';
      return printsNothing ? '' : outputs.get(step);
    };
    return new CallValues(input, variables, outputOf, findings);
  }

  /** Whether a program comes before it that has not run yet. */
  #isForeseen({ at, outputs }: Progress): boolean {
    const before = this.#steps.slice(0, at).findLastIndex(isRunnable);
    return before !== -1 && !outputs.has(before);
  }

  #newFindings(): Findings {
    return new Findings(this.#call.tool.input.parameters);
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
