// Commands as tools of their own: `tools: "each"`. A call takes the same way through the gate as the same line of `cli`.

import type { Gate } from '../../../gate/gate.js';
import { type CallToolResult, toCallToolResult } from '../../../renderings/mcp-result.js';
import { describeCommandTool, optionsOf, structureOf } from '../../../renderings/tools/each/command-tool.js';
import { toolNames } from '../../../renderings/tools/each/tool-names.js';
import { ownToolNames } from '../../../renderings/tools/offered-tools.js';
import { compileNow, type Validate } from '../../../sources/parameters/json-schema.js';
import type { Command, JsonSchema } from '../../../vocabulary/command.js';
import type { Completed, Outcome } from '../../../vocabulary/outcome.js';
import type { Caller, RequestLine } from '../../../vocabulary/request.js';
import type { GateTool } from '../tools.js';

/** Looks up one tool; a command that the caller may not run is as unknown as a name that nobody gave. */
export function findCommandTool(
  caller: Caller,
  gate: Pick<Gate, 'registry' | 'mayRun'>,
  name: string,
): GateTool | undefined {
  for (const [command, known] of toolNames(gate.registry, ownToolNames)) {
    if (known !== name) continue;
    return command.path[0] !== 'shell' && gate.mayRun(caller, command) ? commandTool(command, known) : undefined;
  }
  return undefined;
}

function commandTool(command: Command, name: string): GateTool {
  const schema = structureOf(command);
  return {
    definition: describeCommandTool(command, name) as GateTool['definition'],
    read: (given) => toLine(command, given ?? {}),
    renderFor: () => (outcome) => withStructure(outcome, schema),
  };
}

function toLine(command: Command, given: Readonly<Record<string, unknown>>): RequestLine {
  if (Object.keys(given).length === 0) return command.path;
  const options = optionsOf(command);
  const input: Record<string, unknown> = {};
  const chosen: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    if (Object.hasOwn(options, key)) chosen[key] = value;
    // As JSON has it: a field that is called __proto__ is one like any other.
    else Object.defineProperty(input, key, { value, enumerable: true });
  }
  return { path: command.path, input, ...(Object.keys(chosen).length > 0 && { options: chosen }) };
}

/**
 * The text is that of `cli`. Where the command declares what it answers with, a client that reads the structure gets
 * exactly that, or an error: it would take half of a list for all of it.
 */
function withStructure(outcome: Outcome, schema: JsonSchema | undefined): CallToolResult {
  const result = toCallToolResult(outcome);
  if (schema === undefined || outcome.status === 'failed') return result;
  const problem = problemOf(outcome, schema);
  if (problem === undefined) return { ...result, structuredContent: JSON.parse(outcome.json) };
  return { ...result, content: [...result.content, { type: 'text', text: problem }], isError: true };
}

function problemOf({ truncated, json }: Completed, schema: JsonSchema): string | undefined {
  if (truncated) return 'The answer is too long for structured content. The text above is its beginning.';
  const validate = validatorOf(schema);
  if (validate && validate(JSON.parse(json)).length === 0) return undefined;
  return 'The command ran, but its answer does not match its output schema, so there is no structured content. The text above is the answer.';
}

const validators = new WeakMap<JsonSchema, Validate | undefined>();

/** Undefined where the schema cannot be used. */
function validatorOf(schema: JsonSchema): Validate | undefined {
  if (!validators.has(schema)) validators.set(schema, compiled(schema));
  return validators.get(schema);
}

function compiled(schema: JsonSchema): Validate | undefined {
  try {
    return compileNow(schema);
  } catch {
    return undefined;
  }
}
