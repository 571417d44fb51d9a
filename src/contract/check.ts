import type { Answer } from './answer.js';
import { tell } from './answer.js';
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
  /** What the manifest says; without any command where there is none. */
  readonly declared: () => Promise<Declared>;
  /** The answer of each safe command that can be called. */
  readonly survey: () => Promise<readonly Answer[]>;
  /** Help, version, a bare call, and wrong requests. */
  readonly basics: () => Promise<readonly Answer[]>;
  /** The words of a safe command that succeeds. */
  readonly sample: () => Promise<readonly string[]>;
}

/** How one requirement is looked at. */
export interface Check {
  readonly id: string;
  readonly how: string;
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
export function judge(looks: readonly Look[], otherwise = 'It offers nothing to look at'): Verdict {
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

/** A requirement that no call of an unknown executable can show. */
export const unseen = (id: string, needs: string): Check => ({
  id: `REQ-${id}`,
  how: `Not looked at: it needs ${needs}`,
  run: () => notShown(`It needs ${needs}`),
});
