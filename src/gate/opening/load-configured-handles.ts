// The Command Handles of a configuration → commands, with what the owner allows them.
import type { Configuration } from '../../configuration/configuration.js';
import type { Environment } from '../../configuration/resolve-secret.js';
import { defaultSearchPath } from '../../planning/default-search-path.js';
import type { HandleHost, HandleSource } from '../../sources/command-handle/handle.js';
import { type LoadedHandles, loadHandles } from '../../sources/command-handle/load-handles.js';
import type { Command } from '../../vocabulary/command.js';

/** `taken` are the commands of other sources, whose names no handle can have. */
export function loadConfiguredHandles(
  configuration: Configuration,
  environment: Environment,
  taken: readonly Command[],
): Promise<LoadedHandles> {
  const names = new Set(taken.flatMap(({ path, aliases }) => (path.length === 1 ? [...path, ...aliases] : path[0])));
  return loadHandles(handleSources(configuration), handleHost(configuration, environment), names);
}

export function handleSources({ handles }: Configuration): readonly HandleSource[] {
  return handles.map(({ files, ...options }) => ({ files, options }));
}

export function handleHost(configuration: Configuration | undefined, environment: Environment): HandleHost {
  const { programPath, credential } = configuration ?? {};
  return {
    searchPath: programPath ?? defaultSearchPath(environment),
    ownSearchPath: programPath !== undefined,
    environment,
    credential: credential ?? (() => undefined),
  };
}
