import { type Category, type Check, type Evidence, type Level, levels, type Severity, type Status } from './check.js';

/** One check and what came of it. */
export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly category: Category;
  readonly level: Level;
  readonly severity: Severity;
  readonly section: string;
  readonly status: Status;
  readonly evidence: Evidence;
}

/** What a run found out about one server; made to be written as JSON. */
export interface ConformanceReport {
  /** The command line or the address, without credentials. */
  readonly target: string;
  /** What the server calls itself; `null` when it could not be asked. */
  readonly server: { readonly name: string; readonly version: string } | null;
  /** The version of MCP that was spoken; `null` without a connection. */
  readonly protocolVersion: string | null;
  readonly checks: readonly CheckResult[];
  readonly levels: Readonly<Record<Level, boolean>>;
  readonly achieved: 'none' | Level;
  readonly notes: readonly string[];
  readonly counts: {
    readonly checks: number;
    readonly passed: number;
    /** Failed checks that break a level. */
    readonly failedMust: number;
    /** Failed recommendations. */
    readonly failedShould: number;
    readonly notObservable: number;
  };
}

export interface ReportInput {
  readonly target: string;
  readonly server: ConformanceReport['server'];
  readonly protocolVersion: ConformanceReport['protocolVersion'];
  readonly results: readonly { readonly check: Check; readonly result: CheckResult }[];
}

/** Draws the conclusions: a level is reached when no `must` of it, or of a level below it, failed. */
export function concludeReport({ target, server, protocolVersion, results }: ReportInput): ConformanceReport {
  const checks = results.map(({ result }) => result);
  const failed = (severity: Severity) => checks.filter((one) => one.status === 'failed' && one.severity === severity);
  const broken = new Set(failed('must').map((one) => one.level));
  const unseen = results.filter(({ check, result }) => check.mustBeObserved && result.status === 'not-observable');
  const minimal = !broken.has('minimal');
  const standard = minimal && !broken.has('standard');
  const fullButUnseen = standard && !broken.has('full');
  const reached = { minimal, standard, full: fullButUnseen && unseen.length === 0 };
  return {
    target,
    server,
    protocolVersion,
    checks,
    levels: reached,
    achieved: levels.findLast((level) => reached[level]) ?? 'none',
    notes:
      fullButUnseen && unseen.length > 0
        ? ['full: everything observable passed; audit not observable (give --audit-file)']
        : [],
    counts: {
      checks: checks.length,
      passed: checks.filter((one) => one.status === 'passed').length,
      failedMust: failed('must').length,
      failedShould: failed('should').length,
      notObservable: checks.filter((one) => one.status === 'not-observable').length,
    },
  };
}
