import type { Answer } from './answer.js';
import { tell } from './answer.js';
import type { Case, CaseName, Cases } from './cases/case-kinds.js';
import type { Declared } from './declared.js';
import type { Target } from './target.js';

/** `not-shown`: nothing was wrong, but the executable offers nothing by which it could be seen. */
export type Status = 'passed' | 'failed' | 'not-shown';

export interface Evidence {
  readonly ran: string;
  readonly saw: string;
  /** Where it was not so. */
  readonly expected?: string;
}

export interface Verdict {
  readonly status: Status;
  readonly evidence: readonly Evidence[];
  /** Why it could not be shown. */
  readonly reason?: string;
}

/** What a check may look at. Everything is asked for once, when the first check needs it. */
export interface CheckContext {
  readonly target: Target;
  readonly cases: Cases;
  /** What the manifest says; without any command where there is none. */
  readonly declared: () => Promise<Declared>;
  /** The answer of each safe command that can be called. */
  readonly survey: () => Promise<readonly Answer[]>;
  /** Help, version, a bare call, and wrong requests. */
  readonly basics: () => Promise<readonly Answer[]>;
  /** The words of a safe command that succeeds. */
  readonly sample: () => Promise<readonly string[]>;
}

/** How one requirement is looked at, or a part of it: several checks may have the same id. */
export interface Check {
  readonly id: string;
  readonly how: string;
  /** The owner's case without which it shows nothing. */
  readonly needs?: CaseName;
  /** It measures time, or needs the machine: no other check runs meanwhile. */
  readonly alone?: true;
  /** It looks at all that the others have seen, and comes after them. */
  readonly last?: true;
  readonly run: (context: CheckContext) => Promise<Verdict> | Verdict;
}

/** One thing that was looked at. */
export interface Look {
  readonly answer: Answer;
  readonly holds: boolean;
  readonly expected: string;
  readonly saw?: string;
}

const mostEvidence = 5;

export function look(answer: Answer, holds: boolean, expected: string, saw?: string): Look {
  return { answer, holds, expected, ...(saw !== undefined && { saw }) };
}

/** Passed when everything holds; where there was nothing to look at, it was not shown. */
export function judge(looks: readonly Look[], otherwise = 'It offers nothing to check'): Verdict {
  if (looks.length === 0) return notShown(otherwise);
  const wrong = looks.filter(({ holds }) => !holds);
  const shown = (wrong.length > 0 ? wrong : looks.slice(0, 2)).slice(0, mostEvidence);
  return {
    status: wrong.length > 0 ? 'failed' : 'passed',
    evidence: shown.map(({ answer, holds, expected, saw }) => ({
      ran: answer.ran,
      saw: saw ?? tell(answer),
      ...(!holds && { expected }),
    })),
  };
}

export const notShown = (reason: string): Verdict => ({ status: 'not-shown', evidence: [], reason });

/** A look that only a call of the owner's allows. */
export function caseCheck<Name extends CaseName>(
  id: string,
  name: Name,
  how: string,
  run: (given: Case<Name>, context: CheckContext) => Promise<readonly Look[]>,
): Check {
  return {
    id: `REQ-${id}`,
    how: `Case ${name}: ${how}`,
    needs: name,
    run: async (context) => {
      const given = context.cases[name] as Case<Name> | undefined;
      return given ? judge(await run(given, context)) : notShown(`Not given: the case ${name}`);
    },
  };
}

/** What several checks of one requirement found. What is wrong in one of them is wrong; the rest is what was seen. */
export function mergeVerdicts(checks: readonly Check[], verdicts: readonly Verdict[]): Verdict {
  const of = (status: Status) => verdicts.filter((verdict) => verdict.status === status);
  const evidenceOf = (status: Status) => of(status).flatMap(({ evidence }) => evidence);
  const lacking = checks.flatMap(({ needs }, index) =>
    needs && verdicts[index]?.status === 'not-shown' ? [needs] : [],
  );
  const notGiven = lacking.length > 0 ? [`Not given: the case ${lacking.join(', ')}`] : [];
  if (of('failed').length > 0) return { status: 'failed', evidence: evidenceOf('failed') };
  if (of('passed').length === 0) {
    const reasons = verdicts.flatMap(({ reason = [] }, index) => (checks[index]?.needs ? [] : reason));
    return notShown([...reasons, ...notGiven].join('. '));
  }
  const [reason] = notGiven;
  return { status: 'passed', evidence: evidenceOf('passed'), ...(reason !== undefined && { reason }) };
}
