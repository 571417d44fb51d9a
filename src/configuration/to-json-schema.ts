import { configurationShape } from './configuration-shape.js';
import type { ObjectShape, Shape } from './shape.js';

/** The JSON Schema of the configuration file, for editors; shipped as schemas/config.json. */
export function toJsonSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'cmdgate configuration',
    ...toSchema(configurationShape),
  };
}

function toSchema(shape: Shape): Record<string, unknown> {
  const { description } = shape;
  switch (shape.type) {
    case 'text':
      return {
        description,
        type: 'string',
        maxLength: shape.maximumLength,
        pattern: shape.pattern,
        examples: [shape.example],
      };
    case 'integer':
      return { description, type: 'integer', minimum: shape.minimum, maximum: shape.maximum };
    case 'boolean':
      return { description, type: 'boolean' };
    case 'list':
      return { description, type: 'array', items: toSchema(shape.items) };
    case 'source':
      return { description, anyOf: [toSchema(shape.text), toSchema(shape.object)] };
    case 'object':
      return { description, ...toObjectSchema(shape) };
    case 'named':
      return {
        description,
        type: 'object',
        propertyNames: { pattern: shape.namePattern, maxLength: shape.longestName },
        additionalProperties: toSchema(shape.values),
      };
    case 'document':
      return { description, anyOf: [toSchema(shape.text), { $ref: shape.schema }] };
    case 'either':
      return { description, anyOf: [toSchema(shape.boolean), toSchema(shape.object)] };
    case 'extent':
      return { description, anyOf: [toSchema(shape.boolean), toSchema(shape.list)] };
    default:
      return shape satisfies never;
  }
}

function toObjectSchema(shape: ObjectShape): Record<string, unknown> {
  return {
    type: 'object',
    additionalProperties: false,
    ...(shape.required === undefined ? {} : { required: shape.required }),
    properties: Object.fromEntries(Object.entries(shape.keys).map(([key, member]) => [key, toSchema(member)])),
  };
}
