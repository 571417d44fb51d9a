import { GateError } from '../vocabulary/gate-error.js';
import { defaultLineLimits } from './limits.js';
import { readLine } from './read-line.js';

export interface AcliError {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AcliError };

/** The parser interface of section 4.3 of the ACLI specification: text → words. */
export function parse(input: string): ParseResult<string[]> {
  // The type says string; a caller from plain JavaScript may say anything.
  const words = readLine(typeof input === 'string' ? input : [input], defaultLineLimits);
  if (words instanceof GateError) {
    return { ok: false, error: { code: words.code, message: words.message, hint: words.hint } };
  }
  return { ok: true, value: [...words] };
}
