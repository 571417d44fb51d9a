import { GateError } from '../../../vocabulary/gate-error.js';
import { whenAborted } from '../../../vocabulary/when-aborted.js';
import type { PlanLine, PlanSource } from '../plan-line.js';
import { planTooLong, planUnreadable } from '../refusals.js';

/** More than this nobody looks at together. */
const mostLines = 10_000;

export interface ReadPlan {
  readonly lines: readonly PlanLine[];
  /** Whether these are all: not where somebody ended it meanwhile. */
  readonly isWhole: boolean;
}

/** The plan to its end, or why it cannot be looked at. */
export async function readWholePlan(source: PlanSource, signal: AbortSignal): Promise<ReadPlan | GateError> {
  const lines: PlanLine[] = [];
  let forget: (() => void) | undefined;
  const ended = new Promise<'ended'>((resolve) => {
    forget = whenAborted(signal, () => resolve('ended'));
  });
  try {
    for (;;) {
      const next = await Promise.race([source.next(), ended]);
      if (next === undefined || next === 'ended') return { lines, isWhole: next === undefined };
      lines.push(...next);
      if (lines.length > mostLines) return planTooLong(`${mostLines} lines`);
    }
  } catch (error) {
    return error instanceof GateError ? error : planUnreadable();
  } finally {
    forget?.();
  }
}
