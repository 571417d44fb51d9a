import type { Canaries } from './canaries.js';
import type { Inventory } from './inventory.js';
import type { Probe } from './probe.js';
import type { Session } from './session.js';

/** The four kinds of tests that section 11.2 of the specification names, in the order of the report. */
export const categories = ['parser', 'security', 'discovery', 'response'] as const;

export type Category = (typeof categories)[number];

/** The levels of section 11.1; each contains the one before it. */
export const levels = ['minimal', 'standard', 'full'] as const;

export type Level = (typeof levels)[number];

/** `must` breaks the level of its check; `should` is reported and breaks nothing. */
export type Severity = 'must' | 'should';

/** One answer that was not the expected one. */
export interface Finding {
  readonly sent: string;
  readonly received: string;
  readonly expected: string;
}

export interface Evidence {
  /** What was looked at, or why it could not be. */
  readonly summary: string;
  readonly findings: readonly Finding[];
}

export type Status = 'passed' | 'failed' | 'not-observable';

export interface Verdict {
  readonly status: Status;
  readonly evidence: Evidence;
}

/** What a check may look at. */
export interface CheckContext {
  readonly session: Session;
  /** The commands that the server's own help describes; asked for once, when the first check needs it. */
  readonly inventory: () => Promise<Inventory>;
  /** `undefined` where the files of the server's machine cannot be seen. */
  readonly canaries: Canaries | undefined;
  readonly auditFile: string | undefined;
}

/** One statement about a server, with the place in the specification that asks for it. */
export interface Check {
  readonly id: string;
  readonly title: string;
  readonly category: Category;
  readonly level: Level;
  readonly severity: Severity;
  readonly section: string;
  /** The level is not reached while this cannot be observed. */
  readonly mustBeObserved?: true;
  readonly run: (context: CheckContext) => Promise<Verdict> | Verdict;
}

export const notObservable = (summary: string): Verdict => ({
  status: 'not-observable',
  evidence: { summary, findings: [] },
});

/** Passed when nothing was found. */
export const verdict = (findings: readonly Finding[], summary: string): Verdict => ({
  status: findings.length === 0 ? 'passed' : 'failed',
  evidence: { summary, findings },
});

/** A finding about one answer. */
export const finding = (probe: Probe, expected: string): Finding => ({
  sent: probe.sent,
  received: probe.received,
  expected,
});
