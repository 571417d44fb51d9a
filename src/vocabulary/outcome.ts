import type { DangerLevel } from './command.js';
import type { CommandContract } from './contract.js';
import type { GateError } from './gate-error.js';
import { newId } from './new-id.js';

export interface Warning {
  readonly code: string;
  readonly message: string;
  /** What a program needs to know of it, by the names it has on the wire. */
  readonly context?: Readonly<Record<string, unknown>>;
}

export const formats = ['json', 'jsonl', 'yaml', 'csv', 'tsv', 'table', 'plain', 'text', 'acli', 'utcp'] as const;

export type Format = (typeof formats)[number];

export interface Presentation {
  readonly format?: Format;
  /** `true`: lines as they come; `false`: one answer at the end, whatever the format. */
  readonly stream?: boolean;
  readonly quiet?: boolean;
  /** Also what a handler tells the owner, step by step. */
  readonly verbose?: boolean;
  readonly debug?: boolean;
  /** Show values that look like credentials. */
  readonly unmask?: boolean;
}

/** How an answer is written; as `usual` where nothing is asked for. */
export function formatOf({ format, stream }: Presentation, usual: Format): Format {
  if (stream === true) return format ?? 'jsonl';
  return stream === false && format === 'jsonl' ? 'json' : (format ?? usual);
}

/** What every answer tells about its run. */
export interface RunFacts {
  readonly runId: string;
  /** The request as it may be shown and recorded: secrets are gone. */
  readonly command: string;
  /** The words of the command that was found; empty when none was. */
  readonly path: readonly string[];
  readonly danger: DangerLevel | undefined;
  readonly durationMs: number;
  readonly dryRun: boolean;
  /** How the request asked to be answered; doors with one shape do not look at it. */
  readonly presentation: Presentation;
  readonly warnings: readonly Warning[];
  /** What it may take; undefined or 0 where nothing was entered. */
  readonly timeoutMs?: number | undefined;
  /** What the command declares about its exit codes. */
  readonly exitCodes?: CommandContract['exitCodes'] | undefined;
  /** How far it came, of a command that says so. */
  readonly steps?: Steps | undefined;
  /** More that the envelope's `meta` tells, by the names it has there. */
  readonly about?: Readonly<Record<string, unknown>> | undefined;
}

/** The steps of a command that has several. */
export interface Steps {
  readonly completed: readonly string[];
  /** The one that it was in when it ended. */
  readonly current: string | undefined;
  /** Those that it declares and did not come to. */
  readonly skipped: readonly string[];
}

/** The facts as they are at this moment, of a run that goes on. */
export function snapshot(facts: RunFacts): RunFacts {
  const { runId, command, path, danger, durationMs, dryRun, presentation, warnings } = facts;
  const { timeoutMs, exitCodes, steps, about } = facts;
  return {
    ...{ runId, command, path, danger, durationMs, dryRun, presentation, warnings: [...warnings] },
    ...{ timeoutMs, exitCodes, steps, about },
  };
}

/** What was left out of an answer that was too large. */
export interface Truncation {
  readonly limitBytes: number;
  readonly totalBytes: number;
  /** The line that reads all of it, where it is kept. */
  readonly wholeLine?: string | undefined;
}

export interface Completed {
  readonly status: 'completed';
  /** `data` as JSON text, made once: it is what makes sure that every door can send it. */
  readonly json: string;
  readonly data: unknown;
  readonly message: string | undefined;
  readonly truncated: Truncation | undefined;
  /** What a program printed, where that is the answer: a person sees it as it was printed. */
  readonly streams?: Printed | undefined;
  readonly run: RunFacts;
}

export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

export interface Failed {
  readonly status: 'failed';
  readonly error: GateError;
  readonly run: RunFacts;
}

/** The one answer that every request gets. Renderings turn it into each protocol's shape. */
export type Outcome = Completed | Failed;

/** What there is to tell about something that never became a request. */
function factsWithoutRun(command: string): RunFacts {
  return {
    runId: `run_${newId()}_0`,
    command,
    path: [],
    danger: undefined,
    durationMs: 0,
    dryRun: false,
    presentation: {},
    warnings: [],
  };
}

/** The answer to something that a door could not even read. */
export function failedAtTheDoor(error: GateError, command: string): Failed {
  return { status: 'failed', error, run: factsWithoutRun(command) };
}

/** The answer that a door gives by itself. */
export function completedAtTheDoor(data: unknown, command: string): Completed {
  const run = factsWithoutRun(command);
  return { status: 'completed', json: JSON.stringify(data), data, message: undefined, truncated: undefined, run };
}
