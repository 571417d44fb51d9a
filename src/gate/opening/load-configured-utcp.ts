// The UTCP manuals of a configuration → commands, with what the owner allows them.

import { basename, dirname, extname } from 'node:path';
import { quoteWords } from '../../command-line/quote.js';
import type { Configuration, ConfiguredManuals } from '../../configuration/configuration.js';
import type { Environment } from '../../configuration/resolve-secret.js';
import { type FileAdvice, readDocument } from '../../documents/read-document.js';
import { defaultSearchPath } from '../../planning/default-search-path.js';
import type { DefinitionProblem } from '../../sources/parameters/definition-report.js';
import { loadManuals, type ManualSource } from '../../sources/utcp/load-manuals.js';
import type { ManualOptions, UtcpHost } from '../../sources/utcp/tool.js';
import { utcpCommands } from '../../sources/utcp/utcp-command.js';
import type { Command, CommandSet } from '../../vocabulary/command.js';
import { redactText } from '../../vocabulary/look-alikes.js';

export interface ConfiguredUtcp {
  readonly set: CommandSet;
  readonly problems: readonly DefinitionProblem[];
}

export interface ReadManuals {
  readonly sources: readonly ManualSource[];
  readonly problems: readonly DefinitionProblem[];
}

type MayUseShell = ManualOptions['mayUseShell'];

const advice: FileAdvice = {
  unknownKind: 'Use a .json, .yaml or .yml file.',
  notAFile: 'Name a manual file.',
  empty: 'Write a manual: { "tools": [] }.',
};

/** `taken` are the commands of other sources, whose first words no manual can have. Never rejects for a manual. */
export async function loadConfiguredUtcp(
  configuration: Configuration,
  environment: Environment,
  mayUseShell: MayUseShell,
  taken: readonly Command[],
): Promise<ConfiguredUtcp> {
  const host = utcpHost(configuration, environment);
  const { sources, problems } = await readManuals(configuration, host, mayUseShell);
  const names = new Set(taken.flatMap(({ path, aliases }) => (path.length === 1 ? [...path, ...aliases] : path[0])));
  const loaded = loadManuals(sources, host, names);
  return { set: utcpCommands(loaded.manuals, host), problems: [...problems, ...loaded.problems] };
}

export function utcpHost(configuration: Configuration | undefined, environment: Environment): UtcpHost {
  const { programPath } = configuration ?? {};
  return {
    searchPath: programPath ?? defaultSearchPath(environment),
    ownSearchPath: programPath !== undefined,
    environment,
    ...(configuration && { workspace: configuration.workspace }),
  };
}

/** All manuals of a configuration, in its order. Programs that print one are run now, at the same time. */
export async function readManuals(
  configuration: Configuration,
  host: UtcpHost,
  mayUseShell: MayUseShell,
): Promise<ReadManuals> {
  const problems: DefinitionProblem[] = [];
  const read = new Set<string>();
  const isNew = (file: string) => read.size < read.add(file).size;
  const sources = configuration.utcp.flatMap((entry): Promise<ManualSource>[] => {
    const options = toOptions(entry, mayUseShell);
    const { name, from } = entry;
    if ('command' in from) return [discover(entry, from, configuration, host, options)];
    return from.files.flatMap((file) => {
      if (isNew(file)) return [readManual(file, name, options)];
      const message = 'The file is listed twice.';
      problems.push({ file, pointer: '', message, fix: 'Keep one of the two in "utcp".', severity: 'error' });
      return [];
    });
  });
  return { sources: await Promise.all(sources), problems };
}

export async function readManual(
  file: string,
  name: string | undefined,
  options: ManualOptions,
): Promise<ManualSource> {
  return { name, origin: file, document: await readDocument(file, advice), options, isFile: true };
}

export function toOptions(entry: ConfiguredManuals, mayUseShell: MayUseShell): ManualOptions {
  const { paths, relativePrograms, continueOnFailure, variables, environment, sandbox } = entry;
  return { paths, relativePrograms, continueOnFailure, variables, environment, sandbox, mayUseShell };
}

type PrintedManual = Extract<ConfiguredManuals['from'], { readonly command: unknown }>;

async function discover(
  { name }: ConfiguredManuals,
  { command, timeoutMs }: PrintedManual,
  { file, workspace }: Configuration,
  host: UtcpHost,
  options: ManualOptions,
): Promise<ManualSource> {
  // Most gates have no such manual, and starting programs takes much code.
  const { discoverManual } = await import('../../sources/utcp/discover/discover-manual.js');
  const document = await discoverManual({ command, directory: dirname(file), workspace, timeoutMs }, host);
  const [program] = command;
  return {
    name: name ?? basename(program, extname(program)),
    origin: redactText(quoteWords(command)),
    document,
    options,
    isFile: false,
  };
}
