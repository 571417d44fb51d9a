// Runs the lines of a plan, each through the gate. Where they come from and where answers go is somebody else's.

import type { Gate } from '../../gate/gate.js';
import type { Command } from '../../vocabulary/command.js';
import type { RunEvent } from '../../vocabulary/event.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { failedAtTheDoor, type Outcome } from '../../vocabulary/outcome.js';
import type { AskPerson, Caller, Door, PlanApproval, Request, RequestLine, Session } from '../../vocabulary/request.js';
import { InFlight } from './in-flight.js';
import { LinesOfPlan } from './lines-of-plan.js';
import type { Fields, PlanLine, PlanRequest, PlanSource } from './plan-line.js';
import { EarlierAnswers } from './references/earlier-answers.js';
import { execInsideExec, inputBroken, planCanceled, unknownCommand } from './refusals.js';

/** What a plan needs of a gate. */
export type PlanGate = Pick<Gate, 'run' | 'refuse' | 'plans' | 'registry' | 'mayRun' | 'version'>;

export interface DispatchOptions {
  readonly gate: PlanGate;
  readonly door: Door;
  readonly caller: Caller;
  readonly session: Session;
  /** Goes on after a line that failed. */
  readonly ignoreErrors: boolean;
  /** For every command that is not safe, whatever its line says. */
  readonly dryRun: boolean;
  /** Whether lines are only looked at. */
  readonly validateOnly?: boolean | undefined;
  /** How many lines may run at once; only safe ones do. */
  readonly parallel: number;
  /** Answers leave as they come, not in the order of their lines. */
  readonly unordered: boolean;
  readonly signal: AbortSignal;
  readonly responseBytes?: number | undefined;
  readonly traceId?: string | undefined;
  readonly client?: string | undefined;
  readonly askPerson?: AskPerson | undefined;
  /** Where a person has said yes to all of it. */
  readonly planApproval?: PlanApproval | undefined;
  /** Given what answers everything that has begun, at once and without waiting for anything. */
  readonly onStart?: ((giveUp: (why: (changes: boolean) => GateError) => void) => void) | undefined;
  /** Told what handlers log. */
  readonly onEvent?: ((event: RunEvent) => unknown) | undefined;
}

/** About which line an answer is, as it stands in `meta`; of none, where the plan itself is answered. */
export type AnswerMeta = {
  readonly _cmd: string | null;
  readonly _line: number | null;
  /** On the last answer of a plan that stopped early: how many lines have none, where that is known. */
  readonly _remaining?: number;
};

/** Where answers go. */
export interface AnswerSink {
  /** Gives the answer as it is written. */
  take(outcome: Outcome, meta: AnswerMeta): string;
  /** A promise where no more answers are to be made for the moment. */
  pause(): Promise<void> | undefined;
  /** Nobody reads them any more. */
  readonly hasFailed: boolean;
}

/** What became of a plan. */
export interface Tally {
  succeeded: number;
  failed: number;
  /** How many of the failed were no requests at all. */
  malformed: number;
  firstFailed: number | undefined;
  /** Why it ended. `not-begun`: it was looked at as a whole, and could not run. */
  end: 'end-of-plan' | 'failure' | 'signal' | 'reader-left' | 'not-begun';
  remaining: number | undefined;
  /** Where the plan itself was refused: the one answer to it. */
  refused?: Outcome | undefined;
}

interface Answer {
  readonly cmd: string | null;
  readonly number: number | null;
  readonly outcome: Outcome;
}

export class Dispatcher {
  readonly #options: DispatchOptions;
  readonly #sink: AnswerSink;
  readonly #lines: LinesOfPlan;
  readonly #earlier = new EarlierAnswers();
  readonly #inFlight: InFlight<Answer>;
  /** Withdraws what still runs when the plan stops. */
  readonly #withdrawal = new AbortController();
  readonly #signal: AbortSignal;
  readonly #tally: Tally = {
    succeeded: 0,
    failed: 0,
    malformed: 0,
    firstFailed: undefined,
    end: 'end-of-plan',
    remaining: undefined,
  };
  /** It may be the last one, which tells how many there would have been. */
  #held: Answer | undefined;
  /** The lines that have begun and have no outcome yet. */
  readonly #begun = new Set<PlanLine>();
  #isOver = false;
  /** A line failed where order is free: nothing more is started, and what was started is answered. */
  #isEnding = false;
  #toldCanceled = false;

  constructor(source: PlanSource, sink: AnswerSink, options: DispatchOptions) {
    this.#lines = new LinesOfPlan(source);
    this.#sink = sink;
    this.#options = options;
    this.#signal = AbortSignal.any([options.signal, this.#withdrawal.signal]);
    this.#inFlight = new InFlight({
      most: options.parallel,
      unordered: options.unordered,
      weigh: ({ outcome }) => (outcome.status === 'completed' ? outcome.json.length : 0),
      deliver: (answer) => this.#deliver(answer),
    });
    options.onStart?.((why) => this.#giveUp(why));
  }

  /** Runs the plan to its end, or to where it has to stop. */
  async run(): Promise<Tally> {
    while (!this.#mustStop()) {
      if (!(await this.#readMore()) || this.#mustStop()) break;
      await (this.#options.parallel === 1 ? this.#runInTurn() : this.#runTogether());
    }
    // Whatever was started is recorded before the process may end.
    await this.#inFlight.empty();
    await this.#finish();
    this.#lines.close();
    return this.#tally;
  }

  async #runInTurn(): Promise<void> {
    for (let line = this.#lines.take(); line; line = this.#lines.take()) {
      this.#begun.add(line);
      const outcome = await this.#outcomeOf(line);
      this.#begun.delete(line);
      this.#deliver({ cmd: line.cmd, number: line.number, outcome });
      const pause = this.#sink.pause();
      if (pause) await pause;
      if (this.#mustStop()) return;
    }
  }

  async #runTogether(): Promise<void> {
    for (let line = this.#lines.take(); line; line = this.#lines.take()) {
      const together = this.#isSafe(line);
      await (together ? this.#inFlight.room() : this.#inFlight.empty());
      const pause = this.#sink.pause();
      if (pause) await pause;
      if (this.#mustStop()) return;
      const { cmd, number } = line;
      this.#begun.add(line);
      const ended = (outcome: Outcome) => {
        this.#begun.delete(line);
        return { cmd, number, outcome };
      };
      this.#inFlight.add(this.#outcomeOf(line).then(ended));
      if (!together) await this.#inFlight.empty();
    }
  }

  /** Nothing more will happen here: what has ended is told, and of what has not, why. */
  #giveUp(why: (changes: boolean) => GateError): void {
    const held = this.#held;
    this.#held = undefined;
    const answers = [
      ...(held ? [held] : []),
      ...this.#inFlight.ended(),
      ...[...this.#begun].map((line) => {
        const outcome = failedAtTheDoor(why(!this.#options.dryRun && !this.#isSafe(line)), line.cmd ?? '');
        return { cmd: line.cmd, number: line.number, outcome };
      }),
    ];
    for (const { cmd, number, outcome } of answers) this.#sink.take(outcome, { _cmd: cmd, _line: number });
  }

  async #readMore(): Promise<boolean> {
    try {
      return await this.#lines.more(this.#options.signal);
    } catch {
      await this.#inFlight.empty();
      this.#deliver({ cmd: null, number: null, outcome: failedAtTheDoor(inputBroken(), 'exec') });
      return false;
    }
  }

  #outcomeOf(line: PlanLine): Promise<Outcome> {
    if (line.error) {
      this.#tally.malformed++;
      return this.#refuse('', line.error);
    }
    if (line.path[0] === 'exec') return this.#refuse(line.path, execInsideExec());
    const command = this.#commandOf(line.path);
    if (command) return line.refers ? this.#runResolved(line, command) : this.#run(line, command);
    const { gate, caller } = this.#options;
    return this.#refuse(line.path, unknownCommand(gate, caller, line.path));
  }

  #run({ path, input, options }: PlanRequest, command: Command): Promise<Outcome> {
    const { gate, dryRun, validateOnly } = this.#options;
    const said = validateOnly ? onlyValidated(options) : options;
    return gate.run(this.#request({ path, input, options: said }, dryRun && command.danger !== 'safe'));
  }

  async #runResolved(line: PlanRequest, command: Command): Promise<Outcome> {
    // Loaded with the first reference: it needs a whole JSONPath engine.
    const { resolveReferences } = await import('./references/resolve-references.js');
    const resolved = resolveReferences(line, this.#earlier);
    return resolved instanceof GateError ? this.#refuse(line.path, resolved) : this.#run(resolved, command);
  }

  /** Recorded like any other request. What could not be read is not shown: it may hold a secret. */
  #refuse(line: RequestLine, error: GateError): Promise<Outcome> {
    return this.#options.gate.refuse(this.#request(line, false), error);
  }

  #request(line: RequestLine, dryRun: boolean): Request {
    const { door, caller, session, responseBytes, traceId, client, askPerson, planApproval, onEvent } = this.#options;
    // Written out: each line of a plan makes one.
    return {
      line,
      door,
      caller,
      session,
      signal: this.#signal,
      dryRun,
      responseBytes,
      traceId,
      client,
      askPerson,
      planApproval,
      onEvent,
      hears: 'logs',
    };
  }

  #commandOf(path: readonly string[]): Command | undefined {
    const { node, depth } = this.#options.gate.registry.find(path);
    return depth === path.length ? node.command : undefined;
  }

  /** Whether it can run beside others: it changes nothing, and needs no answer of theirs. */
  #isSafe(line: PlanLine): boolean {
    return !line.error && !line.refers && this.#commandOf(line.path)?.danger === 'safe';
  }

  #deliver(answer: Answer): void {
    if (this.#isOver) return;
    this.#writeHeld();
    this.#held = answer;
    const stopped = this.#options.signal.aborted;
    if (answer.outcome.status === 'completed') this.#tally.succeeded++;
    else this.#countFailure(answer, answer.outcome.error, stopped);
    // The last answer of a plan that stops tells how much is left of it: it leaves when that is known.
    if (!this.#isOver && !this.#isEnding && !stopped) this.#writeHeld();
  }

  #countFailure({ number }: Answer, { code }: GateError, stopped: boolean): void {
    this.#tally.failed++;
    if (number !== null) this.#tally.firstFailed = Math.min(number, this.#tally.firstFailed ?? number);
    if (stopped) this.#toldCanceled ||= code === 'CANCELED';
    else if (this.#options.ignoreErrors) return;
    // Lines before this one may still run: without their answers nobody could tell where to go on.
    else if (this.#options.unordered) this.#isEnding = true;
    else this.#stop();
  }

  #writeHeld(remaining?: number): void {
    if (!this.#held) return;
    const { cmd, number, outcome } = this.#held;
    this.#held = undefined;
    const meta = { _cmd: cmd, _line: number };
    const text = this.#sink.take(outcome, remaining === undefined ? meta : { ...meta, _remaining: remaining });
    if (number !== null) this.#earlier.add(number, outcome.status === 'completed' ? text : undefined);
  }

  /** Nothing is answered from here on, and what still runs is withdrawn. */
  #stop(): void {
    this.#isOver = true;
    this.#withdrawal.abort();
  }

  #mustStop(): boolean {
    if (this.#sink.hasFailed) this.#stop();
    return this.#isOver || this.#isEnding || this.#options.signal.aborted;
  }

  async #finish(): Promise<void> {
    const { signal } = this.#options;
    this.#tally.end = this.#sink.hasFailed
      ? 'reader-left'
      : signal.aborted
        ? 'signal'
        : this.#isOver || this.#isEnding
          ? 'failure'
          : 'end-of-plan';
    if (this.#tally.end === 'end-of-plan' || this.#tally.end === 'reader-left') return;
    const all = await this.#lines.count();
    // Lines without an answer.
    this.#tally.remaining = all === undefined ? undefined : all - this.#tally.succeeded - this.#tally.failed;
    if (signal.aborted && !this.#toldCanceled) {
      this.#writeHeld();
      this.#held = { cmd: null, number: null, outcome: failedAtTheDoor(planCanceled(), 'exec') };
    }
    this.#writeHeld(this.#tally.remaining);
  }
}

/** Whatever the line says about it, in either spelling. */
function onlyValidated({ 'validate-only': _, ...options }: Fields): Fields {
  return { ...options, validate_only: true };
}
