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
  /\s+|#[^\n]*|\\\n|"(?:\\[\s\S]|[^"\\])*"|[A-Za-z_][\w:]*|\d[\w.]*|\.\d+|\|\||&&|>>|[|]&|[<>=!]=|!~|\+\+|--|[\s\S]/y;

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
      if (token.text === 'ARGV' || token.text === 'ARGC') hidden = true;
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

function tokensOf(script: string): Token[] | undefined {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < script.length) {
    const start = pattern.lastIndex;
    if (script[start] === '/' && startsRegex(tokens.at(-1))) {
      const end = endOfRegex(script, start + 1);
      if (end === undefined) return undefined;
      tokens.push({ type: 'regex', text: script.slice(start, end) });
      pattern.lastIndex = end;
      continue;
    }
    const text = pattern.exec(script)?.[0];
    if (text === '/' && hidesQuote(script, start + 1)) return undefined;
    if (text === undefined || text === '"') return undefined;
    if (/^\s+$/.test(text)) {
      if (text.includes('\n')) tokens.push({ type: 'mark', text: '\n' });
    } else if (text.startsWith('"')) tokens.push({ type: 'string', text });
    else if (/^[\w.]/.test(text)) tokens.push({ type: 'word', text });
    else if (!text.startsWith('#') && text !== '\\\n') tokens.push({ type: 'mark', text });
  }
  return tokens;
}

/** Where a slash seems to divide but could begin a pattern, a quote inside of it would turn code into text. */
function hidesQuote(script: string, start: number): boolean {
  const line = script.slice(start).split('\n', 1)[0] ?? '';
  const quote = line.indexOf('"');
  return quote !== -1 && line.indexOf('/', quote) !== -1;
}

/** A slash behind a value divides. */
function startsRegex(before: Token | undefined): boolean {
  if (!before) return true;
  if (before.type === 'word') return ['print', 'printf', 'return', 'in', 'case', 'getline'].includes(before.text);
  return before.type === 'mark' && ![')', ']', '++', '--', '$'].includes(before.text);
}

function endOfRegex(script: string, start: number): number | undefined {
  let bracket = false;
  for (let at = start; at < script.length; at++) {
    const character = script[at];
    if (character === '\n') return undefined;
    if (character === '\\') at++;
    else if (character === '[') bracket = true;
    else if (character === ']') bracket = false;
    // Inside brackets a slash ends it for some and not for others.
    else if (character === '/') return bracket ? undefined : at + 1;
  }
  return undefined;
}
