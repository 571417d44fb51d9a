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

/** Looks at what find starts, with `{}` for the files that it finds. */
type CheckStarted = (command: readonly string[], place: Place) => Unsure | undefined;

/** Which word a person has to look at, and why; nothing where all of them are known. */
export function checkFind(args: readonly string[], place: Place, checkStarted: CheckStarted): Unsure | undefined {
  if (place.standIn !== undefined) return { word: place.standIn, why: 'the files it finds are only known at run time' };
  let at = 0;
  for (; at < args.length && !/^[-(!,)]/.test(args[at] ?? ''); at++) {
    const why = checkWord('read', args[at] ?? '', place);
    if (why !== undefined) return { word: args[at] ?? '', why };
  }
  const starts = at === 0 ? ['.'] : args.slice(0, at);
  for (; at < args.length; at++) {
    const word = args[at] ?? '';
    if (alone.has(word)) continue;
    if (word === '-exec') {
      const end = endOfCommand(args, at + 1);
      const command = args.slice(at + 1, end);
      if (end === args.length || command.length === 0) return { word, why: 'its end is missing' };
      const unsure = findsOnlyFiles(args) ? undefined : checkLinks(starts, place);
      if (unsure) return unsure;
      const found = checkExec(command, args[end] === '+', place, checkStarted);
      if (found) return found;
      at = end;
      continue;
    }
    const value = args[at + 1];
    const kind = withText.has(word) ? 'text' : withValue[word];
    if (value === undefined || kind === undefined) return { word, why: 'it is not one of the read-only tests' };
    const why = checkWord(kind, value, place);
    if (why !== undefined) return { word: value, why };
    at++;
  }
  return undefined;
}

/** Where `;` or `{} +` ends it. */
function endOfCommand(args: readonly string[], from: number): number {
  for (let at = from; at < args.length; at++) {
    if (args[at] === ';' || (args[at] === '+' && args[at - 1] === foundFile)) return at;
  }
  return args.length;
}

const foundFile = '{}';

function checkExec(
  command: readonly string[],
  isForMany: boolean,
  place: Place,
  checkStarted: CheckStarted,
): Unsure | undefined {
  // Inside of a word, a name becomes a part of whatever the word is.
  const mixed = command.find((word) => word !== foundFile && word.includes(foundFile));
  if (mixed !== undefined) return { word: mixed, why: 'a file name becomes part of it' };
  // With `+` there are several names in its place, and to some programs the second one is a file to write.
  for (const count of isForMany ? [1, 2, 3] : [1]) {
    const several = command.flatMap((word) => (word === foundFile ? Array<string>(count).fill(word) : [word]));
    const unsure = checkStarted(several, { ...place, standIn: foundFile });
    if (unsure) return unsure;
  }
  return undefined;
}

function checkLinks(starts: readonly string[], place: Place): Unsure | undefined {
  const leadsOut = starts.find((start) => checkWord('followed', start, place) !== undefined);
  return leadsOut === undefined
    ? undefined
    : { word: leadsOut, why: 'a link below it may point outside the workspace' };
}

/** With `-type f` and nothing that turns it around, no link is found. */
function findsOnlyFiles(args: readonly string[]): boolean {
  const isPlain = !args.some((word) => ['-o', '-or', ',', '!', '-not', '(', ')'].includes(word));
  const at = args.indexOf('-type');
  return isPlain && args[at + 1] === 'f' && at !== -1 && at < args.indexOf('-exec');
}
