// What messages say about a description.

import type { ObjectShape, Shape } from './shape.js';

/** What a value has to be, after "must be". */
export function whatOf(shape: Shape): string {
  switch (shape.type) {
    case 'choice':
      return `one of ${shape.values.join(', ')}`;
    case 'integer':
      return `a whole number from ${shape.minimum} to ${shape.maximum}`;
    case 'boolean':
      return 'true or false';
    case 'list':
      return shape.what ?? `a list, with ${whatOf(shape.items)} as each item`;
    case 'either':
      return shape.wrapsFirst ? whatOf(shape.first) : `${whatOf(shape.first)}, or ${whatOf(shape.second)}`;
    case 'named':
    case 'unread':
      return 'an object';
    default:
      return shape.what ?? 'an object';
  }
}

/** A value that fits, for whoever writes one. */
export function exampleOf(shape: Shape): unknown {
  switch (shape.type) {
    case 'text':
    case 'choice':
      return shape.example;
    case 'integer':
      return shape.minimum;
    case 'boolean':
      return true;
    case 'list':
      return shape.example ?? [exampleOf(shape.items)];
    case 'either':
      return exampleOf(shape.first);
    case 'object': {
      const { keys, required = [] } = shape;
      return Object.fromEntries(required.map((key) => [key, exampleOf(keys[key] as Shape)]));
    }
    default:
      return {};
  }
}

/** Without the key for editors, which says nothing. */
export function keyList(shape: ObjectShape): string {
  return Object.keys(shape.keys)
    .filter((key) => key !== '$schema')
    .join(', ');
}
