// A gate with commands of a kind that the options are about. For tests only.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CommandDefinitions } from '../../sources/typescript/definition.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import type { Command } from '../../vocabulary/command.js';
import type { CommandContract } from '../../vocabulary/contract.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { Request } from '../../vocabulary/request.js';
import { createGate } from '../gate.js';
import type { GateOptions } from '../gate-options.js';
import { localCaller, openSession } from '../session.js';

export function newDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-options-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

interface Opened {
  readonly workspace: string;
  run(line: Request['line'], more?: Partial<Request>): Promise<Outcome>;
}

/** `contracts` are by the name of the command, as its author's declarations would be. */
export function openGate(
  definitions: CommandDefinitions,
  contracts: Readonly<Record<string, CommandContract>> = {},
  options: Partial<GateOptions> = {},
): Opened {
  const workspace = options.workspace ?? newDirectory();
  const { commands, groups } = readDefinitions(definitions);
  const declared = commands.map((command): Command => {
    const contract = contracts[command.path.join(' ')];
    return contract ? { ...command, contract: { ...command.contract, ...contract } } : command;
  });
  const gate = createGate({ commands: { commands: declared, groups }, workspace, ...options });
  onTestFinished(() => gate.close());
  const session = openSession(workspace);
  return {
    workspace,
    run: (line, more = {}) => gate.run({ line, door: 'library', caller: localCaller, session, ...more }),
  };
}

/** What an outcome tells, without what is another each time. */
export function told(outcome: Outcome): Record<string, unknown> {
  const { about, warnings } = outcome.run;
  const more = { ...(about && { about }), ...(warnings.length > 0 && { warnings: warnings.map(({ code }) => code) }) };
  if (outcome.status === 'completed') return { data: outcome.data, ...more };
  const { code, details, row } = outcome.error;
  return {
    code,
    exitCode: row.exitCode,
    details: details.map((one) => `${one.code} ${one.field ?? ''}`.trim()),
    ...more,
  };
}
