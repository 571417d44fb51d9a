// Text → words, as a POSIX shell splits them, with nothing expanded: `$`, `;`, `|` and `*` are ordinary characters.

export interface TokenProblem {
  readonly kind: 'single-quote' | 'double-quote' | 'backslash' | 'nul' | 'surrogate';
  /** Where the trouble starts, counted from 1. */
  readonly column: number;
  readonly missing: string;
}

const nul = 0;
const tab = 9;
const newline = 10;
const space = 32;
const doubleQuote = 34;
const singleQuote = 39;
const backslash = 92;
const firstSurrogate = 0xd800;

/** The words of a command line, or where and why it cannot be read. */
export function tokenize(text: string): string[] | TokenProblem {
  const words: string[] = [];
  const { length } = text;
  let at = 0;
  while (at < length) {
    if (isBlank(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const plainEnd = endOfPlain(text, at);
    if (plainEnd === length || isBlank(text.charCodeAt(plainEnd))) {
      words.push(text.slice(at, plainEnd));
      at = plainEnd + 1;
      continue;
    }
    // The word has quotes, escapes or characters that are no text: look closer, and join its parts.
    const unreadable = findUnreadable(text);
    if (unreadable) return unreadable;
    let word = text.slice(at, plainEnd);
    let quoted = false;
    at = plainEnd;
    while (at < length && !isBlank(text.charCodeAt(at))) {
      const code = text.charCodeAt(at);
      if (code === singleQuote) {
        const end = text.indexOf("'", at + 1);
        if (end === -1) return { kind: 'single-quote', column: at + 1, missing: "the closing quote (')" };
        word += text.slice(at + 1, end);
        quoted = true;
        at = end + 1;
      } else if (code === doubleQuote) {
        const end = endOfDoubleQuoted(text, at + 1);
        if (end === -1) return { kind: 'double-quote', column: at + 1, missing: 'the closing quote (")' };
        word += unescapeDoubleQuoted(text.slice(at + 1, end));
        quoted = true;
        at = end + 1;
      } else if (code === backslash) {
        if (at + 1 === length)
          return { kind: 'backslash', column: at + 1, missing: 'the character after the backslash' };
        // Backslash and newline continue the line, as in every POSIX shell.
        if (text.charCodeAt(at + 1) !== newline) {
          word += text.charAt(at + 1);
          quoted = true;
        }
        at += 2;
      } else {
        // A character above the surrogates is plain, too, now that the text is known to be readable.
        const end = Math.max(endOfPlain(text, at), at + 1);
        word += text.slice(at, end);
        at = end;
      }
    }
    if (quoted || word !== '') words.push(word);
  }
  return words;
}

function isBlank(code: number): boolean {
  return code === space || code === newline || code === tab;
}

/** Where the plain characters end. Most of a line is plain, so most characters cost one comparison or two. */
function endOfPlain(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > singleQuote) {
      if (code !== backslash && code < firstSurrogate) continue;
      break;
    }
    if (code === space || code === singleQuote || code === doubleQuote) break;
    if (code === newline || code === tab || code === nul) break;
  }
  return at;
}

function endOfDoubleQuoted(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === doubleQuote) return at;
    if (code === backslash) at++;
  }
  return -1;
}

function unescapeDoubleQuoted(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(["\\`$\nnt])/g, (_, escaped: string) => {
    if (escaped === 'n') return '\n';
    if (escaped === 't') return '\t';
    return escaped === '\n' ? '' : escaped;
  });
}

function findUnreadable(text: string): TokenProblem | undefined {
  const nul = text.indexOf('\0');
  if (nul !== -1) return { kind: 'nul', column: nul + 1, missing: 'text without NUL characters' };
  if (text.isWellFormed()) return undefined;
  const lone = text.search(/\p{Surrogate}/u);
  return { kind: 'surrogate', column: lone + 1, missing: 'the other half of a UTF-16 surrogate pair' };
}
