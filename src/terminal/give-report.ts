// What a command of the owner found out: lines for a person, one document for a program.

import { type Colors, colors, wantsColor } from '../renderings/text/colors.js';
import { GateError } from '../vocabulary/gate-error.js';
import {
  completedAtTheDoor,
  failedAtTheDoor,
  formatOf,
  type Outcome,
  type Presentation,
} from '../vocabulary/outcome.js';
import { terminalSafe } from '../vocabulary/terminal-safe.js';
import { type Io, isForPerson } from './io.js';
import { StreamWriter } from './stream-writer.js';
import { endUndelivered } from './undelivered.js';
import { writeAnswer } from './write-answer.js';

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** 1 unless given. */
  readonly exitCode?: number;
}

export interface Report {
  /** The words that asked for it. */
  readonly command: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Why all is not well: the data stands in the error's result. */
  readonly failure?: Failure | undefined;
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
  /** Nothing in the lines may steer a terminal, except for the colors. */
  toLines(colors: Colors, width: number): readonly string[];
}

/** Resolves to the exit code. */
export async function giveReport(
  report: Report,
  presentation: Presentation,
  program: { readonly version: string },
  io: Io,
): Promise<number> {
  const format = formatOf(presentation, isForPerson(io) ? 'text' : 'json');
  if (format !== 'text') {
    const outcome = toOutcome(report);
    const run = { ...outcome.run, presentation, warnings: report.warnings ?? [] };
    return await writeAnswer({ ...outcome, run }, { version: program.version, directory: io.directory }, io);
  }
  const errors = new StreamWriter(io.stderr);
  const yellow = colors(wantsColor(io.stderr, io.environment)).yellow;
  for (const { message } of report.warnings ?? [])
    await errors.write(`${yellow('warning:')} ${terminalSafe(message)}\n`);
  const answers = new StreamWriter(io.stdout);
  const width = io.stdout.isTTY ? (io.stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
  const lines = report.toLines(colors(wantsColor(io.stdout, io.environment)), width);
  await answers.write(lines.map((line) => `${line}\n`).join(''));
  if (answers.failure) return endUndelivered(answers.failure, io);
  return report.failure ? (report.failure.exitCode ?? 1) : 0;
}

function toOutcome({ command, data, failure }: Report): Outcome {
  if (!failure) return completedAtTheDoor(data, command);
  const { code, message, hint, exitCode = 1 } = failure;
  return failedAtTheDoor(new GateError(code, message, { hint, phase: 'execution', result: data, exitCode }), command);
}
