// How many tokens an answer costs its reader, estimated: every model counts differently, and a dictionary of one of
// them would be larger than the gate. Up to four letters, digits or spaces are one token, and so is every other
// character. That is more than models count for most JSON, so a budget is kept rather than broken.

const token = /[A-Za-z0-9_ ]{1,4}|./gsu;

/** As it stands in `meta.tokens`. */
interface TokenWindow {
  readonly total: number;
  readonly offset: number;
  readonly returned: number;
  /** Where the rest begins. */
  readonly next_offset: number | null;
}

export function countTokens(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(token)) count++;
  return count;
}

/** The tokens of a text from `offset` on, at most so many. All windows together are the text. */
export function cutToTokens(
  text: string,
  offset: number,
  limit: number,
): { readonly text: string; readonly window: TokenWindow } {
  let total = 0;
  let begin = text.length;
  let end = text.length;
  for (const { index } of text.matchAll(token)) {
    if (total === offset) begin = index;
    if (total === offset + limit) end = index;
    total++;
  }
  const returned = Math.max(0, Math.min(limit, total - offset));
  const next_offset = offset + returned < total ? offset + returned : null;
  return { text: text.slice(begin, Math.max(begin, end)), window: { total, offset, returned, next_offset } };
}
