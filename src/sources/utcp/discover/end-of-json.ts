const token = /[ \t\r\n]+|"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"|[-+.\w]+|[,:]|[{}[\]]/y;
const scalar = /^(?:-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)$/;

/** No document that is read nests deeper. */
const deepest = 100;

export type JsonEnd =
  | { readonly status: 'complete'; readonly end: number }
  /** `open` is where it and all in it begin that have no end either. */
  | { readonly status: 'no JSON' | 'unfinished'; readonly open: readonly number[] };

/**
 * Where the object or list that begins at `start` ends. It follows only brackets and texts: whether what stands between
 * them is JSON is for a parser to say.
 */
export function endOfJson(text: string, start: number): JsonEnd {
  const open: number[] = [];
  const closes = (bracket: string) => text.charAt(open.at(-1) ?? 0) === (bracket === '}' ? '{' : '[');
  token.lastIndex = start;
  for (let at = start; at < text.length; at = token.lastIndex) {
    const found = token.exec(text)?.[0];
    if (found === undefined) return { status: isCutOff(text, at) ? 'unfinished' : 'no JSON', open };
    if (found === '{' || found === '[') open.push(at);
    else if (found === '}' || found === ']') {
      if (!closes(found)) return { status: 'no JSON', open };
      open.pop();
      if (open.length === 0) return { status: 'complete', end: token.lastIndex };
    } else if (found === ':' ? !closes('}') : /^[-+.\w]/.test(found) && !scalar.test(found)) {
      return { status: 'no JSON', open };
    }
    if (open.length > deepest) return { status: 'no JSON', open };
  }
  return { status: 'unfinished', open };
}

/** Whether the text ends within quotes. */
function isCutOff(text: string, at: number): boolean {
  return text.charAt(at) === '"' && !text.includes('\n', at);
}
