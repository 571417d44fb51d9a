// A recorded request as a person would have typed it: `git reset --hard`, not `shell --input '{"command": …}'`.

import { GateError } from '../vocabulary/gate-error.js';
import { quoteWord, quoteWords } from './quote.js';
import { readLine } from './read-line.js';
import { standardOptions } from './standard-options.js';

export interface ShownCall {
  /** The line of `shell`, its program with its arguments, or the words of a command. May have line breaks. */
  readonly text: string;
  /** Whether that is something for `shell`, and so a line of bash. */
  readonly isLine: boolean;
  /** Of `shell`: where it ran, relative to the workspace, where the request says so. */
  readonly directory?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** It was taken once, so it is read whole. */
const limits = { characters: 1_000_000, arguments: 10_000, argumentCharacters: 1_000_000 };

/** For people: the exact request is what was recorded. What cannot be read is shown as it is. */
export function shownCall(command: string): ShownCall {
  const asRecorded = { text: command, isLine: false };
  const read = readLine(command, limits);
  if (read instanceof GateError) return asRecorded;
  const [name, ...words] = read;
  if (name === 'shell') return shellCall(words) ?? asRecorded;
  return { ...asRecorded, text: withoutInput(read) ?? command };
}

/** The same in one line. */
export function shownLine(command: string): string {
  return inOneLine(shownCall(command).text);
}

/** With a sign where a line ends. */
export function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ↵ ');
}

function shellCall(words: readonly string[]): ShownCall | undefined {
  let directory: string | undefined;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') {
      at++;
      break;
    }
    if (!word.startsWith('-')) break;
    const [name = '', ...rest] = word.replace(/^--?/, '').split('=');
    const isFlag = standardOptions.has(name) && standardOptions.get(name)?.read === undefined;
    const value = rest.length > 0 ? rest.join('=') : isFlag ? undefined : words[++at];
    if (name === 'directory') directory = value;
    if (name === 'input') return fromInput(value);
  }
  return toCall(words.slice(at), directory);
}

function fromInput(json: string | undefined): ShownCall | undefined {
  const { command, parameters = [], directory } = readObject(json) ?? {};
  if (typeof command !== 'string' || !Array.isArray(parameters)) return undefined;
  return toCall([command, ...parameters.map(String)], typeof directory === 'string' ? directory : undefined);
}

function toCall(words: readonly string[], directory: string | undefined): ShownCall | undefined {
  const [line] = words;
  if (line === undefined) return undefined;
  const place = directory === undefined || directory === '.' ? {} : { directory };
  return { text: words.length === 1 ? line : quoteWords(words), isLine: true, ...place };
}

/** The fields of an input object as options; undefined where there is none. */
function withoutInput(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^--(?:input|raw-payload)(?:=|$)/s.test(word));
  const word = words[at];
  if (word === undefined) return undefined;
  const isApart = !word.includes('=');
  const fields = readObject(isApart ? words[at + 1] : word.slice(word.indexOf('=') + 1));
  if (!fields) return undefined;
  const given = Object.entries(fields).map(([key, value]) => optionOf(`--${key.replaceAll('_', '-')}`, value));
  return [quoteWords(words.slice(0, at)), ...given, quoteWords(words.slice(at + (isApart ? 2 : 1)))]
    .filter((part) => part !== '')
    .join(' ');
}

function optionOf(name: string, value: unknown): string {
  if (value === true) return quoteWord(name);
  return quoteWords([name, typeof value === 'string' ? value : JSON.stringify(value)]);
}

function readObject(json: string | undefined): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}
