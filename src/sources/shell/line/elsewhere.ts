// A line that somebody else's bash runs after it was judged. Nobody looks at its programs again when they start, the
// variables of that bash are not known here, and whatever the two may read differently has to be refused.

import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { isInside } from '../../../machine/paths/is-inside.js';
import { realPathFrom } from '../../../machine/paths/real-path.js';
import { ruleOf } from '../../../planning/forbidden-names.js';
import type { Word } from '../../../shell-language/syntax-tree.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';

/** What is known of the bash that runs the line. */
export interface Elsewhere {
  /** The variables of the process that starts it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where it says that it is; it may have come there by a link. */
  readonly directory: string;
}

/** Variables by which bash itself is told what to do. */
const ofBash =
  /^(?:BASH\w*|CDPATH|CHILD_MAX|COLUMNS|COMP\w*|COPROC|DIRSTACK|EMACS|ENV|EPOCH\w+|EUID|EXECIGNORE|FCEDIT|FIGNORE|FUNC\w+|GLOBIGNORE|GLOBSORT|GROUPS|HIST\w+|HOME|HOST\w*|IFS|IGNOREEOF|INPUTRC|INSIDE_EMACS|LANG|LC_\w+|LINENO|LINES|MACHTYPE|MAIL\w*|MAPFILE|OLDPWD|OPT\w+|OSTYPE|PATH|PIPESTATUS|POSIXLY_CORRECT|PPID|PROMPT\w*|PS[0-4]|PWD|RANDOM|READLINE\w*|REPLY|SECONDS|SHELL|SHELLOPTS|SHLVL|SRANDOM|TIMEFORMAT|TMOUT|TMPDIR|UID|_|ZDOTDIR|ZSH\w*|RPS\w*|RPROMPT\w*|NULLCMD|READNULLCMD|WORDCHARS|argv|cdpath|fpath|module_path|path|precmd|preexec|status)$/;

export function isOfBash(name: string): boolean {
  return ofBash.test(name);
}

/** Whether programs get a variable of this name when a line sets it without `export`. */
export function isExportedThere(name: string, { environment }: Elsewhere): boolean {
  const { rule = 'free' } = ruleOf(name) ?? {};
  return rule !== 'free' || Object.hasOwn(environment, name);
}

/** Whatever their words are, they only print them. */
export function onlyPrints(name: string, args: readonly { readonly text: string; readonly unknown: boolean }[]) {
  if (name === 'echo') return true;
  return name === 'printf' && args[0]?.unknown === false && !args[0].text.startsWith('-');
}

/** The file that bash would start: the first of its own search path. */
export function fileBashFinds(name: string, directory: string, { environment }: Elsewhere): string | undefined {
  const places = name.includes('/') ? [''] : (environment.PATH ?? '').split(delimiter);
  for (const place of places) {
    const file = resolve(directory, place, name);
    if (isProgram(file)) return realPathFrom('/', file)?.real;
  }
  return undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** They change no file, whatever they are given: what asks for more is asked about anyway. */
const readers = new Set(
  ': [ basename cat cd cmp cut date df diff dirname du echo false file find grep head jq ls printf pwd readlink realpath rg sleep sort stat tail test tr true uniq wc which <'.split(
    ' ',
  ),
);

/** They make something by its name, and never a link. */
const makers = new Set('mkdir touch tee > >>'.split(' '));

export function mayChangeFiles(parts: readonly ProgramPlan[]): boolean {
  return parts.some(({ name }) => !readers.has(name));
}

/** Of a path that a program before it may have made: it can lead anywhere by the time it is used. */
export function isMadeBefore(parts: readonly ProgramPlan[], directory: string, args: readonly string[]): boolean {
  const movers = parts.filter(({ name }) => !readers.has(name) && !makers.has(name));
  if (movers.length === 0) return false;
  const made = new Set(movers.flatMap((part) => part.args.flatMap((arg) => arg.split('/'))));
  return args.some((arg) => arg !== '' && firstMissing(directory, arg.replace(/^-[^=]*=/, ''), made));
}

function firstMissing(directory: string, arg: string, made: ReadonlySet<string>): boolean {
  let path = directory;
  for (const name of resolve(directory, arg)
    .slice(directory === '/' ? 1 : directory.length + 1)
    .split('/')) {
    path = `${path}/${name}`;
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return made.has(name);
  }
  return false;
}

export function isPattern(word: Word): boolean {
  return word.some((part) => part.kind === 'text' && !part.quoted && /[*?[]/.test(part.text));
}

const mostEntries = 10_000;

/**
 * Why bash may find other files for a pattern than the gate, which follows no link out of the workspace and takes no file
 * for an option. `text` is the pattern as it was expanded.
 */
export function whyOtherFiles(text: string, directory: string, workspace: string): string | undefined {
  const names = text.split('/');
  let places = [text.startsWith('/') ? '/' : directory];
  let left = mostEntries;
  for (const [at, name] of names.entries()) {
    if (name === '' || name === '.') continue;
    if (!/[*?[]/.test(name)) {
      places = places.map((place) => `${place}/${name}`);
      continue;
    }
    if (name.startsWith('.')) return 'can match the directory above';
    if (name.includes('**')) return 'has **, which depends on settings of bash';
    const found = places.flatMap((place) => {
      const real = realPathFrom('/', place)?.real;
      return real !== undefined && isInside(real, workspace) ? entriesIn(real) : [];
    });
    left -= found.length;
    if (left < 0 || places.some((place) => !isInside(realPathFrom('/', place)?.real ?? '/', workspace)))
      return left < 0 ? 'looks at too many files' : 'looks at files outside of the workspace';
    if (at === 0 && found.some((entry) => entry.name.startsWith('-')))
      return 'can match a file whose name is an option';
    if (found.some((entry) => entry.isLink && !isInside(realPathFrom('/', entry.path)?.real ?? '/', workspace)))
      return 'can match a link that leads out of the workspace';
    places = found.map((entry) => entry.path);
  }
  return undefined;
}

function entriesIn(directory: string): { name: string; path: string; isLink: boolean }[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .map((entry) => ({ name: entry.name, path: `${directory}/${entry.name}`, isLink: entry.isSymbolicLink() }));
  } catch {
    return [];
  }
}

/** zsh, which some clients use, puts the path of a program there. */
export function isPathOfProgram([part]: Word): boolean {
  return part?.kind === 'text' && !part.quoted && /^=[^=]/.test(part.text);
}

/** `cd` follows the names that were written, and not the directories behind them, where they go up again. */
export function goesUpThroughLink(from: string, path: string, { directory }: Elsewhere, isFirst: boolean): boolean {
  if (!path.split('/').includes('..')) return false;
  if (isFirst && realPathFrom('/', directory)?.real !== directory) return true;
  const written = realPathFrom('/', resolve(from, path))?.real;
  return written === undefined || written !== realPathFrom(from, path)?.real;
}

/** Whether `cd` cannot fail there. */
export function canBeEntered(directory: string): boolean {
  try {
    accessSync(directory, constants.X_OK);
    return statSync(directory).isDirectory();
  } catch {
    return false;
  }
}

/** Of a number that bash calculates: names and what they stand for are calculated again, with the commands in them. */
export function isPlainNumber(text: string): boolean {
  return /^[+-]?\d{1,18}$/.test(text);
}

export function isShellName(text: string): boolean {
  return /^(?:.*\/)?(?:a|ba|c|da|fi|k|mk|tc|z)?sh$/.test(text);
}
