// A description as JSON Schema, for editors. Only tests need it: what they compare is shipped as files.

import type { JsonSchema } from '../vocabulary/command.js';
import type { Shape, Shapes } from './shape.js';

/** The whole of a file. */
export function toSchemaDocument(title: string, shape: Shape): JsonSchema {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...toJsonSchema(shape) };
}

function toJsonSchema(shape: Shape): JsonSchema {
  const { description } = shape;
  return { ...(description !== undefined && { description }), ...rulesOf(shape) };
}

/** What a description shares with JSON Schema has the same name in both, and keeps its order. */
const sharedRules = new Set(['minimum', 'maximum', 'pattern', 'maxLength', 'minItems', 'maxItems']);

function rulesOf(shape: Shape): JsonSchema {
  const shared = Object.fromEntries(Object.entries(shape).filter(([name]) => sharedRules.has(name)));
  switch (shape.type) {
    case 'text':
      return { type: 'string', ...shared, examples: [shape.example] };
    case 'choice':
      return { enum: shape.values };
    case 'integer':
    case 'boolean':
      return { type: shape.type, ...shared };
    case 'list':
      return { type: 'array', items: toJsonSchema(shape.items), ...shared };
    case 'object':
      return {
        type: 'object',
        additionalProperties: shape.open === true,
        ...(shape.required && { required: shape.required }),
        properties: propertiesOf(shape.keys),
      };
    case 'named':
      return {
        type: 'object',
        ...(shape.names && { propertyNames: shape.names }),
        additionalProperties: toJsonSchema(shape.values),
      };
    case 'either':
      return { anyOf: [toJsonSchema(shape.first), toJsonSchema(shape.second)] };
    case 'unread':
      return shape.schema.type === 'object' && 'keys' in shape.schema
        ? toJsonSchema(shape.schema as Shape)
        : (shape.schema as JsonSchema);
    case 'own':
      return {};
    default:
      return shape satisfies never;
  }
}

function propertiesOf(keys: Shapes): JsonSchema {
  return Object.fromEntries(Object.entries(keys).map(([key, member]) => [key, toJsonSchema(member)]));
}
