import { quoteWords } from '../from-cmdgate.js';
import { type Answer, tell } from './answer.js';
import type { Cases } from './cases/case-kinds.js';
import { prefixCases } from './cases/prefix-cases.js';
import { type Check, type CheckContext, mergeVerdicts, type Verdict } from './check.js';
import { allChecks, howOf } from './checks/all-checks.js';
import { readDeclared } from './declared.js';
import { inTurns } from './in-turns.js';
import { locateWords } from './locate-words.js';
import { type CheckResult, concludeScorecard, type Scorecard, toResult } from './report.js';
import { type Requirement, requirements } from './requirements.js';
import { takeBasics, takeSurvey } from './take-survey.js';
import { Target } from './target.js';

export interface ContractOptions {
  /** The program and its first words: no shell reads them. */
  readonly executable: readonly string[];
  /** Words of the executable that name files are looked for here. */
  readonly directory: string;
  /** The words between it and its commands, as `run` of cmdgate. */
  readonly prefix?: readonly string[];
  /** The calls of its owner. These are run for real, whatever they change. */
  readonly cases?: Cases;
  /** The ids that are looked at; all unless given. */
  readonly only?: readonly string[];
  /** For each call. */
  readonly timeLimitMs?: number;
  readonly onCheck?: (result: CheckResult) => void;
  readonly signal?: AbortSignal;
}

/** There is nothing to look at. */
export class NotStartedError extends Error {}

/**
 * Looks at any executable from outside. Whatever it does is on the scorecard; this rejects only when it cannot be
 * started, or fails whatever it is asked, and when `signal` is aborted. When it settles, nothing that it started is
 * running, and what was written is removed.
 */
export async function checkContract(options: ContractOptions): Promise<Scorecard> {
  const { prefix = [], cases = {}, only, timeLimitMs = 20_000, onCheck, signal } = options;
  signal?.throwIfAborted();
  const executable = locateWords(options.executable, options.directory);
  const target = new Target({ executable, prefix, timeLimitMs, signal });
  try {
    await expectStart(target);
    const context = openContext(target, prefixCases(cases, prefix));
    const wanted = requirements.filter(({ id }) => only?.includes(id) ?? true);
    const results = await inThreeRounds(wanted, async (requirement) => {
      const checks = allChecks.get(requirement.id) ?? [];
      const verdicts: Verdict[] = [];
      for (const check of checks) verdicts.push(await runCheck(check, context, signal));
      const shown = checks.filter((_, index) => verdicts[index]?.status !== 'not-shown');
      const result = toResult(requirement, howOf(shown.length > 0 ? shown : checks), mergeVerdicts(checks, verdicts));
      onCheck?.(result);
      return result;
    });
    return concludeScorecard(quoteWords([...options.executable, ...prefix]), results);
  } finally {
    await target.close();
  }
}

/**
 * Those that need the machine for themselves come one by one after the others, and then those that look at all that
 * was seen; the results are in the order of the table.
 */
async function inThreeRounds(
  wanted: readonly Requirement[],
  check: (requirement: Requirement) => Promise<CheckResult>,
): Promise<readonly CheckResult[]> {
  const roundOf = ({ id }: Requirement) => {
    const checks = allChecks.get(id) ?? [];
    if (checks.some(({ last }) => last)) return 'last';
    return checks.some(({ alone }) => alone) ? 'alone' : 'together';
  };
  const of = (round: string) => wanted.filter((requirement) => roundOf(requirement) === round);
  const results = await inTurns(of('together'), check);
  for (const requirement of of('alone')) results.push(await check(requirement));
  results.push(...(await inTurns(of('last'), check)));
  return wanted.flatMap(({ id }) => results.filter((result) => result.id === id));
}

/** What ends in the same way whatever it is asked has no score: it is not there, or not what was meant. */
async function expectStart(target: Target): Promise<void> {
  const first = await target.ask(['--version']);
  if (first.code === null && first.signal === null && !first.overtime) throw new NotStartedError(first.stderr);
  if (saysSomething(first)) return;
  const others = await inTurns([['--help'], ['manifest'], []], (words) => target.ask(words));
  const end = ({ code, signal, stderr }: Answer) => JSON.stringify([code, signal, stderr]);
  const same = others.every((answer) => !saysSomething(answer) && end(answer) === end(first));
  if (same) throw new NotStartedError(`every call ends in the same way, with ${tell(first)}`);
}

/** It succeeds, or answers: whatever that is worth, it is there. */
const saysSomething = ({ code, stdout }: Answer) => code === 0 || stdout !== '';

/** An executable may do anything; what we did not think of must not end the others, nor count as passed. */
async function runCheck(check: Check, context: CheckContext, signal: AbortSignal | undefined): Promise<Verdict> {
  try {
    return await check.run(context);
  } catch (error) {
    signal?.throwIfAborted();
    const saw = `this check could not read: ${error instanceof Error ? error.message : String(error)}`;
    return { status: 'failed', evidence: [{ ran: 'see how', saw, expected: 'answers that can be read' }] };
  }
}

function openContext(target: Target, cases: Cases): CheckContext {
  const declared = once(() => readDeclared(target));
  const survey = once(async () => await takeSurvey(target, await declared()));
  const sample = once(async () => sampleOf(await survey()));
  const basics = once(async () => await takeBasics(target, await sample()));
  return { target, cases, declared, survey, sample, basics };
}

/** The first that succeeds with an object of several fields, so that something of it can be left out. */
function sampleOf(survey: readonly Answer[]): readonly string[] {
  const good = survey.filter(({ ok }) => ok);
  const several = good.find(
    ({ data }) => data !== null && !Array.isArray(data) && Object.keys(Object(data)).length > 1,
  );
  return (several ?? good[0])?.words ?? ['--version'];
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
