import type { External } from '../../vocabulary/context.js';

/** The marks stand beside the fields of an object; they win, as what is marked could bring its own. */
export function markExternal(value: unknown, source: string): External {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return { ...(isObject ? value : { value }), _source: String(source), _trusted: false };
}
