// What the policy says to a request, and why.

/** From the mildest to the strictest. */
export const decisions = ['allow', 'ask', 'deny'] as const;

export type Decision = (typeof decisions)[number];

/** One thing that speaks for or against a request: what it would do, and where that was seen. */
export interface Evidence {
  /** Such as `destroys`, `network`, `outside` or `unknown-program`. */
  readonly effect: string;
  readonly argument?: string;
  readonly why: string;
}

export interface MatchedRule {
  readonly id: string;
  readonly decision: Decision;
  readonly reason: string;
}

export interface Judgement {
  readonly decision: Decision;
  /** A sentence for whoever asked. */
  readonly reason: string;
  /** The rules that match, the strictest first. None: the default decided. */
  readonly rules: readonly MatchedRule[];
  /** The nearest thing that would be allowed, where one is known. */
  readonly instead: string | undefined;
  readonly evidence: readonly Evidence[];
  /** Changes with every change of the policy. */
  readonly policyVersion: string;
}
