// `cmdgate handles check`: everything that is wrong with handle files, before an agent meets it.
import type { Configuration } from '../configuration/configuration.js';
import { loadConfiguration } from '../configuration/load-configuration.js';
import { handleHost, handleSources } from '../gate/opening/load-configured-handles.js';
import { loadingProblem } from '../gate/opening/loading-problem.js';
import { type HandleSource, strictestOptions } from '../sources/command-handle/handle.js';
import { checkHandles } from '../sources/command-handle/load-handles.js';
import type { DefinitionProblem } from '../sources/parameters/definition-report.js';
import { writeAnswer } from '../terminal/write-answer.js';
import { CommandError, GateError } from '../vocabulary/gate-error.js';
import { completedAtTheDoor, failedAtTheDoor, type Outcome } from '../vocabulary/outcome.js';
import { count, type DetailCodes, findNamedFiles, nothingToCheck, toDetail, toHintLines } from './check-definitions.js';
import type { OwnerCall } from './owner-command.js';

/** Exits with 0 when nothing is wrong; hints alone are nothing wrong. */
export async function handles({ program, choice, io, input, standard: presentation }: OwnerCall): Promise<number> {
  const outcome = await check();
  return await writeAnswer(
    { ...outcome, run: { ...outcome.run, presentation } },
    { version: program.version, directory: io.directory, toText },
    io,
  );

  async function check(): Promise<Outcome> {
    const { files } = input as { files?: readonly string[] };
    try {
      const configuration = await loadConfiguration({ file: choice.config, directory: io.directory });
      const sources = files && files.length > 0 ? named(files, configuration, io.directory) : configured(configuration);
      if (sources instanceof GateError) return failedAtTheDoor(sources, 'handles check');
      const { handles: names, problems } = await checkHandles(sources, handleHost(configuration, io.environment));
      return report(names, problems, sources);
    } catch (error) {
      return failedAtTheDoor(loadingProblem(error), 'handles check');
    }
  }
}

function configured(configuration: Configuration | undefined): readonly HandleSource[] | GateError {
  if (configuration && configuration.handles.length > 0) return handleSources(configuration);
  return nothingToCheck('handles', 'cmdgate handles check handles/*.json');
}

/** A file that the configuration lists too is checked with what the owner allows it there. */
function named(
  globs: readonly string[],
  configuration: Configuration | undefined,
  directory: string,
): readonly HandleSource[] | GateError {
  const known = configuration ? handleSources(configuration) : [];
  const named = findNamedFiles(globs, directory);
  if (named instanceof GateError) return named;
  return named.map((file) => ({
    files: [file],
    options: known.find(({ files }) => files.includes(file))?.options ?? strictestOptions,
  }));
}

const codes: DetailCodes = { error: 'WRONG_HANDLE', hint: 'HANDLE_HINT' };

function report(
  names: readonly string[],
  problems: readonly DefinitionProblem[],
  sources: readonly HandleSource[],
): Outcome {
  const files = sources.reduce((count, source) => count + source.files.length, 0);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return completedAtTheDoor({ files, handles: names, hints: problems }, 'handles check');
  const what = `${count(errors.length, 'problem')} in ${count(files, 'file')}`;
  const error = new CommandError('HANDLE_ERROR', `Handles have problems: ${what}`, {
    hint: 'Fix the definitions; the other handles work in the meantime',
    exitCode: 2,
    details: problems.map((problem) => toDetail(problem, codes)),
  });
  return failedAtTheDoor(error, 'handles check');
}

function toText(data: unknown): string {
  const { files, handles: names, hints } = data as { files: number; handles: string[]; hints: DefinitionProblem[] };
  const found = `${count(names.length, 'handle')} in ${count(files, 'file')}`;
  return [...toHintLines(hints, codes), `${found}, no problems: ${names.join(', ')}`].join('\n');
}
