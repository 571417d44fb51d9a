// What is known about a list of steps before any of them has run.

import type { Parts, Step, Tool } from '../tool.js';

export type RunnableStep = Exclude<Step, { kind: 'directory' }>;

export const isRunnable = (step: Step): step is RunnableStep => step.kind !== 'directory';

/** The steps whose output is used after them, by their place. */
export function findReadSteps({ template }: Tool): ReadonlySet<number> {
  const read = new Set<number>();
  const last = template.steps.findLastIndex(isRunnable);
  for (const [index, step] of template.steps.slice(0, last + 1).entries()) {
    for (const output of outputsIn(partsOf(step))) if (output < index) read.add(output);
  }
  return read;
}

function partsOf(step: Step): Parts {
  switch (step.kind) {
    case 'program':
      return step.args.flatMap((argument) => (argument.kind === 'word' ? argument.parts : []));
    case 'directory':
      return step.directory;
    case 'shell':
      return step.values;
  }
}

function outputsIn(parts: Parts): readonly number[] {
  return parts.flatMap((part) => (part.kind === 'output' ? [part.step] : []));
}
