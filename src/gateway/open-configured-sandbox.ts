// What a configuration says about the sandbox, and what of it no program may change or see.

import { dirname, join } from 'node:path';
import type { Configuration } from '../configuration/configuration.js';
import { configurationNames } from '../configuration/find-configuration.js';
import type { Environment } from '../configuration/resolve-secret.js';
import { findBubblewrap } from '../execution/sandbox/find-bubblewrap.js';
import { Sandbox } from '../execution/sandbox/sandbox.js';
import { ownDirectory } from '../ledger/own-directory.js';
import { ownersFiles } from './open-configured-policy.js';

export function openConfiguredSandbox(configuration: Configuration, environment: Environment): Sandbox {
  const { workspace, ledger, approvals, sandbox, file } = configuration;
  const auditFile = ledger ? ledger.auditFile : undefined;
  const protection = {
    readOnly: [
      ...ownersFiles(configuration),
      ...(auditFile === undefined ? [] : [auditFile]),
      // Where the configuration lies outside, a new one in the workspace would be the nearest.
      ...(dirname(file) === workspace ? [] : configurationNames.map((name) => join(workspace, name))),
    ],
    hidden: [
      ...(ledger ? [ledger.directory] : []),
      ownDirectory(workspace),
      ...(approvals.directory === undefined ? [] : [approvals.directory]),
    ],
  };
  return new Sandbox(sandbox, protection, findBubblewrap, environment);
}
