// The steps of one call → the program that comes next, and after it the others as far as they are known.

import { type Text, written } from '../../../planning/draft.js';
import { Findings } from '../../../planning/findings.js';
import { type Planned, plan } from '../../../planning/plan.js';
import type { GateError, Problem } from '../../../vocabulary/gate-error.js';
import type { PlannedCall } from '../../../vocabulary/program.js';
import type { Step } from '../tool.js';
import { CallValues } from './call-values.js';
import { type Call, draftStep } from './draft-step.js';
import { stepError } from './step-error.js';
import { findReadSteps, isRunnable, type RunnableStep } from './step-list.js';

/** A program, and the one after it, as it is foreseen. */
export interface PlannedStep extends Planned {
  readonly following: PlannedStep | undefined;
  /** What that really is, now that this one has printed this. */
  readonly goOn: PlannedCall['goOn'];
}

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

  planFirst(): PlannedStep {
    const start: Progress = { at: 0, directory: this.#call.context.session.directory, outputs: new Map() };
    const findings = new Findings();
    const { directory } = this.#call.tool.template;
    return this.#planFrom(start, directory ? [this.#values(start, findings).fill(directory)] : [], findings);
  }

  /** The steps up to the next program only change the directory. */
  #planFrom(from: Progress, directories: readonly Text[], findings = new Findings()): PlannedStep {
    const entered = [...directories];
    for (const [index, step] of this.#steps.slice(from.at).entries()) {
      const progress = { ...from, at: from.at + index };
      if (isRunnable(step)) return this.#planOne(step, progress, entered, findings);
      entered.push(this.#values(progress, findings).fill(step.directory));
    }
    throw new Error('A tool without a program was planned.');
  }

  #planOne(step: RunnableStep, progress: Progress, directories: readonly Text[], findings: Findings): PlannedStep {
    const { at, directory } = progress;
    const isRead = this.#read.has(at);
    const { tool, machine, options } = this.#call;
    const draft = draftStep(step, this.#call, {
      ...{ directory, directories, isRead },
      values: this.#values(progress, findings),
      foreseen: this.#isForeseen(progress),
    });
    const planned = plan(draft, machine, findings);
    const refused = planned.refused.map(tellOwner);
    if (this.#steps.length === 1) return { ...planned, refused, following: undefined, goOn: undefined };
    const after = { ...progress, at: at + 1, directory: planned.plan.directory };
    const following = at < this.#lastProgram ? this.#planFrom(after, []) : undefined;
    const place = {
      number: at + 1,
      of: this.#steps.length,
      shown: step.shown && tool.template.capturesOutput,
      isRead,
      mayFail: options.continueOnFailure,
      next: following?.plan,
    };
    const goOn = following && ((printed: string) => this.#goOn(after, printed));
    return { ...planned, plan: { ...planned.plan, step: place }, refused, following, goOn };
  }

  #goOn(after: Progress, printed: string): PlannedCall | GateError {
    const outputs = new Map(after.outputs).set(after.at - 1, printed);
    // While the step before ran, a link may have been put in its place.
    const planned = this.#planFrom({ ...after, outputs }, [written(after.directory)]);
    return stepError(planned) ?? { plan: planned.plan, goOn: planned.goOn };
  }

  #values({ at, outputs }: Progress, findings: Findings): CallValues {
    const { input, variables, tool } = this.#call;
    const outputOf = (step: number) => {
      const printsNothing = step >= at || this.#steps[step]?.kind === 'directory';
      return printsNothing ? '' : outputs.get(step);
    };
    return new CallValues({ input, variables, parameters: tool.input.parameters, outputOf }, findings);
  }

  /** Whether a program comes before it that has not run yet. */
  #isForeseen({ at, outputs }: Progress): boolean {
    const before = this.#steps.slice(0, at).findLastIndex(isRunnable);
    return before !== -1 && !outputs.has(before);
  }
}

/** Where no argument is to blame. */
function tellOwner(problem: Problem): Problem {
  if (problem.field !== 'directory' || problem.code !== 'PATH_TRAVERSAL_BLOCKED') return problem;
  const hint = 'No argument changes that: ask the owner to set "paths": "any" for this manual';
  return { ...problem, hint };
}
