// Tools → one manual that other UTCP clients can load, and that we can load again.

import type { Tool, UtcpHost } from '../tool.js';
import { readBack } from './read-back.js';
import { sayableTool } from './sayable-tool.js';
import { findSdkVariable, sdkNotes } from './sdk-problems.js';
import { writeCommands } from './write-commands.js';
import { onlyProgram, writeSpecification } from './write-specification.js';
import type { WrittenManual, WrittenTool } from './written-tool.js';

export const writtenForms = ['specification', 'commands'] as const;

/** How call templates are written. What does several things one after the other is always written as `commands`. */
export type WrittenForm = (typeof writtenForms)[number];

export interface ExportOptions {
  readonly form: WrittenForm;
  /** Of the manual. */
  readonly version: string;
  /** How long a tool may take that says nothing about it: the specification's form cannot leave that open. */
  readonly timeoutMs: number;
  readonly host: UtcpHost;
}

/** A command, and the tool that does the same. */
export interface ExportedCommand {
  /** Its words. */
  readonly command: string;
  readonly tool: Tool;
}

/** A command that the manual does not have, and everything that keeps it from being there. */
export interface LeftOut {
  readonly command: string;
  readonly reasons: readonly string[];
}

export interface ExportedManual {
  readonly manual: WrittenManual;
  readonly leftOut: readonly LeftOut[];
  /** What other clients make of the tools that are there. */
  readonly notes: readonly LeftOut[];
}

export function exportManual(commands: readonly ExportedCommand[], options: ExportOptions): ExportedManual {
  const tools = new Map<string, WrittenTool>();
  const leftOut: LeftOut[] = [];
  const notes: LeftOut[] = [];
  for (const { command, tool } of commands) {
    const [manual, word] = tool.path;
    // Several manuals become one: of tools with the same name, only the first can keep it.
    const name = tools.has(word) ? `${manual}_${word}` : word;
    const written = tools.has(name) ? ['another tool has its name'] : writeTool(tool, name, options);
    if ('name' in written) {
      tools.set(name, written);
      const reasons = 'commands' in written.tool_call_template ? sdkNotes(tool) : [];
      if (reasons.length > 0) notes.push({ command, reasons });
    } else leftOut.push({ command, reasons: written });
  }
  const manual = { utcp_version: '1.0.1', manual_version: options.version, tools: [...tools.values()] };
  return { manual, leftOut, notes };
}

/** The tool, or why it cannot be one. */
function writeTool(tool: Tool, name: string, options: ExportOptions): WrittenTool | readonly string[] {
  const sayable = sayableTool(tool);
  if (!sayable.ok) return sayable.reasons;
  const program = options.form === 'specification' ? onlyProgram(sayable.tool.template) : undefined;
  const said = program ? withTimeout(sayable.tool, options.timeoutMs) : sayable.tool;
  const { description, input, outputs, tags, danger, template } = said;
  const variable = program ? undefined : findSdkVariable(template);
  if (variable !== undefined) return [`SDKs would read ${variable} as one of their variables`];
  const tag = `danger:${danger}`;
  const written: WrittenTool = {
    name,
    description,
    inputs: input.schema,
    ...(outputs && { outputs }),
    tags: tags.includes(tag) ? tags : [...tags, tag],
    tool_call_template: program ? writeSpecification(template, program) : writeCommands(template),
  };
  const difference = readBack(written, program ? said : withoutTimeout(said), options.host);
  return difference === undefined ? written : [difference];
}

/** The form of the SDKs cannot say it. */
function withoutTimeout(tool: Tool): Tool {
  return { ...tool, template: { ...tool.template, timeoutMs: undefined } };
}

function withTimeout(tool: Tool, timeoutMs: number): Tool {
  const { template } = tool;
  return { ...tool, template: { ...template, timeoutMs: template.timeoutMs ?? timeoutMs } };
}
