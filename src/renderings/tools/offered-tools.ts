import type { Gate } from '../../gate/gate.js';
import type { OfferedAs } from '../../vocabulary/introduction.js';
import type { Caller } from '../../vocabulary/request.js';
import { type CliTool, cliTool } from './cli-tool.js';
import { type CommandTool, describeCommandTool } from './each/command-tool.js';
import { toolNames } from './each/tool-names.js';
import { type ShellCmdTool, shellCmdTool } from './shell-cmd-tool.js';

type OfferingGate = Pick<Gate, 'registry' | 'mayRun'>;

/** A caller who may not run programs is not shown the tool for it, as he is not shown other commands. */
export function offeredTools(caller: Caller, gate: OfferingGate): readonly (CliTool | ShellCmdTool)[] {
  const { command } = gate.registry.find(['shell']).node;
  return command !== undefined && gate.mayRun(caller, command) ? [cliTool, shellCmdTool] : [cliTool];
}

/** No command has the name of one of them. */
export const ownToolNames: readonly string[] = [cliTool.name, shellCmdTool.name];

/** All that `tools/list` shows this caller, in the order in which it does. */
export function listedTools(
  caller: Caller,
  gate: OfferingGate,
  offeredAs: OfferedAs | undefined,
): readonly (CliTool | ShellCmdTool | CommandTool)[] {
  const own = offeredTools(caller, gate);
  if (offeredAs !== 'each') return own;
  const tools: (CliTool | ShellCmdTool | CommandTool)[] = [...own];
  for (const [command, name] of toolNames(gate.registry, ownToolNames)) {
    // `shell` has the tool shell_cmd.
    if (command.path[0] === 'shell' || !gate.mayRun(caller, command)) continue;
    tools.push(describeCommandTool(command, name));
  }
  return tools;
}
