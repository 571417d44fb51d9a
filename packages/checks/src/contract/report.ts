import type { Evidence, Status, Verdict } from './check.js';
import type { Requirement, Weight } from './requirements.js';

export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly weight: Weight;
  readonly status: Status;
  readonly how: string;
  readonly evidence: readonly Evidence[];
  readonly reason?: string;
}

interface Count {
  readonly requirements: number;
  readonly passed: number;
  readonly failed: number;
  readonly notShown: number;
  /** Of all requirements, whether they could be shown or not. */
  readonly percent: number;
}

/** What was found out about one executable; made to be written as JSON. */
export interface Scorecard {
  readonly target: string;
  readonly all: Count;
  readonly must: Count;
  readonly should: Count;
  readonly checks: readonly CheckResult[];
}

export function toResult({ id, title, weight }: Requirement, how: string, verdict: Verdict): CheckResult {
  return { id, title, weight, how, ...verdict };
}

export function concludeScorecard(target: string, checks: readonly CheckResult[]): Scorecard {
  const of = (weight: Weight) => countOf(checks.filter((check) => check.weight === weight));
  return { target, all: countOf(checks), must: of('must'), should: of('should'), checks };
}

function countOf(checks: readonly CheckResult[]): Count {
  const number = (status: Status) => checks.filter((check) => check.status === status).length;
  const passed = number('passed');
  return {
    ...{ requirements: checks.length, passed, failed: number('failed'), notShown: number('not-shown') },
    percent: checks.length === 0 ? 0 : Math.floor((passed * 1000) / checks.length) / 10,
  };
}
