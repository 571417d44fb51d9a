// Patterns as a shell has them: `*`, `?`, `[a-z]` and `[!a-z]`.

interface CharacterSet {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

const any = Symbol('any');
const many = Symbol('many');

type Token = string | typeof any | typeof many | CharacterSet;

export interface FilePattern {
  matches(name: string): boolean;
}

/** Where a backslash says that the character behind it is only itself. */
export interface PatternOptions {
  readonly escapes: boolean;
}

/**
 * For one name of a path. `undefined` where the text is a plain name, or has a class such as `[[:alpha:]]`, which is not
 * read.
 */
export function readPattern(text: string, { escapes }: PatternOptions = { escapes: false }): FilePattern | undefined {
  if (hasClass(text)) return undefined;
  const tokens = readTokens([...text], escapes);
  if (tokens.every((token) => typeof token === 'string')) return undefined;
  const hidden = tokens[0] === '.';
  // As in a shell: what begins with a dot is matched only by a dot.
  return { matches: (name) => (hidden || !name.startsWith('.')) && matches(tokens, [...name]) };
}

/** For any text, as in `case`; with escapes. `undefined` where it cannot be read. */
export function readTextPattern(text: string): FilePattern | undefined {
  if (hasClass(text)) return undefined;
  const tokens = readTokens([...text], true);
  return { matches: (name) => matches(tokens, [...name]) };
}

/** The name that a pattern without any star stands for. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/gsu, '$1');
}

export function hasClass(text: string): boolean {
  return /\[.*\[[:.=]/s.test(text);
}

function readTokens(characters: readonly string[], escapes: boolean): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    if (escapes && character === '\\' && at + 1 < characters.length) {
      tokens.push(characters[++at] as string);
      continue;
    }
    const set = character === '[' ? readSet(characters, at + 1) : undefined;
    if (set) {
      tokens.push(set.set);
      at = set.end;
    } else if (character === '*') {
      if (tokens.at(-1) !== many) tokens.push(many);
    } else tokens.push(character === '?' ? any : character);
  }
  return tokens;
}

/** A bracket that is never closed is a character like any other. */
function readSet(characters: readonly string[], from: number): { set: CharacterSet; end: number } | undefined {
  const negated = characters[from] === '!' || characters[from] === '^';
  const start = negated ? from + 1 : from;
  const end = characters.indexOf(']', start + 1);
  if (end === -1) return undefined;
  const ranges: [number, number][] = [];
  for (let at = start; at < end; at++) {
    const isRange = characters[at + 1] === '-' && at + 2 < end;
    ranges.push([codeOf(characters[at]), codeOf(characters[isRange ? at + 2 : at])]);
    if (isRange) at += 2;
  }
  return { set: { negated, ranges }, end };
}

function codeOf(character: string | undefined): number {
  return character?.codePointAt(0) ?? 0;
}

/** Goes back to the last star only: a longer way back could take for ever, and finds nothing more. */
function matches(tokens: readonly Token[], name: readonly string[]): boolean {
  let token = 0;
  let at = 0;
  let star = -1;
  let retry = 0;
  while (at < name.length) {
    const current = tokens[token];
    if (current === many) {
      star = token++;
      retry = at;
    } else if (current !== undefined && fits(current, name[at] as string)) {
      token++;
      at++;
    } else if (star !== -1) {
      token = star + 1;
      at = ++retry;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === many);
}

function fits(token: Exclude<Token, typeof many>, character: string): boolean {
  if (token === any) return true;
  if (typeof token === 'string') return token === character;
  const code = codeOf(character);
  return token.ranges.some(([from, to]) => from <= code && code <= to) !== token.negated;
}
