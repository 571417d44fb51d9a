import { type Fields, fieldOf } from '../../parameters/check-fields.js';

/** What a field holds. SDKs write `null` where there is nothing. */
export function given(object: Fields, name: string): unknown {
  return fieldOf(object, name) ?? undefined;
}
