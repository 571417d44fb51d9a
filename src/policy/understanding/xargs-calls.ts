// The calls that xargs makes of what it reads, where that is known.

import type { GivenOption, Word } from './read-arguments.js';

/** Options that change nothing of what is called. */
const harmless = new Set([
  '-r',
  '--no-run-if-empty',
  '-t',
  '--verbose',
  '-x',
  '--exit',
  '-P',
  '--max-procs',
  '-0',
  '--null',
  '-n',
  '--max-args',
  '-I',
]);

/** More calls nobody looks at one by one. */
const mostCalls = 12;

/** So much fits into one call, however long its other words are. */
const longest = 65_536;

/** Nothing where it cannot be told, because of an option or of what is read. */
export function xargsCalls(
  given: readonly GivenOption[],
  command: readonly Word[],
  text: string,
): readonly (readonly Word[])[] | undefined {
  if (text.length > longest || given.some(({ option }) => !option.names.some((name) => harmless.has(name))))
    return undefined;
  const has = (...names: string[]) => given.some(({ option }) => option.names.some((name) => names.includes(name)));
  const lastValue = (name: string) => given.findLast(({ option }) => option.names.includes(name))?.value?.text;
  const placeholder = lastValue('-I');
  const most = lastValue('-n');
  // Which of the two counts differs between versions.
  if (placeholder !== undefined && most !== undefined) return undefined;
  const items = has('-0', '--null')
    ? text.replace(/\0$/, '').split('\0')
    : placeholder === undefined
      ? readItems(text)
      : readLines(text);
  if (!items || (most !== undefined && !/^[1-9]\d*$/.test(most))) return undefined;
  if (text === '' || items.length === 0)
    return placeholder !== undefined || has('-r', '--no-run-if-empty') ? [] : [command];
  const calls = placeholder === undefined ? inGroups(items, command, most) : inPlaces(items, command, placeholder);
  return calls.length <= mostCalls ? calls : undefined;
}

/** Behind those of the command, which may be words inside of an argument themselves. */
const firstItem = 10_000;

function inGroups(items: readonly string[], command: readonly Word[], most: string | undefined): readonly Word[][] {
  const size = most === undefined ? items.length : Number(most);
  const words = items.map((text, at) => ({ text, index: -firstItem - at }));
  const calls: Word[][] = [];
  for (let at = 0; at < items.length; at += size) calls.push([...command, ...words.slice(at, at + size)]);
  return calls;
}

function inPlaces(items: readonly string[], command: readonly Word[], placeholder: string): readonly Word[][] {
  return items.map((item) =>
    command.map((word, at) =>
      word.text.includes(placeholder)
        ? { text: word.text.replaceAll(placeholder, item), index: -firstItem - at }
        : word,
    ),
  );
}

/** Words between blanks, with quotes and backslashes of its own; nothing where one is not closed. */
function readItems(text: string): readonly string[] | undefined {
  // Not every version takes these for blanks.
  if (/[\v\f\r]/.test(text)) return undefined;
  const items: string[] = [];
  const part = /'([^'\n]*)'|"([^"\n]*)"|\\([\s\S])|([^\s'"\\\0]+)/y;
  for (let at = 0; at < text.length; ) {
    if (/[ \t\n]/.test(text.charAt(at))) {
      at++;
      continue;
    }
    let item = '';
    const begin = at;
    for (part.lastIndex = at; ; ) {
      const found = part.exec(text);
      if (!found) break;
      item += found[1] ?? found[2] ?? found[3] ?? found[4] ?? '';
      at = part.lastIndex;
    }
    if (at === begin || (at < text.length && !/[ \t\n]/.test(text.charAt(at)))) return undefined;
    items.push(item);
  }
  return items;
}

/** One item for each line; what has quotes in it is left alone. */
function readLines(text: string): readonly string[] | undefined {
  if (/['"\\\0]/.test(text)) return undefined;
  return text
    .split('\n')
    .map((line) => line.replace(/^[ \t]+/, ''))
    .filter((line) => line !== '');
}
