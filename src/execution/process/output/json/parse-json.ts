import type { Value } from '../../../../tool-form/value.js';
import { findJsonFault, type JsonFault } from './find-json-fault.js';

/** The value of a text, or why it has none. A byte order mark is no part of it. */
export function parseJson(written: string): { readonly root: Value } | { readonly fault: JsonFault } {
  const text = written.startsWith('\uFEFF') ? written.slice(1) : written;
  try {
    return { root: JSON.parse(text) };
  } catch {
    return { fault: findJsonFault(text) ?? { message: 'It cannot be read', line: 1, column: 1 } };
  }
}
