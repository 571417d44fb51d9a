import { quoteWords } from '../command-line/quote.js';
import type { Answer } from './answer.js';
import { type Check, type CheckContext, notShown, type Verdict } from './check.js';
import { allChecks } from './checks/all-checks.js';
import { readDeclared } from './declared.js';
import { type CheckResult, concludeScorecard, type Scorecard, toResult } from './report.js';
import { requirements } from './requirements.js';
import { takeBasics, takeSurvey } from './take-survey.js';
import { Target } from './target.js';

export interface ContractOptions {
  /** The program and its first words: no shell reads them. */
  readonly executable: readonly string[];
  /** The words between it and its commands, as `run` of cmdgate. */
  readonly prefix?: readonly string[];
  /** For each call. */
  readonly timeLimitMs?: number;
  readonly onCheck?: (result: CheckResult) => void;
  readonly signal?: AbortSignal;
}

/** There is nothing to look at. */
export class NotStartedError extends Error {}

/**
 * Looks at any executable from outside. Whatever it does is on the scorecard; this rejects only when it cannot be
 * started at all, and when `signal` is aborted. When it settles, nothing that it started is running, and what was written is removed.
 */
export async function checkContract(options: ContractOptions): Promise<Scorecard> {
  const { executable, prefix = [], timeLimitMs = 20_000, onCheck, signal } = options;
  signal?.throwIfAborted();
  const target = new Target({ executable, prefix, timeLimitMs, signal });
  try {
    const { code, signal: killed, overtime, stderr } = await target.call(['--version']);
    if (code === null && killed === null && !overtime) throw new NotStartedError(stderr);
    const context = openContext(target);
    const results: CheckResult[] = [];
    for (const requirement of requirements) {
      const check = allChecks.get(requirement.id);
      const verdict = check ? await runCheck(check, context, signal) : notShown('There is no check for it');
      const result = toResult(requirement, check?.how ?? '', verdict);
      results.push(result);
      onCheck?.(result);
    }
    return concludeScorecard(quoteWords([...executable, ...prefix]), results);
  } finally {
    await target.close();
  }
}

/** An executable may do anything; what we did not think of must not end the others, nor count as passed. */
async function runCheck(check: Check, context: CheckContext, signal: AbortSignal | undefined): Promise<Verdict> {
  try {
    return await check.run(context);
  } catch (error) {
    signal?.throwIfAborted();
    const saw = `what this check could not read: ${error instanceof Error ? error.message : String(error)}`;
    return { status: 'failed', evidence: [{ ran: 'see how', saw, expected: 'answers that can be read' }] };
  }
}

function openContext(target: Target): CheckContext {
  const declared = once(() => readDeclared(target));
  const survey = once(async () => await takeSurvey(target, await declared()));
  const sample = once(async () => sampleOf(await survey()));
  const basics = once(async () => await takeBasics(target, await sample()));
  return { target, declared, survey, sample, basics };
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
