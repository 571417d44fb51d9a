import { type AnswerSink, Dispatcher, type Tally } from './dispatcher.js';
import type { ChunkSource } from './input/chunk-source.js';
import { PlanStream } from './plan-stream.js';
import type { WholePlanOptions } from './whole/run-whole-plan.js';

export interface RunPlanOptions extends WholePlanOptions {
  /** The line to begin with. */
  readonly first: number;
  /** Nothing runs unless every line can. */
  readonly whole: boolean;
}

/** Line by line, or, where that is wanted, when all of it was looked at. */
export async function runPlan(chunks: ChunkSource, sink: AnswerSink, options: RunPlanOptions): Promise<Tally> {
  const { first, whole } = options;
  if (!whole) return await new Dispatcher(new PlanStream(chunks, first), sink, options).run();
  const { runWholePlan } = await import('./whole/run-whole-plan.js');
  const { LimitedSource } = await import('./whole/limited-source.js');
  return await runWholePlan(new PlanStream(new LimitedSource(chunks), first), sink, options);
}
