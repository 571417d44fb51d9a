// A configuration → a gate that is ready to take requests.
import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Configuration } from '../configuration/configuration.js';
import { openAuditLog } from '../ledger/audit-log.js';
import { loadCommandModules } from '../sources/typescript/load-modules.js';
import { readDefinitions } from '../sources/typescript/read-definitions.js';
import type { CommandSet } from '../vocabulary/command.js';
import type { Caller, Session } from '../vocabulary/request.js';
import { createGate, type Gate } from './gate.js';
import type { Limits } from './limits.js';

/** Who asks where nobody else is named. */
export const localCaller: Caller = { name: 'local', may: 'everything' };

/** Throws a DefinitionError when a module or a command in it is wrong. */
export async function openConfiguredGate(configuration: Configuration): Promise<Gate> {
  const { name, version, description, workspace, allow, deny, audit } = configuration;
  return createGate({
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(description !== undefined && { description }),
    commands: await readModules(configuration.commandFiles),
    workspace,
    allow,
    deny,
    limits: toLimits(configuration.limits),
    audit: audit ? openAuditLog(audit.file) : undefined,
  });
}

/** A session whose relative paths start in `directory`, or in the workspace when that lies outside of it. */
export function openSession(workspace: string, directory = workspace): Session {
  return { id: `session_${randomUUID()}`, workspace, directory: isInside(workspace, directory) ? realpathSync(directory) : workspace };
}

function isInside(workspace: string, directory: string): boolean {
  try {
    const path = relative(workspace, realpathSync(directory));
    return path !== '..' && !path.startsWith(`..${sep}`);
  } catch {
    return false;
  }
}

async function readModules(files: readonly string[]): Promise<CommandSet> {
  return files.length === 0 ? { commands: [], groups: [] } : readDefinitions(await loadCommandModules(files));
}

function toLimits({ rate, ...limits }: Configuration['limits']): Partial<Limits> {
  return { ...limits, ...(rate && { ratePerMinute: rate.perMinute }) };
}
