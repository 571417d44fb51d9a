import type { ParameterType } from './command.js';

/** The names of JSON Schema, which has neither flags nor dates. */
export function jsonType(type: ParameterType): { readonly type: string; readonly format?: string } {
  switch (type) {
    case 'flag':
      return { type: 'boolean' };
    case 'datetime':
      return { type: 'string', format: 'date-time' };
    case 'path':
      return { type: 'string', format: 'path' };
    default:
      return { type };
  }
}
