// The values that an argument could have: its choices, or what its author's `complete` function knows.

import type { Input, Parameter } from '../vocabulary/command.js';
import { pause } from '../vocabulary/pause.js';
import type { Candidate } from './candidate.js';

/** Longer than this nobody waits for a list. */
export const completionTimeMs = 1_000;

/** `given`: the other arguments, as far as they are known. Never rejects: a function that fails knows nothing. */
export async function suggestValues(parameter: Parameter, typed: string, given: Input): Promise<readonly Candidate[]> {
  if (parameter.secret) return [];
  if (parameter.type !== 'array') return await valuesOf(parameter, typed, given);
  // A list: complete the item after the last comma with what is not in it yet.
  const items = typed.split(',');
  const last = items.pop() ?? '';
  const before = items.map((item) => `${item},`).join('');
  const values = await valuesOf(parameter, last, given);
  return values
    .filter(({ value }) => !items.includes(value))
    .map(({ value, description }) => ({ value: before + value, description }));
}

async function valuesOf(parameter: Parameter, typed: string, given: Input): Promise<readonly Candidate[]> {
  if (parameter.complete) return await ask(parameter.complete, typed, given);
  const values = parameter.choices?.map(String) ?? (isBoolean(parameter) ? ['true', 'false'] : []);
  return values.map((value) => ({ value }));
}

async function ask(
  complete: NonNullable<Parameter['complete']>,
  typed: string,
  given: Input,
): Promise<readonly Candidate[]> {
  const ended = new AbortController();
  try {
    const asked = Promise.resolve(complete(typed, { given, signal: ended.signal }));
    const late = pause(completionTimeMs, ended.signal).then(() => undefined);
    const suggested = await Promise.race([asked, late]);
    return Array.isArray(suggested) ? suggested.flatMap(toCandidate) : [];
  } catch {
    return [];
  } finally {
    ended.abort();
  }
}

/** Authors write JavaScript, too. */
function toCandidate(suggestion: unknown): readonly Candidate[] {
  if (typeof suggestion === 'string' || typeof suggestion === 'number') return [{ value: String(suggestion) }];
  if (typeof suggestion !== 'object' || suggestion === null) return [];
  const { value, description } = suggestion as { readonly value?: unknown; readonly description?: unknown };
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return [{ value: String(value), ...(typeof description === 'string' && { description }) }];
}

function isBoolean({ type, itemType }: Parameter): boolean {
  return type === 'boolean' || type === 'flag' || (type === 'array' && itemType === 'boolean');
}
