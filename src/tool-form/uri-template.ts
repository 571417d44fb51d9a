// URI templates (RFC 6570, all four levels).

import { toText } from './text.js';
import { ToolFormError } from './tool-form-error.js';
import { isArray, isObject, type Value } from './value.js';

interface Variable {
  readonly name: string;
  readonly prefix?: number;
  readonly explode: boolean;
}

interface Expansion {
  readonly operator: Operator;
  readonly variables: readonly Variable[];
}

export type UriPart = string | Expansion;

interface Operator {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  readonly ifEmpty: string;
  readonly reserved: boolean;
}

const operators = new Map<string, Operator>([
  ['', { first: '', separator: ',', named: false, ifEmpty: '', reserved: false }],
  ['+', { first: '', separator: ',', named: false, ifEmpty: '', reserved: true }],
  ['#', { first: '#', separator: ',', named: false, ifEmpty: '', reserved: true }],
  ['.', { first: '.', separator: '.', named: false, ifEmpty: '', reserved: false }],
  ['/', { first: '/', separator: '/', named: false, ifEmpty: '', reserved: false }],
  [';', { first: ';', separator: ';', named: true, ifEmpty: '', reserved: false }],
  ['?', { first: '?', separator: '&', named: true, ifEmpty: '=', reserved: false }],
  ['&', { first: '&', separator: '&', named: true, ifEmpty: '=', reserved: false }],
]);

export function parseUriTemplate(text: string, at: string): UriPart[] {
  const parts: UriPart[] = [];
  for (const [whole, inside] of text.matchAll(/\{([^{}]*)\}|[^{}]+|[{}]/g)) {
    if (whole === '{' || whole === '}') throw new ToolFormError('INVALID_TEMPLATE', 'A brace is not closed.', at);
    parts.push(inside === undefined ? encode(whole, true) : parseExpansion(inside, at));
  }
  return parts;
}

function parseExpansion(text: string, at: string): Expansion {
  const symbol = /^[+#./;?&]/.exec(text)?.[0] ?? '';
  const variables = text
    .slice(symbol.length)
    .split(',')
    .map((written): Variable => {
      const found =
        /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*)(?::([1-9]\d{0,3})|(\*))?$/.exec(
          written,
        );
      if (!found?.[1])
        throw new ToolFormError('INVALID_TEMPLATE', 'The URI template has an invalid variable name.', at);
      return { name: found[1], explode: found[3] === '*', ...(found[2] && { prefix: Number(found[2]) }) };
    });
  return { operator: operators.get(symbol) as Operator, variables };
}

/** The text of one `{…}`; `read` gives the value of a variable. */
export function expand(
  { operator, variables }: Expansion,
  read: (name: string) => Value | undefined,
  at: string,
): string {
  const { first, separator } = operator;
  const expanded: string[] = [];
  for (const variable of variables) {
    const text = expandVariable(operator, variable, read(variable.name), at);
    if (text !== undefined) expanded.push(text);
  }
  return expanded.length === 0 ? '' : first + expanded.join(separator);
}

function expandVariable(
  operator: Operator,
  variable: Variable,
  value: Value | undefined,
  at: string,
): string | undefined {
  if (value === undefined || value === null) return undefined;
  const { reserved, separator } = operator;
  const { name, explode, prefix } = variable;
  const write = (text: string) => encode(text, reserved);
  if (!isArray(value) && !isObject(value)) {
    const text = toText(value, at);
    const cut = prefix === undefined ? text : [...text].slice(0, prefix).join('');
    return withName(operator, name, write(cut));
  }
  // RFC 6570, 2.4.1: the beginning of a list or a map is not defined.
  if (prefix !== undefined) {
    throw new ToolFormError(
      'INVALID_RESULT',
      `"${name}:${prefix}" takes the first characters of a string; this is a list or an object.`,
      at,
    );
  }
  // A list of values, or of name and value.
  const pairs: [string, string][] = isArray(value)
    ? value.filter((item) => item !== null).map((item) => [name, write(toText(item, at))])
    : Object.entries(value)
        .filter(([, item]) => item !== null)
        .map(([key, item]) => [write(key), write(toText(item, at))]);
  if (pairs.length === 0) return undefined;
  if (!explode) {
    const items = isArray(value) ? pairs.map(([, item]) => item) : pairs.flat();
    return withName(operator, name, items.join(','));
  }
  return pairs
    .map(([key, item]) => {
      if (operator.named) return withName(operator, key, item);
      return isArray(value) ? item : `${key}=${item}`;
    })
    .join(separator);
}

function withName({ named, ifEmpty }: Operator, name: string, text: string): string {
  if (!named) return text;
  return text === '' ? `${name}${ifEmpty}` : `${name}=${text}`;
}

/** Percent-encodes all but unreserved characters; `reserved` also keeps those with a meaning in URIs. */
function encode(text: string, reserved: boolean): string {
  const kept = reserved ? /%[0-9A-Fa-f]{2}|[-A-Za-z0-9._~:/?#[\]@!$&'()*+,;=]|./gsu : /[-A-Za-z0-9._~]|./gsu;
  return text.toWellFormed().replace(kept, (piece) => {
    if (piece.length === 3 && piece.startsWith('%')) return piece;
    return (reserved ? /[-A-Za-z0-9._~:/?#[\]@!$&'()*+,;=]/ : /[-A-Za-z0-9._~]/).test(piece)
      ? piece
      : Array.from(
          new TextEncoder().encode(piece),
          (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
        ).join('');
  });
}
