// `cmdgate policy suggest` and `cmdgate policy replay`: what the past says about the policy. They are for the owner, who
// sees everybody's requests; agents are not offered them.

import type { Configuration } from '../../../configuration/configuration.js';
import { loadConfiguration } from '../../../configuration/load-configuration.js';
import {
  type HistoryWarning,
  openPolicyHistory,
  type PolicyHistory,
} from '../../../gateway/policy-history/open-history.js';
import { CommandError, GateError } from '../../../vocabulary/gate-error.js';
import { type Format, failedAtTheDoor, formatOf, type Outcome } from '../../../vocabulary/outcome.js';
import type { Choice } from '../choice.js';
import { describeOwnCommand } from '../describe-program.js';
import { type Io, isForPerson } from '../io.js';
import { loadingProblem } from '../loading-problem.js';
import type { Program } from '../program.js';
import { writeAnswer } from '../write-answer.js';
import { findHistoryCommand, type ReadHistoryArguments, readHistoryArguments } from './own-arguments.js';

export interface PolicyUse {
  readonly program: Program;
  readonly choice: Choice;
  readonly io: Io;
}

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

/** Resolves to the exit code. */
export async function policy(words: readonly string[], { program, choice, io }: PolicyUse): Promise<number> {
  const command = findHistoryCommand(words);
  if (words.includes('--help')) return await describeOwnCommand(program, command, words, io);
  const read = readHistoryArguments(words);
  const warnings: HistoryWarning[] = [];
  const { outcome: found, toText, failure } = read instanceof GateError ? failed(read) : await attempt(read);
  const presentation = read instanceof GateError ? {} : read.standard;
  const isForProgram = toldOfFailure.has(formatOf(presentation, isForPerson(io) ? 'text' : 'json'));
  const outcome: Outcome = failure && isForProgram ? { status: 'failed', error: failure, run: found.run } : found;
  const code = await writeAnswer(
    { ...outcome, run: { ...outcome.run, presentation, warnings } },
    { version: program.version, directory: io.directory, toText },
    io,
  );
  return code === 0 && failure ? failure.row.exitCode : code;

  async function attempt({ given, standard }: ReadHistoryArguments): Promise<HistoryAnswer> {
    try {
      const configuration = await loadConfiguration({
        ...{ file: choice.config, directory: io.directory, instance: choice.instance },
      });
      if (!configuration) return failed(noConfiguration());
      const history = openPolicyHistory(configuration, io.environment);
      const use = { configuration, history, program, io };
      try {
        if (given.action === 'replay') return await (await import('./replay.js')).replay(given, use);
        return await (await import('./suggest.js')).suggest(given, standard, use);
      } finally {
        warnings.push(...history.warnings);
      }
    } catch (error) {
      return failed(error instanceof GateError ? error : loadingProblem(error));
    }
  }

  function failed(error: GateError): HistoryAnswer {
    return { outcome: failedAtTheDoor(error, command.path.join(' ')) };
  }
}

function noConfiguration(): GateError {
  return new CommandError('NO_HISTORY', 'No configuration was found, so there is no history', {
    hint: 'Run it in the workspace, or name the configuration with --config',
    exitCode: 4,
  });
}
