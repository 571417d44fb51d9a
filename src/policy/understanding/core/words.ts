// What a word of a call in the core may be, by its kind. Each gives the reason why a person has to look, or nothing.

import {
  checkEdited,
  checkFollowed,
  checkMade,
  checkRead,
  checkWritten,
  outside,
  type Place,
  placeOf,
} from './place.js';
import { isPlainSed } from './plain-sed.js';

type Check = (text: string, place: Place) => string | undefined;

const unlisted = 'it is not one of the forms known to be harmless';

const matching =
  (pattern: RegExp): Check =>
  (text) =>
    pattern.test(text) ? undefined : unlisted;

/** Without `..` as a part of a path, which git takes out of the text. */
function hasParent(text: string): boolean {
  return text.split('/').includes('..');
}

const pathspec: Check = (text, place) => {
  // `:(…)`, `:!` and `:/` are a language of their own.
  if (text.startsWith(':') || hasParent(text)) return unlisted;
  return checkRead(text, place);
};

/** A revision, a range of them, a file in one, or a path. */
const revision: Check = (text, place) => {
  if (/^[:^~-]|%\(|[\0\n\r]/.test(text) || text === '' || hasParent(text)) return unlisted;
  const [before = '', path, ...more] = text.split(':');
  if (more.length > 0 || /^[/~]/.test(path ?? '') || hasParent(path ?? '')) return unlisted;
  return checkRead(before, place);
};

/**
 * awk reaches files and programs only by these characters and names, wherever they stand in its text: nothing has to be
 * read for that. `>` writes a file only behind `print`.
 */
function isPlainAwk(text: string): boolean {
  const bare = text.replaceAll('||', '');
  if (/[|@]|\\[\r\n]|getline|system|ARG[CV]|ENVIRON|PROCINFO/.test(bare)) return false;
  const print = bare.indexOf('print');
  return print === -1 || bare.lastIndexOf('>') < print;
}

const branch = /^(?!-)(?!.*(?:\.\.|@\{|\/\/|\.lock$))[\p{L}\p{N}_][\p{L}\p{N}_./+@#-]*$/u;

const checks: Readonly<Record<string, Check>> = {
  text: (text) => (text.includes('\0') ? unlisted : undefined),
  number: matching(/^[-+]?\d+$/),
  size: matching(/^[-+]?\d+[a-zA-Z]{0,3}$/),
  duration: matching(/^\d+(?:\.\d+)?[smhd]?$/),
  word: matching(/^[\w.,:+=@-]*$/),
  program: matching(/^[\w.+-]+$/),
  none: () => unlisted,
  read: checkRead,
  followed: checkFollowed,
  written: checkWritten,
  edited: checkEdited,
  made: checkMade,
  directory: (text, place) => {
    const found = hasParent(text) ? outside : placeOf(text, place);
    if (typeof found === 'string') return found;
    return found.entry?.isDirectory() ? undefined : 'the directory does not exist';
  },
  sed: (text) => (isPlainSed(text) ? undefined : 'only scripts that edit text are known to be harmless'),
  awk: (text) => (isPlainAwk(text) ? undefined : 'it could reach other files or programs'),
  'awk-variable': (text) => (/^(?!ARG[CV]=|ENVIRON=|PROCINFO=)[A-Za-z_]\w*=/.test(text) ? undefined : unlisted),
  /** jq reaches files only by modules, and shows the environment by these names. */
  jq: (text) =>
    /import|include|modulemeta|env|ENV|\$__/.test(text) ? 'it could load modules or show variables' : undefined,
  mode: matching(/^(?:[0-7]{3}|[ugoa]*[-+][rwx]+)$/),
  bracket: matching(/^\]$/),
  /** Without quotes and `=`, so that no time zone is named: that is a file. */
  date: matching(/^[\w ,:+./@-]*$/),
  'date-format': matching(/^\+/),
  pathspec,
  revision,
  branch: matching(branch),
  /** A branch or a tag, or a pattern for them. */
  'ref-pattern': matching(/^(?!-)[\p{L}\p{N}_*?[\]./+@#-]+$/u),
  /** `%(…)` and `%G` say more than what is in a commit; a name could be an alias for them. */
  'log-format': (text) =>
    /%\(|%G/.test(text) || !/%|^(?:|oneline|short|medium|full|fuller|reference|email|raw|mboxrd)$/.test(text)
      ? unlisted
      : undefined,
  'line-range': (text, place) => {
    const [, path] = /^\d+,[+-]?\d+(?::(.+))?$/.exec(text) ?? [undefined, undefined];
    if (!/^\d+,[+-]?\d+/.test(text)) return unlisted;
    return path === undefined ? undefined : pathspec(path, place);
  },
  assignment: (text, { mayAssign }) => {
    const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || !mayAssign(name)) return 'this variable can change what programs do';
    // To some, such as TZ, it is a file.
    return /^[:~]?\/|^~|\.\./.test(value) ? outside : undefined;
  },
  /** Settings that hold nothing secret. */
  setting: matching(
    /^(?:user\.(?:name|email)|init\.defaultbranch|core\.(?:bare|autocrlf|filemode|ignorecase|editor)|remote\.[\w-]+\.url|branch\.[\w./-]+\.(?:remote|merge))$/i,
  ),
};

/** What a file of the workspace can be, whatever it is called. */
const readsAnyFile = new Set(['text', 'read', 'followed']);

export const wordKinds: readonly string[] = Object.keys(checks);

/** Why a person has to look at this word; nothing where it is as it should be. */
export function checkWord(kind: string, text: string, place: Place): string | undefined {
  const check = checks[kind];
  if (text === place.standIn) return readsAnyFile.has(kind) ? undefined : 'the file is only known at run time';
  // The core is the gate's own: a mistake in it is found by its test, and must not let anything pass.
  return check ? check(text, place) : unlisted;
}
