// A configuration → a gate that judges lines for somebody else's shell. It starts nothing, so it loads no commands and no
// sandbox, and judges as where there is none.

import type { Configuration } from '../../configuration/configuration.js';
import type { Environment } from '../../configuration/resolve-secret.js';
import { defaultSearchPath } from '../../planning/default-search-path.js';
import { shellCommand } from '../../sources/shell/shell-command.js';
import { usualShell } from '../../sources/shell/shell-host.js';
import { packageVersion } from '../../version.js';
import { createGate, type Gate } from '../gate.js';
import type { ReportedEnd } from '../recording/reported-end.js';
import { openConfiguredPolicy } from './open-configured-policy.js';
import { remember } from './remember-configured.js';

/** `directory` is where the client says that its shell is. */
export async function openJudgingGate(
  configuration: Configuration,
  environment: Environment,
  directory: string,
): Promise<Gate> {
  const { name, workspace, deny, programPath } = configuration;
  const { judge, trust, approvals } = await openConfiguredPolicy(
    { ...configuration, shell: { ...configuration.shell, enabled: false } },
    environment,
    true,
  );
  const shell = shellCommand({
    ...usualShell,
    searchPath: programPath ?? defaultSearchPath(environment),
    ownSearchPath: programPath !== undefined,
    environment,
    elsewhere: { environment, directory },
  });
  return createGate({
    ...(name !== undefined && { name }),
    version: packageVersion,
    commands: { commands: [], groups: [] },
    workspace,
    deny,
    ...remember(configuration),
    owns: 'runs',
    shell,
    judge,
    trust,
    approvals,
  });
}

/** Records what a client says about a run that was handed over to it. Rejects where it cannot be written. */
export async function recordReport(configuration: Configuration, end: ReportedEnd): Promise<void> {
  const { audit } = remember(configuration);
  try {
    await audit?.note('reported', { ...end });
  } finally {
    await audit?.close();
  }
}
