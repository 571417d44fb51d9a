export type ValueText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** The one text of a value: a text as it is, everything else as JSON. It is always one argument or a part of one. */
export function textOf(value: unknown): ValueText {
  if (typeof value === 'string') return { ok: true, text: value };
  let exact = true;
  try {
    const text = JSON.stringify(value, (_, inner: unknown) => {
      exact &&= !(Number.isInteger(inner) && !Number.isSafeInteger(inner));
      return inner;
    });
    // Past this, digits were lost when the number was read: it is not what was meant.
    if (!exact) return { ok: false, reason: 'contains a number that is too large to represent exactly' };
    return text === undefined ? { ok: false, reason: 'cannot be converted to text' } : { ok: true, text };
  } catch {
    return { ok: false, reason: 'is nested too deeply' };
  }
}
