// What a configuration says about the sandbox, and what of it no program may change or see.

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Configuration } from '../../configuration/configuration.js';
import { configurationNames } from '../../configuration/find-configuration.js';
import { findTier } from '../../execution/sandbox/find-tier.js';
import type { Protection } from '../../execution/sandbox/protected-paths.js';
import { Sandbox } from '../../execution/sandbox/sandbox.js';
import { quarantineOf, stateDirectory } from '../../ledger/own-directory.js';
import { userDirectories } from '../../machine/paths/user-directories.js';
import { defaultSearchPath } from '../../planning/default-search-path.js';
import type { Command } from '../../vocabulary/command.js';
import { ownersFiles } from './open-configured-policy.js';
import { codeIn } from './own-code.js';
import { findIdleSandboxes, findUngranted, SandboxChoices } from './sandbox-choices.js';

export function openConfiguredSandbox(
  configuration: Configuration,
  environment: Readonly<Record<string, string | undefined>>,
): Sandbox {
  const { sandbox, programPath } = configuration;
  const searchPath = programPath ?? defaultSearchPath(environment);
  return new Sandbox(sandbox, protectionOf(configuration), findTier, { environment, searchPath });
}

/** For each command. Modules come from anywhere: what programs may do is said in the configuration. */
export function openConfiguredChoices({ sandbox: { commands = {} } }: Configuration): SandboxChoices {
  return new SandboxChoices(commands, 'bounded');
}

/** What is said and does nothing, and what is wanted and not said. */
export function findIdleChoices(
  { sandbox: { commands = {} } }: Configuration,
  known: readonly Command[],
): readonly string[] {
  return [...findIdleSandboxes(commands, known), ...findUngranted(known)];
}

/** What no program may change or see. */
export function protectionOf(configuration: Configuration): Protection {
  const { workspace, ledger, approvals, file, commandFiles } = configuration;
  const auditFile = ledger ? ledger.auditFile : undefined;
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return {
    readOnly: [
      // A configuration that a program gave has the name of a file that is none.
      ...ownersFiles(configuration).filter((path) => isFile || path !== file),
      ...codeIn(workspace, isFile ? [file, ...commandFiles] : commandFiles),
      ...(auditFile === undefined ? [] : [auditFile]),
      // Where the configuration lies outside, a new one in the workspace would be the nearest.
      ...(isFile && dirname(file) === workspace ? [] : configurationNames.map((name) => join(workspace, name))),
    ],
    quarantine: quarantineOf(workspace),
    hidden: [
      ...(ledger ? [ledger.directory] : []),
      stateDirectory(workspace),
      // Where the workspace lies around them: what is not used for this one is used for others.
      ...userDirectories(),
      ...(approvals.directory === undefined ? [] : [approvals.directory]),
    ],
  };
}
