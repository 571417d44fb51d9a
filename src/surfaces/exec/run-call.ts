import type { Outcome } from '../../vocabulary/outcome.js';
import type { Request, RequestLine } from '../../vocabulary/request.js';
import type { PlanGate } from './dispatcher.js';

/** Whether one text asks for a whole plan. */
export function isPlanCall(line: RequestLine): boolean {
  return typeof line === 'string' && /^\s*exec(?:\s|$)/.test(line);
}

/** One request, or a plan in one text: for doors that carry one text and one answer. */
export async function runCall(gate: PlanGate, request: Request): Promise<Outcome> {
  if (!isPlanCall(request.line)) return await gate.run(request);
  const { runPlanCall } = await import('./run-plan-call.js');
  return await runPlanCall(gate, request);
}
