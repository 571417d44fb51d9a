// What `schema` answers, as data: JSON Schema of a command's input and output.
import type { Command, JsonSchema, Parameter } from '../vocabulary/command.js';

/** The specification's shape has no description; a program's may be the only place that tells what its schemas mean. */
export function describeSchema(command: Command): Record<string, unknown> {
  return {
    command: command.path.join(' '),
    ...(command.plan && { description: command.description }),
    ...(command.tags && command.tags.length > 0 && { tags: [...command.tags] }),
    inputSchema: inputSchemaOf(command),
    ...(command.outputSchema && { outputSchema: command.outputSchema }),
  };
}

export function inputSchemaOf(command: Command): JsonSchema {
  const required = command.parameters.filter((parameter) => parameter.required).map(({ key }) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(command.parameters.map((parameter) => [parameter.key, shownSchema(parameter)])),
    ...(required.length > 0 && { required }),
  };
}

/** A secret's schema must not tell it. */
function shownSchema({ schema, secret }: Parameter): JsonSchema {
  if (!secret) return schema;
  const { default: _, examples: __, ...rest } = schema;
  return rest;
}

/** The bounds that a parameter's schema states. */
export function schemaProperties(parameter: Parameter): { minimum?: unknown; maximum?: unknown } {
  const { minimum, maximum } = parameter.schema as { minimum?: unknown; maximum?: unknown };
  return { minimum, maximum };
}

/** How many characters one page of schemas may take. */
const pageBudget = 8_000;

/** As many schemas as fit on a page, from the `start`-th command on; at least one. */
export function schemaPage(
  commands: readonly Command[],
  start: number,
): { readonly schemas: Record<string, unknown>[]; readonly next: number | undefined } {
  const schemas: Record<string, unknown>[] = [];
  let size = 0;
  let at = start;
  for (; at < commands.length; at++) {
    const schema = describeSchema(commands[at] as Command);
    size += JSON.stringify(schema).length;
    if (schemas.length > 0 && size > pageBudget) break;
    schemas.push(schema);
  }
  return { schemas, next: at < commands.length ? at : undefined };
}
