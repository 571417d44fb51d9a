// Tools of manuals as commands: what they do is planned here, and everything else is the gate's.

import type { CommandSet, ProgramCommand } from '../../vocabulary/command.js';
import type { LoadedManual } from './load-manuals.js';
import { exampleOf } from './plan/example-line.js';
import { plannerOf } from './plan/plan-tool.js';
import type { ManualOptions, Tool, UtcpHost } from './tool.js';

export function utcpCommand(tool: Tool, options: ManualOptions, host: UtcpHost): ProgramCommand {
  const { path, description, tags, danger, input, outputs, template } = tool;
  const example = exampleOf(path, input.parameters);
  return {
    path,
    aliases: [],
    description,
    parameters: input.parameters,
    danger,
    examples: example === undefined ? [] : [example],
    tags,
    outputSchema: outputs,
    timeoutMs: template.timeoutMs,
    builtIn: false,
    toText: undefined,
    plan: plannerOf(tool, options, host),
  };
}

/** Every tool, in the group of its manual. */
export function utcpCommands(manuals: readonly LoadedManual[], host: UtcpHost): CommandSet {
  return {
    commands: manuals.flatMap(({ tools, options }) => tools.map((tool) => utcpCommand(tool, options, host))),
    groups: manuals.map(({ name, description }) => ({ path: [name], aliases: [], description })),
  };
}
