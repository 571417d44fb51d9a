// `exec --input '<JSON lines>'`: a plan in one text, with one answer that holds those of all lines.

import { grammarOf } from '../../command-line/grammar.js';
import { readArguments } from '../../command-line/read-arguments.js';
import { readLine } from '../../command-line/read-line.js';
import { findIdleOptions } from '../../gate/options/idle-options.js';
import { execArguments, execDescription, execExamples } from '../../gate/own-commands/exec-command.js';
import { invalidArguments } from '../../gate/refusals.js';
import { renderEnvelopeWith } from '../../renderings/envelope.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import type { Command } from '../../vocabulary/command.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { completedAtTheDoor, failedAtTheDoor, type Outcome } from '../../vocabulary/outcome.js';
import type { Request } from '../../vocabulary/request.js';
import { metaJson } from './answer-meta.js';
import type { AnswerMeta, PlanGate, Tally } from './dispatcher.js';
import { textSource } from './input/text-source.js';
import { emptyStream } from './refusals.js';
import { runPlan } from './run-plan.js';

/** As much as a door carries whose requests are one text. */
const longestPlan = 1024 * 1024;
const limits = { characters: longestPlan, arguments: 50, argumentCharacters: longestPlan };

/** What all answers together may have; whoever needs more asks for less, or reads the runs. */
const mostAnswerBytes = 900 * 1024;

/** So long a plan whose lines never wait may keep the others waiting. */
const longestTurnMs = 10;

const definition = {
  description: execDescription,
  examples: execExamples,
  arguments: execArguments.map((one) => (one.name === '--input' ? { ...one, required: true } : one)),
  handler: () => undefined,
};

let command: Command | undefined;

export async function runPlanCall(gate: PlanGate, request: Request): Promise<Outcome> {
  command ??= readDefinitions({ run: definition }).commands[0] as Command;
  // Shown and recorded without the plan: its lines are recorded one by one, without what is secret in them.
  const refuse = (error: GateError) => gate.refuse({ ...request, line: ['exec'] }, error);
  const words = readLine(request.line as string, limits);
  if (words instanceof GateError) return await refuse(words);
  const { input, problems, standard } = readArguments(grammarOf(command.parameters), words, 1);
  if (standard?.help || standard?.schema) return await gate.run(request);
  const wrong = [...problems, ...findIdleOptions('exec', standard)];
  if (wrong.length > 0) return await refuse(invalidArguments({ ...command, path: ['exec'] }, wrong));

  const answers = new CollectedAnswers(gate, request);
  const first = input['resume-from'] as number;
  const tally = await runPlan(textSource(String(input.input)), answers, {
    gate,
    first,
    whole: input.plan === true,
    door: request.door,
    caller: request.caller,
    session: request.session,
    ignoreErrors: input['ignore-errors'] === true,
    dryRun: input['dry-run'] === true,
    validateOnly: standard?.validateOnly === true,
    parallel: input.parallel as number,
    unordered: false,
    signal: request.signal ?? new AbortController().signal,
    responseBytes: request.responseBytes,
    traceId: request.traceId,
    client: request.client,
    askPerson: request.askPerson,
    asking: { onEvent: request.onEvent, asksLater: request.asksLater, chat: request.chat },
  });
  if (tally.succeeded + tally.failed === 0 && tally.end === 'end-of-plan') return await refuse(emptyStream(first));
  return conclude(tally, answers.list);
}

type Result = Readonly<Record<string, unknown>>;

function conclude(tally: Tally, answers: readonly unknown[]): Outcome {
  const { succeeded, failed, remaining = 0, refused } = tally;
  if (refused) return refused;
  const result = { answers, succeeded, failed, not_run: remaining };
  return failed === 0 ? completedAtTheDoor(result, 'exec') : failedAtTheDoor(failureOf(tally, result), 'exec');
}

function failureOf({ succeeded, failed, malformed, remaining = 0, end }: Tally, result: Result): GateError {
  const of = `${failed} of ${succeeded + failed + remaining} lines`;
  const isNone = succeeded === 0 && failed === malformed;
  if (end === 'not-begun') {
    return new GateError(isNone ? 'DISPATCH_PARSE_ERROR' : 'VALIDATION_ERROR', `${of} cannot run, so none was run`, {
      hint: 'error.result.answers has the problem of each line; fix those lines, and send the whole plan again',
      result,
    });
  }
  return new GateError(isNone ? 'DISPATCH_PARSE_ERROR' : 'EXECUTION_ERROR', `${of} failed`, {
    hint: 'error.result.answers has the answer to each line that was run; fix the failed ones, and send only those and the lines that were not run',
    result,
    phase: isNone ? 'validation' : 'execution',
  });
}

class CollectedAnswers {
  readonly list: unknown[] = [];
  readonly hasFailed = false;
  readonly #facts: { readonly toolVersion: string; readonly directory: string };
  #bytes = 0;
  #lastTurn = performance.now();

  constructor(gate: PlanGate, { session }: Request) {
    this.#facts = { toolVersion: gate.version, directory: session.directory };
  }

  take(outcome: Outcome, meta: AnswerMeta): string {
    const text = renderEnvelopeWith(outcome, this.#facts, metaJson(meta));
    this.#bytes += text.length;
    this.list.push(this.#bytes <= mostAnswerBytes ? JSON.parse(text) : cutAnswer(outcome, meta));
    return text;
  }

  /** Nobody is behind, but others have requests, too, and this one may be withdrawn. */
  pause(): Promise<void> | undefined {
    return performance.now() - this.#lastTurn < longestTurnMs ? undefined : this.#turn();
  }

  async #turn(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#lastTurn = performance.now();
  }
}

/** What is left of an answer for which there is no more room. */
function cutAnswer({ status, run }: Outcome, meta: AnswerMeta): unknown {
  return { ok: status === 'completed', truncated: true, meta: { request_id: run.runId, ...meta } };
}
