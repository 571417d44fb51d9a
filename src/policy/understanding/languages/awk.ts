// Programs of awk, read as far as is needed to know whether one runs a command or touches a file.

export interface AwkScript {
  readonly runs: boolean;
  readonly network: boolean;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** What it does with files or code cannot be told from the text. */
  readonly hidden: boolean;
}

type Token = { readonly type: 'word' | 'string' | 'regex' | 'mark'; readonly text: string };

const pattern =
  /\s+|#[^\n]*|\\\n|"(?:\\[\s\S]|[^"\\])*"|[A-Za-z_]\w*(?:::\w+)?|\d[\w.]*|\.\d+|\|\||&&|>>|[|]&|[<>=!]=|!~|\+\+|--|[\s\S]/y;

export function readAwk(script: string): AwkScript {
  const tokens = tokensOf(script);
  if (!tokens) return { runs: false, network: false, reads: [], writes: [], hidden: true };
  const reads: string[] = [];
  const writes: string[] = [];
  let runs = false;
  let hidden = false;
  let printing = false;
  let depth = 0;
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    if (token.type === 'word') {
      if (token.text === 'system') runs = true;
      if (token.text === 'ARGV' || token.text === 'ARGC' || token.text.includes('::')) hidden = true;
      if (token.text === 'print' || token.text === 'printf') {
        printing = true;
        depth = 0;
      }
      if (token.text === 'getline') {
        // `getline < file` and `getline variable < file`; the variable may be a field, or one of a list.
        const less = tokens.slice(at + 1).findIndex(({ type, text }) => type === 'mark' && '<;}\n'.includes(text));
        if (less !== -1 && tokens[at + 1 + less]?.text === '<') hidden = !take(tokens, at + 2 + less, reads) || hidden;
      }
    }
    if (token.type !== 'mark') return;
    // What is printed may go on in the next line.
    if (';{}'.includes(token.text)) printing = false;
    if (token.text === '(') depth++;
    if (token.text === ')') depth--;
    if (token.text === '|' || token.text === '|&') runs = true;
    if (token.text === '@') hidden = true;
    if ((token.text === '>' || token.text === '>>') && printing && depth <= 0)
      hidden = !take(tokens, at + 1, writes) || hidden;
    if (token.text === '>>' && !printing) hidden = true;
    if (token.text === '$' && next === undefined) hidden = true;
  });
  const network = [...reads, ...writes].some((path) => path.startsWith('/inet'));
  return { runs, network, reads: reads.filter(isPath), writes: writes.filter(isPath), hidden };
}

function isPath(text: string): boolean {
  return !text.startsWith('/inet') && text !== '-';
}

/** A file name is known only when it is one string and nothing is joined to it. */
function take(tokens: readonly Token[], at: number, list: string[]): boolean {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (token?.type !== 'string' || token.text.includes('\\')) return false;
  if (next && !(next.type === 'mark' && ';\n})'.includes(next.text))) return false;
  list.push(token.text.slice(1, -1));
  return true;
}

/** In `0system(…)` a function stands right behind a number. */
const wholeNumber = /^(?:\d+\.?\d*(?:e\d*)?|0x[\da-f]+)$/i;

/** Nothing where the text can be taken apart in more than one way: code could look like text to one of them. */
function tokensOf(script: string): Token[] | undefined {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < script.length) {
    const start = pattern.lastIndex;
    if (script[start] === '/') {
      const role = roleOfSlash(tokens.at(-1));
      if (role === 'either' && isFollowedBySlash(script, start)) return undefined;
      if (role === 'begins') {
        const end = endOfRegex(script, start + 1);
        if (end === undefined) return undefined;
        tokens.push({ type: 'regex', text: script.slice(start, end) });
        pattern.lastIndex = end;
        continue;
      }
    }
    const text = pattern.exec(script)?.[0];
    if (text === undefined || text === '"' || (/^\d/.test(text) && !wholeNumber.test(text))) return undefined;
    if (/^\s+$/.test(text)) {
      if (text.includes('\n')) tokens.push({ type: 'mark', text: '\n' });
    } else if (text.startsWith('"')) tokens.push({ type: 'string', text });
    else if (/^[\w.]/.test(text)) tokens.push({ type: 'word', text });
    else if (!text.startsWith('#') && text !== '\\\n') tokens.push({ type: 'mark', text });
  }
  return tokens;
}

/** Words of the language behind which a slash can do either, or does what not every version agrees on. */
const keywords = new Set(
  'else do exit getline in case default return while for if switch delete next nextfile function func BEGIN END BEGINFILE ENDFILE length'.split(
    ' ',
  ),
);
const behindValue = new Set([']', '++', '--']);
const unsure = new Set([')', '$']);

/** Whether a slash divides or begins a regular expression: behind `if (x)` it begins one, behind `(x)` it divides. */
function roleOfSlash(before: Token | undefined): 'begins' | 'divides' | 'either' {
  if (!before) return 'begins';
  if (before.type === 'word') {
    if (before.text === 'print' || before.text === 'printf') return 'begins';
    return keywords.has(before.text) ? 'either' : 'divides';
  }
  if (before.type !== 'mark' || behindValue.has(before.text)) return 'divides';
  return unsure.has(before.text) ? 'either' : 'begins';
}

/** Without another one in its line, a slash can only divide. */
function isFollowedBySlash(script: string, start: number): boolean {
  return /^[^\n]*\//.test(script.slice(start + 1));
}

/** Brackets that every version reads alike: in others a slash is a character for some and the end for others. */
const escapesAndBrackets = /\\.|\[(?!\^?\])\^?(?:\[:[a-z]+:\]|\\.|[^[\]\\/\n])+\]/g;

function endOfRegex(script: string, start: number): number | undefined {
  const [whole] = /^(?:\\[^\n]|[^\\/\n])*\//.exec(script.slice(start)) ?? [];
  if (whole === undefined) return undefined;
  return whole.replace(escapesAndBrackets, '').includes('[') ? undefined : start + whole.length;
}
