// Arguments of version control: revisions, repositories, settings.

import { realPathFrom } from '../real-path.js';
import { withoutScheme } from './path-candidates.js';
import { type Kind, tell } from './reading.js';

/** Settings that only change how something looks or who wrote it. */
const quietSettings =
  /^(?:user\.(?:name|email)|color\.[\w.]+|init\.defaultbranch|core\.(?:quotepath|autocrlf|eol|filemode|ignorecase|abbrev|precomposeunicode|safecrlf|bare|logallrefupdates)|log\.(?:date|decorate|abbrevcommit)|diff\.(?:algorithm|renames|noprefix|mnemonicprefix|context|colormoved)|merge\.conflictstyle|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|fetch\.prune|rebase\.(?:autosquash|autostash)|commit\.(?:gpgsign|verbose)|tag\.(?:gpgsign|sort)|branch\.[\w./-]+\.(?:remote|merge|rebase|description)|advice\.\w+|column\.\w+|status\.\w+|gc\.auto|rerere\.enabled|safe\.directory|i18n\.\w+|blame\.\w+|format\.\w+)(?:=|$)/i;

const pathspec: Kind = (word, reading) => {
  reading.findings.effects.add('reads');
  // `:/` and `:(top)` start at the top of the repository, `:!x` leaves something out.
  const text = word.text.replace(/^:(?:\([^)]*\)|[!^/]+)/, '');
  if (text !== '') reading.findings.path(reading.bases, text, word, 'read');
};

const setting: Kind = (word, reading) => {
  if (!quietSettings.test(word.text)) tell(reading, 'inline-code', 'is given a setting that can run a program', word);
};

/** A branch, or a file whose changes are thrown away. */
const checkout: Kind = (word, reading, literal) => {
  const exists = reading.bases.some((base) => realPathFrom(base, word.text)?.entry !== undefined);
  if (!literal && !exists && !/[*?[]|^:/.test(word.text)) return;
  tell(reading, 'destroys', 'throws away changes that are in no commit', word);
  pathspec(word, reading, literal);
};

const repository: Kind = (word, reading) => {
  if (/^[\w-]+::/.test(word.text)) {
    tell(reading, 'inline-code', 'reaches a repository by running a helper', word);
    return;
  }
  const text = withoutScheme(word.text);
  if (text !== undefined && (text !== word.text || /^[./~]/.test(text)))
    reading.findings.path(reading.bases, text, word, 'read');
};

export const vcsKinds: Readonly<Record<string, Kind>> = {
  pathspec,
  setting,
  checkout,
  repository,
  discard: (word, reading, literal) => {
    tell(reading, 'destroys', 'throws away changes that are in no commit', word);
    pathspec(word, reading, literal);
  },
  'stored-setting': (word, reading) => {
    if (quietSettings.test(word.text)) return;
    if (reading.operands.length > 1) tell(reading, 'runs-code', 'keeps a setting that can run a program later', word);
  },
  'stored-value': (word, reading) => tell(reading, 'changes', 'keeps a setting', word),
  'pushed-ref': (word, reading) => {
    if (/^[+:]/.test(word.text)) tell(reading, 'destroys', 'removes or replaces what is on the other side', word);
  },
};
