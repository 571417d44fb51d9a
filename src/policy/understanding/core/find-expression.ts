// Calls of find: where it starts, and tests that only look. `--` ends nothing for find, so it is not known here.

import type { Place } from './place.js';
import { checkWord } from './words.js';

const alone = new Set(
  '( ) ! , -not -a -and -o -or -true -false -empty -readable -writable -executable -daystart -depth -mount -xdev -prune -quit -print -print0 -ls'.split(
    ' ',
  ),
);

const withText = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -size -mtime -mmin -atime -amin -ctime -cmin -perm -user -group -links -maxdepth -mindepth -printf'.split(
    ' ',
  ),
);

const withValue: Readonly<Record<string, string>> = { '-newer': 'read', '-samefile': 'read', '-newermt': 'date' };

export interface Unsure {
  readonly word: string;
  readonly why: string;
}

/** Which word a person has to look at, and why; nothing where all of them are known. */
export function checkFind(args: readonly string[], place: Place): Unsure | undefined {
  let at = 0;
  for (; at < args.length && !/^[-(!,)]/.test(args[at] ?? ''); at++) {
    const why = checkWord('read', args[at] ?? '', place);
    if (why !== undefined) return { word: args[at] ?? '', why };
  }
  for (; at < args.length; at++) {
    const word = args[at] ?? '';
    if (alone.has(word)) continue;
    const value = args[at + 1];
    const kind = withText.has(word) ? 'text' : withValue[word];
    if (value === undefined || kind === undefined) return { word, why: 'it is not one of the tests that only look' };
    const why = checkWord(kind, value, place);
    if (why !== undefined) return { word: value, why };
    at++;
  }
  return undefined;
}
