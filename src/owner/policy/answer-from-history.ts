// For `cmdgate policy suggest` and `cmdgate policy replay`: what the past says about the policy. They are for the owner, who
// sees everybody's requests; agents are not offered them.

import type { Configuration } from '../../configuration/configuration.js';
import { loadConfiguration } from '../../configuration/load-configuration.js';
import { loadingProblem } from '../../gate/opening/loading-problem.js';
import { type HistoryWarning, openPolicyHistory, type PolicyHistory } from '../../gate/policy-history/open-history.js';
import { type Io, isForPerson } from '../../terminal/io.js';
import { writeAnswer } from '../../terminal/write-answer.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import { type Format, failedAtTheDoor, formatOf, type Outcome } from '../../vocabulary/outcome.js';
import type { Program } from '../executable.js';
import type { OwnerCall } from '../owner-command.js';

export interface HistoryUse {
  readonly configuration: Configuration;
  readonly history: PolicyHistory;
  readonly program: Program;
  readonly io: Io;
}

export interface HistoryAnswer {
  readonly outcome: Outcome;
  readonly toText?: () => string;
  /** Why the exit code is not 0 although there is an answer: a person reads that, a program is told so. */
  readonly failure?: GateError;
}

/** Formats that say whether it went well. */
const toldOfFailure: ReadonlySet<Format> = new Set(['json', 'jsonl', 'acli', 'utcp'] as const);

/** Opens the history for the work, and answers with what it found. Resolves to the exit code. */
export async function answerFromHistory(
  call: OwnerCall,
  command: string,
  work: (use: HistoryUse) => Promise<HistoryAnswer>,
): Promise<number> {
  const { program, choice, io, standard: presentation } = call;
  const warnings: HistoryWarning[] = [];
  const { outcome: found, toText, failure } = await attempt();
  const isForProgram = toldOfFailure.has(formatOf(presentation, isForPerson(io) ? 'text' : 'json'));
  const outcome: Outcome = failure && isForProgram ? { status: 'failed', error: failure, run: found.run } : found;
  const code = await writeAnswer(
    { ...outcome, run: { ...outcome.run, presentation, warnings } },
    { version: program.version, directory: io.directory, toText },
    io,
  );
  return code === 0 && failure ? failure.row.exitCode : code;

  async function attempt(): Promise<HistoryAnswer> {
    try {
      const configuration = await loadConfiguration({
        ...{ file: choice.config, directory: io.directory, instance: choice.instance },
      });
      if (!configuration) return failed(noConfiguration());
      const history = openPolicyHistory(configuration, io.environment);
      try {
        return await work({ configuration, history, program, io });
      } finally {
        warnings.push(...history.warnings);
      }
    } catch (error) {
      return failed(error instanceof GateError ? error : loadingProblem(error));
    }
  }

  function failed(error: GateError): HistoryAnswer {
    return { outcome: failedAtTheDoor(error, command) };
  }
}

function noConfiguration(): GateError {
  return new CommandError('NO_HISTORY', 'No configuration was found, so there is no history', {
    hint: 'Run this in the workspace, or name its configuration with --config',
    exitCode: 4,
  });
}
