// A configuration → a gate that is ready to take requests.
import type { Configuration } from '../configuration/configuration.js';
import { openAuditLog } from '../ledger/audit-log.js';
import { loadCommandModules } from '../sources/typescript/load-modules.js';
import { readDefinitions } from '../sources/typescript/read-definitions.js';
import { packageVersion } from '../version.js';
import type { CommandSet } from '../vocabulary/command.js';
import { createGate, type Gate } from './gate.js';
import type { Limits } from './limits.js';

/** Throws a DefinitionError when a module or a command in it is wrong. */
export async function openConfiguredGate(configuration: Configuration): Promise<Gate> {
  const { name, version, description, workspace, allow, deny, audit } = configuration;
  return createGate({
    ...(name !== undefined && { name }),
    version: version ?? packageVersion,
    ...(description !== undefined && { description }),
    commands: await readModules(configuration.commandFiles),
    workspace,
    allow,
    deny,
    limits: toLimits(configuration.limits),
    audit: audit ? openAuditLog(audit.file) : undefined,
  });
}

async function readModules(files: readonly string[]): Promise<CommandSet> {
  return files.length === 0 ? { commands: [], groups: [] } : readDefinitions(await loadCommandModules(files));
}

/** A rate that names no number limits nothing. */
function toLimits({ rate, ...limits }: Configuration['limits']): Partial<Limits> {
  return { ...limits, ...(rate?.perMinute !== undefined && { rate: { perMinute: rate.perMinute } }) };
}
