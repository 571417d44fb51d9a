// Which commands of a gate are exported, and as which tools.

import type { Configuration } from '../../configuration/configuration.js';
import type { Gate } from '../../gate/gate.js';
import { handleSources } from '../../gate/opening/load-configured-handles.js';
import { readManuals } from '../../gate/opening/load-configured-utcp.js';
import { localCaller } from '../../gate/session.js';
import { isListed } from '../../registry/describe-help.js';
import type { ExportedCommand, LeftOut } from '../../sources/utcp/export/export-manual.js';
import { findHandles } from '../../sources/utcp/export/find-handles.js';
import { gateTool } from '../../sources/utcp/export/gate-tool.js';
import { handleTool } from '../../sources/utcp/export/handle-tool.js';
import { loadManuals } from '../../sources/utcp/load-manuals.js';
import type { UtcpHost } from '../../sources/utcp/tool.js';
import type { Command } from '../../vocabulary/command.js';

export interface CollectedTools {
  readonly commands: readonly ExportedCommand[];
  readonly leftOut: readonly LeftOut[];
}

export interface CollectedPrograms extends CollectedTools {
  /** Commands that are no programs. */
  readonly functions: readonly string[];
}

/** Every command, or those of these names, as a tool that asks this gate to run it. */
export function collectThroughGate(
  gate: Gate,
  { file }: Configuration,
  isWanted: (name: string) => boolean = () => true,
): CollectedTools {
  const commands: ExportedCommand[] = [];
  const leftOut: LeftOut[] = [];
  for (const command of commandsOf(gate)) {
    if (!isWanted(nameOf(command))) continue;
    const tool = gateTool(command, { configFile: file, longestTimeoutMs: gate.longestTimeoutMs });
    if (tool) commands.push({ command: nameOf(command), tool });
    else leftOut.push({ command: nameOf(command), reasons: ["its own option --input hides the gate's"] });
  }
  return { commands, leftOut };
}

/** The commands that are programs, as tools that run the same programs. */
export async function collectPrograms(
  gate: Gate,
  configuration: Configuration,
  host: UtcpHost,
): Promise<CollectedPrograms> {
  const left = new Map(commandsOf(gate).map((command) => [nameOf(command), command]));
  const commands: ExportedCommand[] = [];
  const leftOut: LeftOut[] = [];
  for (const handle of await findHandles(handleSources(configuration), [...left.values()])) {
    const command = nameOf(handle.command);
    const converted = handleTool(handle);
    left.delete(command);
    if (converted.ok) commands.push({ command, tool: converted.tool });
    else leftOut.push({ command, reasons: converted.reasons });
  }
  // Whether a tool may use a shell is the policy's matter: here it only keeps the tool from being written.
  const { sources } = await readManuals(configuration, host, () => true);
  for (const tool of loadManuals(sources, host).manuals.flatMap((manual) => manual.tools)) {
    const command = tool.path.join(' ');
    if (left.get(command)?.plan && left.delete(command)) commands.push({ command, tool });
  }
  return { commands, leftOut, functions: [...left.keys()] };
}

/** What nobody may run here is not offered elsewhere; `shell` is any program, and no command of its own. */
function commandsOf(gate: Gate): readonly Command[] {
  return gate.registry.commands.filter(
    (command) => isListed(command) && nameOf(command) !== 'shell' && gate.mayRun(localCaller, command),
  );
}

const nameOf = ({ path }: Command): string => path.join(' ');
