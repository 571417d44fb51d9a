// Changes single values of a JSON file that somebody else wrote, and leaves every other byte: comments, order, blanks.
// The parser finds the places. Its own editor would also lay out what is around them.

import { isDeepStrictEqual } from 'node:util';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { Setting } from './clients.js';
import { type Edited, UnreadableSettings } from './edited.js';

type Change = Omit<Setting, 'file'>;
type Path = readonly (string | number)[];

/** Throws UnreadableSettings where the text is no object. */
export function setInJson(text: string, changes: readonly Change[]): Edited {
  return changes.reduce(set, text.trim() === '' ? '{}\n' : check(text));
}

/** What is there and is ours. Empty objects and lists that are left over go, too. */
export function removeFromJson(text: string, changes: readonly Change[]): Edited {
  return changes.reduce(remove, check(text));
}

function set(text: string, { path, value, kind }: Change): string {
  const there = valueAt(text, path);
  if (kind === 'set') {
    if (isDeepStrictEqual(there, value)) return text;
    return there === undefined ? insert(text, path, value) : replace(text, path, value);
  }
  if (there === undefined) return insert(text, path, [value]);
  if (!Array.isArray(there)) throw new UnreadableSettings(`"${path.join('.')}" is not a list`, undefined);
  return there.some((one) => isDeepStrictEqual(one, value)) ? text : insert(text, [...path, there.length], value);
}

function remove(text: string, { path, value, kind }: Change): string {
  const there = valueAt(text, path);
  if (kind === 'set') return there === undefined ? text : prune(cut(text, path), path.slice(0, -1));
  if (!Array.isArray(there)) return text;
  const at = there.findIndex((one) => isDeepStrictEqual(one, value));
  return at === -1 ? text : prune(cut(text, [...path, at]), path);
}

function prune(text: string, path: Path): string {
  if (path.length === 0) return text;
  const there = valueAt(text, path);
  const isEmpty = there !== null && typeof there === 'object' && Object.keys(there).length === 0;
  return isEmpty ? prune(cut(text, path), path.slice(0, -1)) : text;
}

function replace(text: string, path: Path, value: unknown): string {
  const { offset, length } = nodeAt(text, path) as Node;
  return text.slice(0, offset) + layOut(value, indentAt(text, offset), unitOf(text)) + text.slice(offset + length);
}

/** Behind what its parent has already; parents that are missing are made. */
function insert(text: string, path: Path, value: unknown): string {
  const parent = path.slice(0, -1);
  const node = nodeAt(text, parent);
  if (!node) return insert(text, parent, { [String(path.at(-1))]: value });
  if (node.type !== 'object' && node.type !== 'array') {
    throw new UnreadableSettings(`"${parent.join('.')}" is not an object`, lineAt(text, node.offset));
  }
  const unit = unitOf(text);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const inner = indentAt(text, node.offset) + unit;
  const key = node.type === 'object' ? `${JSON.stringify(path.at(-1))}: ` : '';
  const added = `${eol}${inner}${key}${layOut(value, inner, unit)}`;
  const last = node.children?.at(-1);
  if (!last) {
    const open = node.offset + 1;
    const close = node.offset + node.length - 1;
    const kept = text.slice(open, close).trimEnd();
    return `${text.slice(0, open)}${kept}${added}${eol}${indentAt(text, node.offset)}${text.slice(close)}`;
  }
  const end = last.offset + last.length;
  const closing = node.offset + node.length - 1;
  const between = text.slice(end, closing);
  const hasComma = /^\s*(?:\/\*[\s\S]*?\*\/\s*|\/\/.*\n\s*)*,/.test(between);
  // A comment at the end of the line belongs to what is there already.
  const isOneLine = !between.includes('\n');
  const rest = isOneLine ? 0 : between.search(/\r?\n/);
  return [
    text.slice(0, end),
    hasComma ? '' : ',',
    text.slice(end, end + rest),
    added,
    hasComma && !isOneLine ? ',' : '',
    isOneLine ? `${eol}${indentAt(text, node.offset)}${between.trim()}` : text.slice(end + rest, closing),
    text.slice(closing),
  ].join('');
}

/** The reverse of that: with the comma and the line break that it brought. */
function cut(text: string, path: Path): string {
  const value = nodeAt(text, path) as Node;
  const whole = value.parent?.type === 'property' ? value.parent : value;
  const siblings = whole.parent?.children ?? [];
  const at = siblings.indexOf(whole);
  const before = siblings[at - 1];
  const start = text.slice(0, whole.offset).trimEnd().length;
  let end = whole.offset + whole.length;
  if (at < siblings.length - 1 || /^\s*,/.test(text.slice(end))) {
    end += (/^\s*,/.exec(text.slice(end)) ?? [''])[0].length;
    return text.slice(0, start) + text.slice(end);
  }
  if (!before) {
    const parent = whole.parent as Node;
    return text.slice(0, start) + text.slice(end).replace(/^\s*/, start === parent.offset + 1 ? '' : '$&');
  }
  const tail = before.offset + before.length;
  return text.slice(0, tail) + text.slice(tail, start).replace(',', '') + text.slice(end);
}

function layOut(value: unknown, indent: string, unit: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `\n${indent}`);
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** As the file has it already. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

export function valueAt(text: string, path: Path): unknown {
  const node = nodeAt(text, path);
  // The parser makes objects without a prototype, which equal no others.
  return node && JSON.parse(JSON.stringify(getNodeValue(node)));
}

function nodeAt(text: string, path: Path): Node | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root && findNodeAtLocation(root, [...path]);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function check(text: string): string {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const reason = printParseErrorCode(first.error).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
    throw new UnreadableSettings(reason.toLowerCase(), lineAt(text, first.offset));
  }
  if (root?.type !== 'object') throw new UnreadableSettings('it is not a JSON object', 1);
  return text;
}
