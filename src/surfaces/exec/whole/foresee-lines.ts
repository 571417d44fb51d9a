// Looks at every line of a plan before any of them runs. Those that cannot run are answered, all of them.

import type { AskedLine, WholePlan } from '../../../gate/plans/asked-plan.js';
import type { Foreseen, ForeseenLine, Plans } from '../../../gate/plans/plans.js';
import type { OtherLine } from '../../../vocabulary/approval.js';
import { GateError } from '../../../vocabulary/gate-error.js';
import type { Outcome } from '../../../vocabulary/outcome.js';
import type { Request, RequestLine } from '../../../vocabulary/request.js';
import type { DispatchOptions } from '../dispatcher.js';
import type { PlanLine, PlanRequest } from '../plan-line.js';
import { execInsideExec, unknownCommand } from '../refusals.js';

/** What was found: the plan as a person is asked about it, and what was answered already. */
export interface ForeseenPlan extends WholePlan {
  readonly refused: readonly RefusedLine[];
}

export interface RefusedLine {
  readonly line: PlanLine;
  readonly outcome: Outcome;
}

/** Stops where somebody ends it; what was found until then counts for nothing. */
export async function foreseeLines(
  lines: readonly PlanLine[],
  plans: Plans,
  options: DispatchOptions,
): Promise<ForeseenPlan> {
  const foresight = new Foresight(lines, plans, options);
  let lastTurn = performance.now();
  for (const line of lines) {
    await foresight.take(line);
    if (performance.now() - lastTurn > patienceMs) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      lastTurn = performance.now();
    }
    if (options.signal.aborted) break;
  }
  return foresight.found;
}

/** What its values will be is not known where they come from earlier answers: then it is shown as it was written. */
function describeOther({ line, foreseen }: { line: PlanRequest; foreseen: ForeseenLine }): OtherLine {
  const { number, path, options, input, refers } = line;
  if (!refers) return { line: number, subject: foreseen.describe() };
  return { line: number, written: foreseen.secrets.hideIn({ command: path.join(' '), options, input }) };
}

/** After so long others get their turn: a signal, or other requests. */
const patienceMs = 5;

class Foresight {
  readonly #plans: Plans;
  readonly #options: DispatchOptions;
  readonly #numbers: ReadonlySet<number>;
  readonly #asking: AskedLine[] = [];
  readonly #others: { readonly line: PlanRequest; readonly foreseen: ForeseenLine }[] = [];
  readonly #later: number[] = [];
  readonly #written: unknown[] = [];
  readonly #refused: RefusedLine[] = [];

  constructor(lines: readonly PlanLine[], plans: Plans, options: DispatchOptions) {
    this.#plans = plans;
    this.#options = options;
    this.#numbers = new Set(lines.map(({ number }) => number));
  }

  get found(): ForeseenPlan {
    return {
      total: this.#numbers.size,
      asking: this.#asking,
      rest: () => this.#others.map(describeOther),
      later: this.#later,
      written: this.#written,
      refused: this.#refused,
    };
  }

  async take(line: PlanLine): Promise<void> {
    const foreseen = await this.#foresee(line);
    if (foreseen.status === 'refused') this.#refused.push({ line, outcome: foreseen.outcome });
    else if (foreseen.status === 'asks') this.#asking.push({ line: line.number, ...foreseen.question });
    else if (!line.error) this.#others.push({ line, foreseen: foreseen.line });
  }

  async #foresee(line: PlanLine): Promise<Foreseen> {
    if (line.error) return await this.#refuse('', line.error);
    const { path, options, input } = line;
    this.#written.push([line.number, path, options, input]);
    const { gate, caller } = this.#options;
    if (path[0] === 'exec') return await this.#refuse(path, execInsideExec());
    const { node, depth } = gate.registry.find(path);
    if (!node.command || depth < path.length) return await this.#refuse(path, unknownCommand(gate, caller, path));
    const changes = node.command.danger !== 'safe';
    return line.refers
      ? await this.#foreseeKnown(line, changes)
      : await this.#plans.foresee(this.#request(line, changes));
  }

  async #foreseeKnown(line: PlanRequest, changes: boolean): Promise<Foreseen> {
    const { knownPart } = await import('../references/resolve-references.js');
    const known = knownPart(line, (number) => this.#numbers.has(number));
    if (known instanceof GateError) return await this.#refuse(line.path, known);
    this.#later.push(line.number);
    return await this.#plans.foresee(this.#request(known.line, changes), known.unknown);
  }

  async #refuse(line: RequestLine, error: GateError): Promise<Foreseen> {
    const outcome = await this.#options.gate.refuse(this.#request(line, false), error);
    return { status: 'refused', outcome };
  }

  #request(line: RequestLine, changes: boolean): Request {
    const { door, caller, session, signal, dryRun, responseBytes, traceId, client, onEvent } = this.#options;
    return { line, door, caller, session, signal, dryRun: dryRun && changes, responseBytes, traceId, client, onEvent };
  }
}
