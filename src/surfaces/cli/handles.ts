// `cmdgate handles check`: everything that is wrong with handle files, before an agent meets it.
import type { Configuration } from '../../configuration/configuration.js';
import { expandGlob } from '../../configuration/expand-glob.js';
import { loadConfiguration } from '../../configuration/load-configuration.js';
import { handleHost, handleSources } from '../../gateway/load-configured-handles.js';
import { type HandleSource, strictestOptions } from '../../sources/command-handle/handle.js';
import { checkHandles } from '../../sources/command-handle/load-handles.js';
import type { DefinitionProblem } from '../../sources/parameters/definition-report.js';
import { CommandError, GateError, type Problem } from '../../vocabulary/gate-error.js';
import { completedAtTheDoor, failedAtTheDoor, type Outcome } from '../../vocabulary/outcome.js';
import type { Io } from './io.js';
import { loadingProblem } from './loading-problem.js';
import { readOwnArguments } from './own-commands.js';
import type { Program } from './program.js';
import { writeAnswer } from './write-answer.js';

export interface HandlesUse {
  readonly program: Program;
  readonly config: string | undefined;
  readonly io: Io;
}

/** Exits with 0 when nothing is wrong; hints alone are nothing wrong. */
export async function handles(words: readonly string[], { program, config, io }: HandlesUse): Promise<number> {
  const read = readOwnArguments('handles', words);
  const outcome = read instanceof GateError ? failedAtTheDoor(read, 'handles') : await check();
  const presentation = read instanceof GateError ? {} : (read.standard ?? {});
  return await writeAnswer(
    { ...outcome, run: { ...outcome.run, presentation } },
    { version: program.version, directory: io.directory, toText },
    io,
  );

  async function check(): Promise<Outcome> {
    const { files } = (read instanceof GateError ? {} : read.input) as { files?: readonly string[] };
    try {
      const configuration = await loadConfiguration({ file: config, directory: io.directory });
      const sources = files && files.length > 0 ? named(files, configuration, io) : configured(configuration);
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
  return new GateError('VALIDATION_ERROR', 'Invalid argument: files (there are none to check)', {
    hint: 'Name files, or list them under "handles" in the configuration',
    examples: ['cmdgate handles check handles/*.json'],
  });
}

/** A file that the configuration lists too is checked with what the owner allows it there. */
function named(
  globs: readonly string[],
  configuration: Configuration | undefined,
  { directory }: Io,
): readonly HandleSource[] | GateError {
  const known = configuration ? handleSources(configuration) : [];
  const sources: HandleSource[] = [];
  for (const glob of globs) {
    const expanded = expandGlob(glob, directory);
    if (!expanded.ok || expanded.files.length === 0) {
      return new GateError('VALIDATION_ERROR', `Invalid argument: files (${JSON.stringify(glob)} matches no file)`, {
        hint: expanded.ok ? 'Write it relative to the current directory' : expanded.message,
      });
    }
    for (const file of expanded.files) {
      const options = known.find(({ files }) => files.includes(file))?.options ?? strictestOptions;
      sources.push({ files: [file], options });
    }
  }
  return sources;
}

function report(
  names: readonly string[],
  problems: readonly DefinitionProblem[],
  sources: readonly HandleSource[],
): Outcome {
  const files = sources.reduce((count, source) => count + source.files.length, 0);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return completedAtTheDoor({ files, handles: names, hints: problems }, 'handles check');
  const what = `${errors.length} ${errors.length === 1 ? 'problem' : 'problems'} in ${files} ${files === 1 ? 'file' : 'files'}`;
  const error = new CommandError('HANDLE_ERROR', `Handles are defined wrongly: ${what}`, {
    hint: 'Correct the definitions; the handles without a problem work meanwhile',
    exitCode: 2,
    details: problems.map(toDetail),
  });
  return failedAtTheDoor(error, 'handles check');
}

function toDetail({ file, line, column, pointer, message, fix, severity }: DefinitionProblem): Problem {
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  return {
    code: severity === 'error' ? 'WRONG_HANDLE' : 'HANDLE_HINT',
    field: pointer === '' ? place : `${place} ${pointer}`,
    message: severity === 'error' ? message : `Only a hint: ${message}`,
    hint: fix,
  };
}

function toText(data: unknown): string {
  const { files, handles: names, hints } = data as { files: number; handles: string[]; hints: DefinitionProblem[] };
  const found = `${names.length} ${names.length === 1 ? 'handle' : 'handles'} in ${files} ${files === 1 ? 'file' : 'files'}`;
  const lines = hints.map((hint) => {
    const { field, message, hint: fix } = toDetail(hint);
    return `${field}: ${message} ${fix}`;
  });
  return [...lines, `${found}, no problems: ${names.join(', ')}`].join('\n');
}
