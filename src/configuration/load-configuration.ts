import { basename, resolve } from 'node:path';
import type { Document, KeyPath, Place } from '../documents/document.js';
import { formatKeyPath } from '../documents/format-key-path.js';
import type { Report } from '../shape/shape.js';
import { checkConfiguration } from './check-configuration.js';
import type { Configuration } from './configuration.js';
import { ConfigurationError, type ConfigurationProblem } from './configuration-error.js';
import { chooseConfiguration, findUnread } from './find-configuration.js';
import { readConfiguration } from './read-configuration.js';
import { resolveConfiguration } from './resolve-configuration.js';
import type { Environment } from './resolve-secret.js';
import { requireTrustIn } from './trust/require-trust.js';

export interface LoadConfigurationOptions {
  /** The file to read, relative to `directory`; searched from `directory` upwards when missing, `false` for none. */
  readonly file?: string | false | undefined;
  readonly directory: string;
  readonly environment?: Environment;
  /** Whose memory it is, where several are kept apart. */
  readonly instance?: string | undefined;
  /** Whether `file` was found by its place; it was where none is given. */
  readonly found?: boolean | undefined;
}

/**
 * Finds, reads, checks and resolves the configuration. `undefined` when none was named and none was found.
 * Throws one ConfigurationError with every problem.
 */
export async function loadConfiguration(options: LoadConfigurationOptions): Promise<Configuration | undefined> {
  const { directory, environment = process.env, instance } = options;
  const file = chooseConfiguration(options.file, directory);
  if (file === undefined) return undefined;

  const configuration = understand(await readConfiguration(file), file, environment, instance);
  const isFound = options.found ?? options.file === undefined;
  requireTrustIn(file, filesLoadedBy(configuration), isFound ? 'found' : 'named');
  const unread = isFound ? findUnread(file).map((other) => `${other} is ignored: ${basename(file)} is used.`) : [];
  return { ...configuration, warnings: [...configuration.warnings, ...unread] };
}

/** The file itself, too, where it names a program that is run at the start. */
function filesLoadedBy({ file, commandFiles, handles, utcp, policy }: Configuration): readonly string[] {
  const starts = utcp.some(({ from }) => 'command' in from) ? [file] : [];
  const manuals = utcp.flatMap(({ from }) => ('files' in from ? from.files : []));
  const rules = policy && 'file' in policy ? [policy.file] : [];
  return [...starts, ...commandFiles, ...handles.flatMap(({ files }) => files), ...manuals, ...rules];
}

/** What a program gives in place of a file: the same keys, with the same checks. Paths are relative to `directory`. */
export function readSettings(
  settings: unknown,
  { directory, environment }: { readonly directory: string; readonly environment: Environment },
): Configuration {
  const raw = { value: settings ?? null, problems: [], locate: () => undefined };
  return understand(raw, resolve(directory, 'config'), environment);
}

function understand(raw: Document, file: string, environment: Environment, instance?: string): Configuration {
  const problems: ConfigurationProblem[] = [];
  const add = (path: KeyPath, place: Place | undefined, message: string, fix: string) =>
    problems.push({ file, ...place, key: formatKeyPath(path), message, fix });
  for (const { path, place, message, fix } of raw.problems) add(path, place, message, fix);
  if (raw.value === undefined) throw new ConfigurationError(problems);

  const report: Report = (path, { part = 'value', message, fix }) => add(path, raw.locate(path, part), message, fix);
  const settings = checkConfiguration(raw.value, report);
  const configuration = resolveConfiguration(settings, { file, environment, report, locate: raw.locate, instance });
  if (problems.length > 0) throw new ConfigurationError(problems.sort(byPlace));
  return configuration;
}

function byPlace(left: ConfigurationProblem, right: ConfigurationProblem): number {
  return (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0);
}
