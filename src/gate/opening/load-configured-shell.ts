// What a configuration says about `shell` → the command, with what its programs get.

import type { Configuration } from '../../configuration/configuration.js';
import type { Environment } from '../../configuration/resolve-secret.js';
import { defaultSearchPath } from '../../planning/default-search-path.js';
import { shellCommand } from '../../sources/shell/shell-command.js';
import { type AiProfile, usualShell } from '../../sources/shell/shell-host.js';
import type { Command } from '../../vocabulary/command.js';

export function loadConfiguredShell(configuration: Configuration, environment: Environment): Command {
  const { shell, programPath, programEnvironment, programPass } = configuration;
  return shellCommand({
    ...usualShell,
    searchPath: programPath ?? defaultSearchPath(environment),
    ownSearchPath: programPath !== undefined,
    environment,
    pass: programPass,
    set: programEnvironment,
    ...(shell.timeoutMs !== undefined && { timeoutMs: shell.timeoutMs }),
    ...(shell.maxTimeoutMs !== undefined && { maxTimeoutMs: shell.maxTimeoutMs }),
    ...(shell.globs !== undefined && { globs: shell.globs }),
    ...(shell.aiCommands && { aiCommands: { ...usualShell.aiCommands, ...profiles(shell.aiCommands) } }),
  });
}

function profiles(written: NonNullable<Configuration['shell']['aiCommands']>): Record<string, AiProfile> {
  return Object.fromEntries(
    Object.entries(written).map(([name, { answer }]) => [name, { answer: answer === 'stderr' ? 'stderr' : 'stdout' }]),
  );
}
