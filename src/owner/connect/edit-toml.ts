// Changes one table of a TOML file and leaves every other byte as it is. The parser only tells whether that succeeded:
// it would not keep comments.

import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, TomlError } from 'smol-toml';
import type { Setting } from './clients.js';
import { type Edited, UnreadableSettings } from './edited.js';

type Change = Omit<Setting, 'file'>;
type Values = Readonly<Record<string, unknown>>;

/** Of a table `[a.b]`, or a single value in a table `[a]`. */
export function setInToml(text: string, changes: readonly Change[]): Edited {
  return changes.reduce((so, change) => verified(so, change, place(withoutOld(so, change), change)), text);
}

export function removeFromToml(text: string, changes: readonly Change[]): Edited {
  return changes.reduce((so, change) => {
    if (valueIn(read(so), change.path) === undefined) return so;
    return verified(so, { ...change, value: undefined }, withoutOld(so, change));
  }, text);
}

/** Nothing is to be done where it is there already. */
function place(text: string, { path, value }: Change): string {
  const isTable = typeof value === 'object' && value !== null;
  const [table, key] = isTable ? [path, ''] : [path.slice(0, -1), path.at(-1) ?? ''];
  const lines = isTable ? stringify(value as Record<string, unknown>).trimEnd() : `${key} = ${JSON.stringify(value)}`;
  const header = headerOf(table);
  const found = isTable ? undefined : findTable(text, header);
  if (found) return `${text.slice(0, found.body)}${lines}\n${text.slice(found.body)}`;
  const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  return `${text}${gap}${header}\n${lines}\n`;
}

function withoutOld(text: string, { path, value }: Change): string {
  if (typeof value === 'object' && value !== null) {
    const found = findTable(text, headerOf(path));
    return found ? cut(text, found.start, found.end) : text;
  }
  const found = findTable(text, headerOf(path.slice(0, -1)));
  if (!found) return text;
  const body = text.slice(found.body, found.end);
  const line = new RegExp(`^[ \\t]*${path.at(-1)}[ \\t]*=.*\\n?`, 'm').exec(body);
  if (!line) return text;
  const rest = body.slice(0, line.index) + body.slice(line.index + line[0].length);
  if (rest.trim() === '') return cut(text, found.start, found.end);
  return text.slice(0, found.body) + rest + text.slice(found.end);
}

/** With the empty line in front of it, which came with it. */
function cut(text: string, start: number, end: number): string {
  const before = text.slice(0, start).replace(/\n\n$/, '\n');
  const after = text.slice(end);
  return before.endsWith('\n') && after !== '' && !after.startsWith('\n') && start > 0
    ? `${before}\n${after}`
    : before + after;
}

interface Found {
  readonly start: number;
  /** Where the line after the header begins. */
  readonly body: number;
  readonly end: number;
}

/** From its header to the next one that is no table inside of it. Lines of a longer text are no headers. */
function findTable(text: string, header: string): Found | undefined {
  let start: number | undefined;
  let body = 0;
  let at = 0;
  let open: string | undefined;
  const inside = `${header.slice(0, -1)}.`;
  for (const line of text.split(/(?<=\n)/)) {
    const trimmed = line.trim();
    if (open === undefined && /^\[/.test(trimmed)) {
      const isOurs = trimmed.replace(/\s*#.*$/, '').replaceAll(/\s/g, '') === header;
      if (start === undefined && isOurs) {
        start = at;
        body = at + line.length;
      } else if (start !== undefined && !trimmed.startsWith(inside)) {
        return { start, body, end: at };
      }
    }
    for (const quotes of ['"""', "'''"]) {
      const count = line.split(quotes).length - 1;
      if (count % 2 === 1 && (open === undefined || open === quotes)) open = open === undefined ? quotes : undefined;
    }
    at += line.length;
  }
  return start === undefined ? undefined : { start, body, end: text.length };
}

function headerOf(path: readonly string[]): string {
  return `[${path.join('.')}]`;
}

/** The change is made, and nothing else. */
function verified(before: string, { path, value }: Change, after: string): string {
  const old = read(before);
  if (isDeepStrictEqual(plainOf(valueIn(old, path)), plainOf(value))) return before;
  const now = read(after);
  const others = (values: Values) => JSON.stringify(without(values, path));
  if (!isDeepStrictEqual(plainOf(valueIn(now, path)), plainOf(value)) || others(old) !== others(now)) {
    throw new UnreadableSettings(`"${path.join('.')}" is written in a form that cmdgate cannot edit`, undefined);
  }
  return after;
}

/** Without what is at the path, and without tables that are empty then. */
function without(values: Values, [key = '', ...rest]: readonly string[]): Values {
  const { [key]: inner, ...others } = values;
  if (rest.length === 0 || inner === null || typeof inner !== 'object') return others;
  const left = without(inner as Values, rest);
  return Object.keys(left).length === 0 ? others : { ...others, [key]: left };
}

function valueIn(values: Values, path: readonly string[]): unknown {
  return path.reduce<unknown>((so, key) => (so as Values | undefined)?.[key], values);
}

function plainOf(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function read(text: string): Values {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new UnreadableSettings(
      error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? '',
      error.line,
    );
  }
}
