// What a configuration says about the sandbox, and what of it no program may change or see.

import { dirname, join } from 'node:path';
import type { Configuration } from '../configuration/configuration.js';
import { configurationNames } from '../configuration/find-configuration.js';
import type { Protection } from '../execution/sandbox/protected-paths.js';
import { Sandbox } from '../execution/sandbox/sandbox.js';
import { ownDirectory } from '../ledger/own-directory.js';
import type { Command } from '../vocabulary/command.js';
import type { GateOptions } from './gate.js';
import { ownersFiles } from './open-configured-policy.js';
import { findIdleSandboxes, findUngranted, SandboxChoices } from './sandbox-choices.js';

export interface ConfiguredSandbox extends Pick<GateOptions, 'sandboxChoices'> {
  readonly sandbox: Sandbox | undefined;
  /** What is said and does nothing, and what is wanted and not said. */
  findIdle(commands: readonly Command[]): readonly string[];
}

export function openConfiguredSandbox(configuration: Configuration): ConfiguredSandbox {
  const { commands, ...choice } = configuration.sandbox;
  return {
    sandbox: new Sandbox(choice, protectionOf(configuration)),
    // Modules come from anywhere; what programs may do is said in the configuration.
    sandboxChoices: new SandboxChoices(commands, 'bounded'),
    findIdle: (known) => [...findIdleSandboxes(commands, known), ...findUngranted(known)],
  };
}

function protectionOf(configuration: Configuration): Protection {
  const { workspace, ledger, approvals, file } = configuration;
  const auditFile = ledger ? ledger.auditFile : undefined;
  return {
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
}
