// `exec --plan`: every line is looked at first, and a person is asked once for all that ask. Nothing runs unless
// everything can.

import { GateError } from '../../../vocabulary/gate-error.js';
import { failedAtTheDoor, type Outcome } from '../../../vocabulary/outcome.js';
import type { PlanApproval, Request } from '../../../vocabulary/request.js';
import { type AnswerSink, Dispatcher, type DispatchOptions, type Tally } from '../dispatcher.js';
import type { PlanLine, PlanSource } from '../plan-line.js';
import { foreseeLines, type RefusedLine } from './foresee-lines.js';
import { ListSource } from './list-source.js';
import { readWholePlan } from './read-whole-plan.js';

export interface WholePlanOptions extends DispatchOptions {
  /** More about the request that the plan came with, for the person who is asked. */
  readonly asking?: Pick<Request, 'onEvent' | 'asksLater' | 'chat'> | undefined;
}

export async function runWholePlan(source: PlanSource, sink: AnswerSink, options: WholePlanOptions): Promise<Tally> {
  const read = await readWholePlan(source, options.signal);
  source.close();
  if (read instanceof GateError) return refuse(failedAtTheDoor(read, 'exec'), undefined, 'not-begun', sink);
  const { lines, isWhole } = read;
  const run = (planApproval?: PlanApproval) =>
    new Dispatcher(new ListSource(lines, isWhole), sink, { ...options, planApproval }).run();
  if (!isWhole) return await run();

  const plans = await options.gate.plans();
  const foreseen = await foreseeLines(lines, plans, options);
  // Whoever runs it tells that it was ended, and how much is left.
  if (options.signal.aborted) return await run();
  if (foreseen.refused.length > 0) return answerRefused(foreseen.refused, lines, sink);
  if (foreseen.asking.length === 0) return await run();

  const approval = await plans.approve(requestFor(options), foreseen);
  if ('status' in approval) {
    return options.signal.aborted ? await run() : refuse(approval, lines.length, 'failure', sink);
  }
  try {
    return await run(approval);
  } finally {
    await plans.end(approval);
  }
}

/** As a person sees it. What changes the meaning of a yes to it stands there, too. */
function requestFor({
  asking,
  door,
  caller,
  session,
  signal,
  traceId,
  client,
  askPerson,
  onEvent,
  ignoreErrors,
}: WholePlanOptions): Request {
  const line = ['exec', '--plan', ...(ignoreErrors ? ['--ignore-errors'] : [])];
  return { line, door, caller, session, signal, traceId, client, askPerson, onEvent, ...asking };
}

/** One answer for all of it. */
function refuse(outcome: Outcome, remaining: number | undefined, end: Tally['end'], sink: AnswerSink): Tally {
  sink.take(outcome, { _cmd: null, _line: null, ...(remaining !== undefined && { _remaining: remaining }) });
  return { succeeded: 0, failed: 1, malformed: 0, firstFailed: undefined, end, remaining, refused: outcome };
}

function answerRefused(refused: readonly RefusedLine[], lines: readonly PlanLine[], sink: AnswerSink): Tally {
  const remaining = lines.length - refused.length;
  for (const [index, { line, outcome }] of refused.entries()) {
    const meta = { _cmd: line.cmd, _line: line.number };
    sink.take(outcome, index === refused.length - 1 ? { ...meta, _remaining: remaining } : meta);
  }
  return {
    succeeded: 0,
    failed: refused.length,
    malformed: refused.filter(({ line }) => line.error).length,
    firstFailed: refused[0]?.line.number,
    end: 'not-begun',
    remaining,
  };
}
