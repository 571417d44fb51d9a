import { isObject } from '../../shape/kind-of.js';
import { readPointer } from '../../tool-form/json-pointer.js';
import type { JsonSchema } from '../../vocabulary/command.js';
import { type Fields, fieldOf } from './check-fields.js';
import { compileNow } from './json-schema.js';

/** The schema of the value that a JSON Pointer into the input leads to, through properties and items. */
function schemaAt(schema: JsonSchema, pointer: string): Fields | undefined {
  let here: unknown = schema;
  for (const name of readPointer(pointer) ?? []) {
    if (!isObject(here)) return undefined;
    const properties = fieldOf(here, 'properties');
    if (isObject(properties) && Object.hasOwn(properties, name)) here = properties[name];
    else if (/^\d+$/.test(name)) here = fieldOf(here, 'items');
    else return undefined;
  }
  return isObject(here) ? here : undefined;
}

/** Whether the author allowed this very text: by an `enum` or `const` that holds it, or a `pattern` that it matches. */
export function isNamedBySchema(schema: JsonSchema, pointer: string, text: string): boolean {
  const found = schemaAt(schema, pointer);
  if (!found) return false;
  const { enum: choices, const: only, pattern } = found;
  if (only === text || (Array.isArray(choices) && choices.includes(text))) return true;
  // Not by the engine of the language: an agent chooses the text, and some texts take it for ever.
  return typeof pattern === 'string' && compileNow({ pattern })(text).length === 0;
}
