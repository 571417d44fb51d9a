// Arguments of version control: revisions, repositories, settings.

import { realPathFrom } from '../../machine/paths/real-path.js';
import { classifyKey } from './git/classify-setting.js';
import { withoutScheme } from './path-candidates.js';
import type { Word } from './read-arguments.js';
import { doubt, type Kind, type Reading, tell, unsure } from './reading.js';

const pathspec: Kind = (word, reading) => {
  reading.findings.effects.add('reads');
  // `:/` and `:(top)` start at the top of the repository, `:!x` leaves something out.
  const text = word.text.replace(/^:(?:\([^)]*\)|[!^/]+)/, '');
  if (text !== '') reading.findings.path(reading.bases, text, word, 'read');
};

/** `%(prefix)/x` lies where git is installed, `:(optional)x` may be missing. */
const expanded = /^(?:%\(|:\()/;

/** `-c name=value`: stronger than what the environment overrides. */
const setting: Kind = (word, reading) => {
  const [, key = '', value = ''] = /^([^=]*)=?([\s\S]*)$/.exec(word.text) ?? [];
  const kind = classifyKey(key);
  if (kind === 'path' && expanded.test(value)) unsure(reading, 'is given a path that git expands', word);
  if (kind === 'path') reading.findings.path(reading.bases, value, word, 'unknown');
  else if (kind !== 'harmless') tell(reading, 'inline-code', 'is given a setting that can run a program', word);
};

const secretSettings = /^(?:http|credential|url|sendemail|imap|github|gitlab|hub)\./i;

const ofOwner = "changes the owner's settings";

/** `git config get x`, as newer versions have it. Older ones refuse them: they are no names of settings. */
const verbs: ReadonlyMap<string, 'reads' | 'sets' | 'removes'> = new Map([
  ['get', 'reads'],
  ['list', 'reads'],
  ['set', 'sets'],
  ['unset', 'removes'],
  ['remove-section', 'removes'],
]);

const storedSetting: Kind = (word, reading) => {
  const verb = verbs.get(word.text);
  if (verb === undefined) {
    judgeSetting(word, reading.operands[1], reading);
    return;
  }
  const [, setting, value] = reading.operands;
  if (verb !== 'reads' && reading.modes.has('global')) tell(reading, 'system', ofOwner, word);
  if (!setting) return;
  if (verb === 'removes') keeps(setting, reading);
  else judgeSetting(setting, verb === 'sets' ? value : undefined, reading);
};

function judgeSetting(word: Word, value: Word | undefined, reading: Reading): void {
  if (reading.modes.has('global') && (value || reading.modes.has('writes'))) tell(reading, 'system', ofOwner, word);
  if (!value && reading.modes.has('writes')) {
    keeps(word, reading);
    return;
  }
  if (!value) {
    if (secretSettings.test(word.text) && !reading.modes.has('local'))
      doubt(reading, "shows one of the owner's settings that may be secret", word);
    return;
  }
  const kind = classifyKey(word.text);
  if (kind === 'path' && expanded.test(value.text)) unsure(reading, 'stores a path that git expands', value);
  if (kind === 'path') reading.findings.path(reading.bases, value.text, value, 'unknown');
  else if (kind === 'address') repository(value, reading, false);
  else if (kind !== 'harmless') tell(reading, 'runs-code', 'stores a setting that can run a program later', word);
  keeps(word, reading);
}

/** Git obeys it from then on, whoever calls git. */
function keeps(word: Word, reading: Reading): void {
  if (classifyKey(word.text) === 'harmless') return;
  tell(
    reading,
    'repository',
    'changes a setting that can make git run a program, read another file or push elsewhere',
    word,
  );
}

/** A branch, or a file whose changes are thrown away. */
const checkout: Kind = (word, reading, literal) => {
  const exists = reading.bases.some((base) => realPathFrom(base, word.text)?.entry !== undefined);
  if (!literal && !exists && !/[*?[\\]|^:/.test(word.text)) return;
  tell(reading, 'destroys', 'discards uncommitted changes', word);
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

/** How to merge. A name that git does not know is a program. */
const strategy: Kind = (word, reading) => {
  if (!/^(?:ort|ours|recursive|resolve|octopus|subtree)$/.test(word.text))
    tell(reading, 'inline-code', 'merges by running a program', word);
};

/** The name of a reference is a path below what git keeps. */
const reference: Kind = (word, reading) => {
  if (reading.operands.length > 1 && (!/^(?:HEAD$|refs\/)/.test(word.text) || word.text.includes('..')))
    tell(reading, 'runs-code', 'changes files inside .git', word);
};

/** Some of what can be told about a commit is told by the program that checks signatures. */
const logFormat: Kind = (word, reading) => {
  if (/%G|%\(signature/.test(word.text)) tell(reading, 'runs-code', 'checks signatures by running a program', word);
};

export const vcsKinds: Readonly<Record<string, Kind>> = {
  pathspec,
  setting,
  checkout,
  repository,
  strategy,
  'log-format': logFormat,
  reference,
  discard: (word, reading, literal) => {
    tell(reading, 'destroys', 'discards uncommitted changes', word);
    pathspec(word, reading, literal);
  },
  'stored-setting': storedSetting,
  'stored-value': (word, reading) => tell(reading, 'changes', 'stores a setting', word),
  'pushed-ref': (word, reading) => {
    if (/^[+:]/.test(word.text)) tell(reading, 'destroys', 'deletes or replaces data on the remote', word);
  },
};
