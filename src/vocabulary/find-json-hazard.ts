// What JSON.parse passes over without a word: the first of two equal keys is lost, a long number is rounded, and a
// value can be nested so deeply that whoever goes through it runs out of stack.

export interface JsonHazard {
  readonly kind: 'repeated-key' | 'long-number' | 'too-deep';
  /** Counted from 1, in characters. */
  readonly column: number;
  /** The key that is there twice. */
  readonly key?: string;
}

const deepest = 200;

/** `value` is what JSON.parse made of the text. Costs next to nothing where there is no hazard. */
export function findJsonHazard(
  text: string,
  value: unknown,
  numbers: 'checked' | 'ignored' = 'checked',
): JsonHazard | undefined {
  const keys = countKeys(value, 0);
  // Every key has a colon behind it; colons inside of texts only make it look closer.
  return keys === 'look-closer' || keys !== countColons(text) ? lookCloser(text, numbers) : undefined;
}

function countKeys(value: unknown, depth: number): number | 'look-closer' {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? 'look-closer' : 0;
  if (typeof value !== 'object' || value === null) return 0;
  if (depth >= deepest) return 'look-closer';
  const inner = Object.values(value);
  let count = Array.isArray(value) ? 0 : inner.length;
  for (const item of inner) {
    const found = countKeys(item, depth + 1);
    if (found === 'look-closer') return found;
    count += found;
  }
  return count;
}

function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count++;
  return count;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|-?\d[\d.eE+-]*/g;
const longWhole = /^-?\d{16,}$/;

/** The text is valid JSON. */
function lookCloser(text: string, numbers: 'checked' | 'ignored'): JsonHazard | undefined {
  const open: (Set<string> | undefined)[] = [];
  let last: { readonly text: string; readonly at: number } | undefined;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const at = (kind: JsonHazard['kind'], place = index): JsonHazard => ({
      kind,
      column: [...text.slice(0, place)].length + 1,
    });
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? new Set() : undefined) > deepest) return at('too-deep');
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ':' && last) {
      const key = JSON.parse(last.text) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return { ...at('repeated-key', last.at), key };
      keys?.add(key);
    } else if (numbers === 'checked' && token !== ',' && !token.startsWith('"') && isRounded(token)) {
      return at('long-number');
    }
    last = { text: token, at: index };
  }
  return undefined;
}

/** A whole number that is written out beyond 2^53, or any that is too large to be one. */
function isRounded(token: string): boolean {
  const value = Number(token);
  return !Number.isFinite(value) || (longWhole.test(token) && !Number.isSafeInteger(value));
}
