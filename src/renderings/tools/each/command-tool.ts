// A command as an MCP tool of its own, for clients that choose among tools.

import { inputSchemaOf } from '../../../registry/describe-schema.js';
import type { Command, JsonSchema } from '../../../vocabulary/command.js';

export interface CommandTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
}

/** What a client may tell a person before it calls the tool. The gate relies on none of it. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly openWorldHint?: boolean;
}

export function describeCommandTool(command: Command, name: string): CommandTool {
  const { path, description, danger, contract } = command;
  const { properties, ...schema } = inputSchemaOf(command);
  const outputSchema = structureOf(command);
  return {
    name,
    title: path.join(' '),
    description: contract?.deprecated ? `${description} (deprecated)` : description,
    inputSchema: {
      ...schema,
      type: 'object',
      properties: { ...optionsOf(command), ...(properties as JsonSchema) },
    },
    ...(outputSchema && { outputSchema }),
    annotations: {
      readOnlyHint: danger === 'safe',
      // Without one, clients take everything that changes something for destructive.
      ...(danger !== 'safe' && { destructiveHint: danger === 'destructive' }),
      // Known of a function that shows a token to a service, and of nothing else.
      ...(contract?.auth && { openWorldHint: true }),
    },
  };
}

/** The schema of what structured content holds. What a program prints is text, whatever it may mean. */
export function structureOf({ plan, outputSchema, contract }: Command): JsonSchema | undefined {
  // A page, or what would be done, is something else than the author declared.
  const isOther = contract?.lists === true || contract?.safeDefault === true;
  return plan === undefined && !isOther ? outputSchema : undefined;
}

/** Options of the gate without which the command could not be used as its author means it. */
export function optionsOf({ contract, parameters }: Command): Readonly<Record<string, JsonSchema>> {
  const options: Record<string, JsonSchema> = {
    ...(contract?.lists && {
      limit: { type: 'integer', minimum: 0, description: 'Maximum number of items to return; 0 for all' },
      cursor: { type: 'string', description: 'Where the next page starts: the cursor from the previous answer' },
    }),
    ...(contract?.safeDefault && {
      live: { type: 'boolean', description: 'true makes the change; otherwise the answer only says what would change' },
    }),
  };
  for (const { key } of parameters) delete options[key];
  return options;
}
