import { isObject, isTextList, type JsonObject } from './json.js';

/** Says what is wrong with a schema as JSON Schema; an empty list when nothing is. */
export type SchemaProblems = (schema: unknown) => readonly string[];

/** Loads the meta-schema. Schemas are only held against it, never compiled: they come from a stranger. */
export async function loadSchemaProblems(): Promise<SchemaProblems> {
  const { Ajv } = await import('@modelcontextprotocol/client/validators/ajv');
  const ajv = new Ajv({ strict: false, logger: false, allErrors: true });
  return (schema) => {
    if (typeof schema === 'boolean') return [];
    if (!isObject(schema)) return ['it is not a JSON Schema object'];
    // What is looked at is the same in every dialect since draft 6, so any declared one is held against this one.
    const { $schema: _dialect, ...rest } = schema;
    if (ajv.validateSchema(rest) === true) return [];
    return (ajv.errors ?? []).slice(0, 5).map((error) => `${error.instancePath || '/'} ${error.message}`);
  };
}

/** What else an `inputSchema` has to be: a schema of an object whose required properties exist. */
export function inputSchemaProblems(schema: unknown, problemsOf: SchemaProblems): readonly string[] {
  const problems = [...problemsOf(schema)];
  if (!isObject(schema)) return problems.length > 0 ? problems : ['it is not an object'];
  if (schema.type !== 'object') problems.push('its type is not "object"');
  const properties: JsonObject = isObject(schema.properties) ? schema.properties : {};
  for (const name of isTextList(schema.required) ? schema.required : []) {
    if (!Object.hasOwn(properties, name)) problems.push(`it requires "${name}", which is not one of its properties`);
  }
  return problems;
}
