// What a configuration says about the sandbox, and what of it no program may change or see.

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Configuration } from '../configuration/configuration.js';
import { configurationNames } from '../configuration/find-configuration.js';
import { defaultSearchPath } from '../execution/process/planning/default-search-path.js';
import { programDirectories } from '../execution/sandbox/program-directories.js';
import { Sandbox } from '../execution/sandbox/sandbox.js';
import { ownDirectory } from '../ledger/own-directory.js';
import { ownersFiles } from './open-configured-policy.js';

export function openConfiguredSandbox(
  configuration: Configuration,
  environment: Readonly<Record<string, string | undefined>>,
): Sandbox {
  const { workspace, ledger, approvals, sandbox, file, programPath } = configuration;
  const searchPath = programPath ?? defaultSearchPath(environment);
  const readable = [...(sandbox.readable ?? []), ...programDirectories(searchPath, environment.HOME)];
  const auditFile = ledger ? ledger.auditFile : undefined;
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return new Sandbox(
    { ...sandbox, readable },
    {
      readOnly: [
        // A configuration that a program gave has the name of a file that is none.
        ...ownersFiles(configuration).filter((path) => isFile || path !== file),
        ...(auditFile === undefined ? [] : [auditFile]),
        // Where the configuration lies outside, a new one in the workspace would be the nearest.
        ...(isFile && dirname(file) === workspace ? [] : configurationNames.map((name) => join(workspace, name))),
      ],
      hidden: [
        ...(ledger ? [ledger.directory] : []),
        ownDirectory(workspace),
        ...(approvals.directory === undefined ? [] : [approvals.directory]),
      ],
    },
  );
}
