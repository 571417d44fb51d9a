import type { Gate } from '../../gate/gate.js';
import type { Caller } from '../../vocabulary/request.js';
import { type CliTool, cliTool } from './cli-tool.js';
import { type ShellCmdTool, shellCmdTool } from './shell-cmd-tool.js';

/** A caller who may not run programs is not shown the tool for it, as he is not shown other commands. */
export function offeredTools(
  caller: Caller,
  gate: Pick<Gate, 'registry' | 'mayRun'>,
): readonly (CliTool | ShellCmdTool)[] {
  const { command } = gate.registry.find(['shell']).node;
  return command !== undefined && gate.mayRun(caller, command) ? [cliTool, shellCmdTool] : [cliTool];
}
