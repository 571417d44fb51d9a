// What an argument means, by its kind. The table of programs names these kinds.

import { basename, dirname } from 'node:path';
import { namesIn } from '../../machine/files/names-in.js';
import { realPathFrom } from '../../machine/paths/real-path.js';
import { codeKinds } from './code-kinds.js';
import { findLinkOut } from './follow-below.js';
import { pathCandidates, withoutScheme } from './path-candidates.js';
import type { Word } from './read-arguments.js';
import { readSmallFile } from './read-small-file.js';
import { doubt, type Kind, type Reading, tell, unsure } from './reading.js';
import { remoteKinds } from './remote-kinds.js';
import { vcsKinds } from './vcs-kinds.js';

const mostPatchBytes = 4 * 1024 * 1024;
const deepestName = 64;
const mostTaken = 100;

/** Operands of these kinds name one file or directory each, which is not run and not looked up elsewhere. */
const plainFileKinds = new Set([
  'read',
  'read-below',
  'write',
  'replace',
  'remove',
  'path',
  'source',
  'target',
  'target-kept',
  'edit',
  'edit-existing',
]);

/** Operands of these kinds name files, and may be patterns such as `*.ts`. */
const fileKinds = new Set([
  ...plainFileKinds,
  'pathspec',
  'discard',
  'script',
  'awk-file',
  'member',
  'zipped',
  'packed',
  'packing',
]);

export function isPlainFile(kind: string): boolean {
  return plainFileKinds.has(kind);
}

export function mayBeGlob(kind: string, text: string): boolean {
  return fileKinds.has(kind) && /[*?[]/.test(text);
}

const read: Kind = (word, reading) => {
  reading.findings.effects.add('reads');
  if (word.text !== '-') reading.findings.path(reading.bases, word.text, word, 'read');
};

const write: Kind = (word, reading) => {
  reading.findings.effects.add('changes');
  if (word.text !== '-') reading.findings.path(reading.bases, word.text, word, 'write');
};

/** Writes a file from its beginning: what was in it is gone. */
const replace: Kind = (word, reading) => {
  if (word.text === '-' || /^\/dev\/(?:null|stdout|stderr)$/.test(word.text)) return;
  reading.findings.effects.add('changes');
  const entry = reading.findings.path(reading.bases, word.text, word, 'write');
  if (entry?.isFile() && entry.size > 0) tell(reading, 'destroys', 'overwrites an existing file', word);
  else if (entry && !entry.isFile() && !entry.isDirectory())
    tell(reading, 'system', 'writes to something that is not a file', word);
};

const edit: Kind = (word, reading, literal) => {
  read(word, reading, literal);
  write(word, reading, literal);
  if (reading.findings.isWorkspace(reading.bases, word.text))
    tell(reading, 'destroys', "changes the workspace as a whole, including the gate's own files in it", word);
};

/** Gets what the program reads: with nothing to read, what was in it is only removed. */
const input: Kind = (word, reading, isValue) => (reading.hasInput ? write : replace)(word, reading, isValue);

const path: Kind = (word, reading) => {
  reading.findings.path(reading.bases, word.text, word, 'unknown');
};

/** Text that is a path only if it looks like one, or if something of that name is there. */
const maybe: Kind = (word, reading) => {
  const text = withoutScheme(word.text);
  if (text !== undefined && couldBePath(text, reading)) reading.findings.path(reading.bases, text, word, 'read');
};

function couldBePath(text: string, { bases }: Reading): boolean {
  if (/^~|\/|^\.\.$|\0/.test(text)) return true;
  return (
    text !== '' && bases.some((base) => realPathFrom(base, text)?.entry !== undefined || leadsElsewhere(base, text))
  );
}

/** A link to something that does not exist, or one that cannot be followed. */
function leadsElsewhere(base: string, text: string): boolean {
  const found = realPathFrom(base, text);
  return found === undefined || (found.real !== `${base}/${text}` && text !== '.');
}

/** Archives may be named without their ending, and what is in one may be put where the name without it leads. */
const zipEndings = ['.zip', '.ZIP', '.7z'];
const packEndings =
  '.gz .z .Z -gz -z _z .tgz .taz .tz .zst .tzst .bz .bz2 .tbz .tbz2 .xz .txz .lzma .tlz .lz4 .tlz4'.split(' ');
/** What comes out of these is a `.tar`; without an ending that bzip2 knows, it is a `.out`. */
const packedTar = /^\.t/;

function withEndings(kind: Kind, endings: readonly string[]): Kind {
  return (word, reading, literal) => {
    kind(word, reading, literal);
    const known = endings.filter((ending) => word.text.endsWith(ending));
    const others = [
      ...endings.map((ending) => `${word.text}${ending}`),
      ...known.map((ending) => word.text.slice(0, -ending.length)),
      ...known.filter((ending) => packedTar.test(ending)).map((ending) => `${word.text.slice(0, -ending.length)}.tar`),
      ...(endings === packEndings ? [`${word.text}.out`] : []),
    ];
    for (const text of others) {
      if (reading.bases.some((base) => leadsElsewhere(base, text))) kind({ ...word, text }, reading, literal);
    }
  };
}

/** Every text in it that could be a path. */
export const anything: Kind = (word, reading) => {
  if (word.text.includes('\0')) doubt(reading, 'was given a NUL character', word);
  for (const text of pathCandidates(word.text)) {
    if (couldBePath(text, reading)) reading.findings.path(reading.bases, text, word, 'unknown');
  }
};

/** Every file below it, through links as well. */
const readBelow: Kind = (word, reading, literal) => {
  read(word, reading, literal);
  for (const base of reading.bases) {
    const found = realPathFrom(base, word.text);
    if (!found?.entry?.isDirectory() || !reading.findings.isInside(found.real)) continue;
    const link = findLinkOut(found.real, (real) => reading.findings.isInside(real));
    if (link === 'too-much') doubt(reading, 'follows links, and there is too much below to check', word);
    else if (link !== undefined) reading.findings.path(['/'], link, word, 'read');
  }
};

const directory: Kind = (word, reading) => {
  reading.bases = moved(word, reading);
};

const alsoDirectory: Kind = (word, reading) => {
  reading.bases = [...new Set([...reading.bases, ...moved(word, reading)])];
};

function moved(word: Word, reading: Reading): string[] {
  reading.findings.path(reading.bases, word.text, word, 'unknown');
  return reading.bases.map((base) => realPathFrom(base, word.text)?.real ?? base);
}

/** Where `cp`, `mv` and `ln` put what they are given. */
function target(keeps: boolean): Kind {
  return (word, reading) => {
    const { findings, bases } = reading;
    findings.effects.add('changes');
    const entry = findings.path(bases, word.text, word, 'write');
    if (!entry?.isDirectory() || reading.modes.has('no-directory')) {
      if (entry && !keeps) tell(reading, 'destroys', 'replaces something that exists', word);
      return;
    }
    const sources = reading.operands.filter((operand) => operand.index !== word.index);
    for (const source of sources) {
      const name = reading.modes.has('parents') ? source.text : basename(source.text);
      if (name === '.' || name === '..') {
        if (!keeps && namesIn(`${bases[0]}/${word.text}`).length > 0)
          tell(reading, 'destroys', 'may replace files in the directory', word);
        continue;
      }
      const into = findings.path(bases, `${word.text}/${name}`, word, 'write');
      if (into && !keeps) tell(reading, 'destroys', `replaces ${name}, which exists`, word);
    }
  };
}

/** What a link leads to: a symbolic one is followed from where it lies. */
const linked: Kind = (word, reading) => {
  const { bases, modes, operands, findings } = reading;
  const last = operands.at(-1);
  const fromHere =
    !modes.has('symbolic') || modes.has('elsewhere') || operands.length < 2 || !last || word.text.startsWith('/');
  const places = bases.flatMap((base) => {
    const found = fromHere ? undefined : realPathFrom(base, last.text);
    return found ? [found.entry?.isDirectory() ? found.real : dirname(found.real)] : [base];
  });
  findings.path(places, word.text, word, 'unknown');
};

/** `@file` is read, other text is not. */
const atFile: Kind = (word, reading, literal) => {
  if (word.text.startsWith('@')) read({ ...word, text: word.text.slice(1) }, reading, literal);
};

/** `key=path`, `key=@path`. */
const keyed: Kind = (word, reading, literal) => {
  const text = word.text.slice(word.text.indexOf('=') + 1).replace(/^[@<]/, '');
  maybe({ ...word, text }, reading, literal);
};

const keyedFile: Kind = (word, reading, literal) => {
  const at = word.text.search(/[=@]/);
  const value = word.text.slice(word.text.charAt(at) === '=' ? at + 1 : at);
  if (/^[@<]/.test(value)) for (const part of value.split(/[,;]/)) anything({ ...word, text: part }, reading, literal);
};

const copiers: Readonly<Record<string, Kind>> = {
  if: read,
  of: (word, reading, literal) => {
    write(word, reading, literal);
    tell(reading, 'destroys', 'overwrites whatever is there', word);
  },
};

/** dd's `if=…`, `of=…`. */
const copier: Kind = (word, reading, literal) => {
  const [, name = '', value = ''] = /^(\w+)=([\s\S]*)$/.exec(word.text) ?? [];
  const kind = copiers[name];
  if (kind) kind({ ...word, text: value }, reading, literal);
  else if (!/^(?:bs|ibs|obs|cbs|count|skip|seek|conv|iflag|oflag|status)$/.test(name)) {
    reading.findings.doubts('unknown-option', `${reading.name} has an unknown operand`, word);
  }
};

/** Files that begin with this. */
const prefix: Kind = (word, reading, literal) => {
  write(word, reading, literal);
  const taken = reading.bases.flatMap((base) => {
    const found = realPathFrom(base, word.text);
    if (!found) return [];
    const [folder, start] = /(?:^|\/)$/.test(word.text)
      ? [found.real, '']
      : [dirname(found.real), basename(found.real)];
    return namesIn(folder).flatMap((name) => (name.startsWith(start) ? `${folder}/${name}` : []));
  });
  if (taken.length > 0) tell(reading, 'destroys', 'may overwrite files whose names begin with this', word);
  if (taken.length > mostTaken) unsure(reading, 'may overwrite more files than can be checked', word);
  // One of them may be a link that leads out.
  for (const path of taken.slice(0, mostTaken)) reading.findings.path(['/'], path, word, 'write');
};

/** An archive may lie on another machine: `host:file`. */
function archiveAs(kind: Kind): Kind {
  return (word, reading, literal) => {
    if (/^[^/]*:/.test(word.text)) tell(reading, 'network', 'reaches an archive on another machine', word);
    kind(word, reading, literal);
  };
}

const keptName = /^(?:[-+*]{3} |Index: |diff |rename |copy ).*(?:\.git|\.cmdgate|cmdgate\.config)(?:[/.\s"]|$)/im;
/** In quotes a name may be written with the numbers of its characters. */
const hiddenName = /^(?:[-+*]{3} |Index: |diff |rename |copy ).*"[^"\n]*\\/im;

/** What a patch begins with where it is one: without it, it may be a script for an editor. */
const patchHead = /^(?:--- |\*\*\* |diff --git )/m;
/** Links and repositories inside it, parts that only a mail program can read, and commands for an editor. */
const unseenInPatch =
  /^(?:(?:new|old|new file|deleted file) mode 1[26]0000|index \S+ 1[26]0000)\s*$|^content-transfer-encoding:\s*(?:base64|quoted)|^\d+(?:,\d+)?[acdis]\s*$/im;
const patchedName = /^(?:[-+*]{3} |Index: |diff --git |(?:rename|copy) (?:from|to) )([^\t\n\r]+)/gim;

/** A patch names the files that it changes. */
const patchFile: Kind = (word, reading, literal) => {
  read(word, reading, literal);
  if (word.text === '-') doubt(reading, 'reads from its input which files it changes', word);
  for (const base of reading.bases) {
    const found = realPathFrom(base, word.text);
    if (!found?.entry || !reading.findings.isInside(found.real)) continue;
    const patch = readSmallFile(found.real, mostPatchBytes);
    const text = patch instanceof Buffer ? patch.toString('latin1') : '';
    if (patch === 'unreadable' || hiddenName.test(text)) doubt(reading, 'is given a patch that cannot be parsed', word);
    else if (!patchHead.test(text)) doubt(reading, 'is given a patch that names no files', word);
    if (unseenInPatch.test(text)) unsure(reading, 'is given a patch that creates links or hides what it changes', word);
    if (keptName.test(text)) tell(reading, 'runs-code', "changes files inside .git or the gate's own files", word);
    if (leadsOut(text, base, reading)) doubt(reading, 'is given a patch for files outside the workspace', word);
  }
};

/** Not every program that patches looks where a name leads, and how much of its beginning counts is for an option to say. */
function leadsOut(patch: string, base: string, { findings }: Reading): boolean {
  const names = new Set([...patch.matchAll(patchedName)].flatMap(([, name = '']) => [name, ...name.split(' ')]));
  names.delete('/dev/null');
  for (const name of names) {
    const parts = name.split('/');
    if (parts.length > deepestName) return true;
    for (let start = 0; start < parts.length; start++) {
      const target = realPathFrom(base, parts.slice(start).join('/') || '.');
      if (!target || !findings.isInside(target.real)) return true;
    }
  }
  return false;
}

/** One part of a mode: `600`, `u-r`, `go=`, `-400`. */
function takesReading(mode: string): boolean {
  const [, sign, digits = ''] = /^([-+=]?)([0-7]+)$/.exec(mode) ?? [];
  if (sign !== undefined) {
    const reads = (Number.parseInt(digits, 8) & 0o400) !== 0;
    return sign === '-' ? reads : sign !== '+' && !reads;
  }
  const [, who = '', rights = ''] = /^([ugoa]*)(.*)$/.exec(mode) ?? [];
  if (who !== '' && !/[ua]/.test(who)) return false;
  return /-[^-+=]*[rugo]|=(?![^-+=]*[rugo])/.test(rights);
}

const kinds: Readonly<Record<string, Kind>> = {
  prefix,
  'patch-file': patchFile,
  /** What a patch is for. Without one in the arguments, it comes from the input. */
  patched: (word, reading, literal) => {
    edit(word, reading, literal);
    if (reading.operands.length === 1 && !reading.modes.has('given'))
      doubt(reading, 'reads from its input how it changes this', word);
    for (const name of ['.orig', '.rej'].map((ending) => `${word.text}${ending}`))
      if (reading.bases.some((base) => realPathFrom(base, name)?.entry))
        tell(reading, 'destroys', `may overwrite ${basename(name)}, which exists`, word);
  },
  'archive-made': archiveAs(replace),
  'archive-read': archiveAs(read),
  /** What is put into an archive; `@archive` is what another one holds. */
  archived: (word, reading, literal) => {
    read(word, reading, literal);
    atFile(word, reading, literal);
  },
  /** Without statements in its arguments, it takes them from its input. */
  database: (word, reading, literal) => {
    edit(word, reading, literal);
    if (reading.operands.length === 1) tell(reading, 'runs-code', 'reads commands from its input', word);
    // A view can call the functions that read and write files, unless they are switched off.
    const holds =
      /^file:/i.test(word.text) || reading.bases.some((base) => (realPathFrom(base, word.text)?.entry?.size ?? 0) > 0);
    if (holds && !reading.modes.has('safe'))
      unsure(reading, 'runs what the views and triggers of a database contain', word);
  },
  text: () => {},
  read,
  'read-below': readBelow,
  write,
  replace,
  input,
  path,
  /** Read as it stands: what it could be short for may lie elsewhere. */
  'whole-path': (word, reading, literal) => {
    read(word, reading, literal);
    if (!reading.bases.every((base) => realPathFrom(base, word.text)?.entry?.isFile()))
      doubt(reading, 'looks for a file that this abbreviates', word);
  },
  maybe,
  anything,
  // Of an archive whose call does not say whether it is made or opened.
  archive: anything,
  member: anything,
  directory,
  'also-directory': alsoDirectory,
  remove: (word, reading) => {
    tell(reading, 'destroys', 'removes it', word);
    reading.findings.path(reading.bases, word.text, word, 'write');
  },
  edit,
  'edit-existing': (word, reading, literal) => {
    edit(word, reading, literal);
    if (!reading.bases.every((base) => realPathFrom(base, word.text)?.entry))
      doubt(reading, 'is told to edit a file that does not exist', word);
  },
  zipped: withEndings(read, zipEndings),
  zipping: withEndings(edit, zipEndings),
  'zipped-below': withEndings(readBelow, zipEndings),
  packed: withEndings(read, packEndings),
  packing: withEndings(edit, packEndings),
  source: (word, reading, literal) => {
    read(word, reading, literal);
    const names = reading.bases.flatMap((base) => namesIn(`${base}/${word.text}`));
    if (names.some((name) => /^\.cmdgate$/i.test(name)))
      reading.findings.doubts('unreadable', 'contains a directory with a name reserved for the gate', word);
    if (reading.name === 'mv') reading.findings.moves(reading.bases, word.text, word);
  },
  /** Gets a second name: whoever changes one of them changes the other. */
  'linked-source': (word, reading, literal) => {
    read(word, reading, literal);
    const entry = reading.findings.path(reading.bases, word.text, word, 'unknown');
    if (entry?.isDirectory()) unsure(reading, 'gives everything below a second name', word);
  },
  target: target(false),
  'target-kept': target(true),
  linked,
  'at-file': atFile,
  keyed,
  'keyed-file': keyedFile,
  copier,
  /** Options from a file: they can be any. */
  'options-file': (word, reading, literal) => {
    read(word, reading, literal);
    doubt(reading, 'reads more options from a file', word);
  },
  /** A file, or `@file` with more options. */
  compiled: (word, reading, literal) => {
    if (word.text === 'false') doubt(reading, 'may read this as the value of an option', word);
    if (!word.text.startsWith('@')) read(word, reading, literal);
    else kindOf('options-file')({ ...word, text: word.text.slice(1) }, reading, literal);
  },
  /** Options for another program. */
  'passed-on': (word, reading, literal) => {
    anything(word, reading, literal);
    doubt(reading, 'passes options on to another program', word);
  },
  /** The ending of a backup; with a slash in it, some programs write somewhere else. */
  'backup-suffix': (word, reading, literal) => {
    if (word.text.includes('/')) {
      write(word, reading, literal);
      doubt(reading, 'puts backups into another directory', word);
    }
    for (const { text } of reading.operands) {
      const name = word.text.includes('*')
        ? word.text.replaceAll('*', basename(text))
        : `${basename(text)}${word.text}`;
      if (reading.bases.some((base) => realPathFrom(base, `${dirname(text)}/${name}`)?.entry))
        tell(reading, 'destroys', `overwrites ${name}, which exists`, word);
    }
  },
  'file-mode': (word, reading) => {
    if (/^[-+=]?[0-7]*[1-7][0-7]{3}$|s/.test(word.text))
      tell(reading, 'privilege', 'lets a file run with the rights of its owner', word);
    if (word.text.split(',').some(takesReading)) tell(reading, 'destroys', "removes the owner's right to read", word);
  },
  'ps-format': (word, reading) => {
    if (/env/i.test(word.text)) tell(reading, 'system', 'shows the environment of other programs', word);
  },
  /** A name that it does not know makes it read all of its options as letters, of which `e` shows environments. */
  'ps-selection': (word, reading) => {
    if (!/^\d{1,7}(?:,\d{1,7})*$/.test(word.text)) unsure(reading, 'may parse its options differently', word);
  },
  'ps-letters': (word, reading) => {
    if (/e/i.test(word.text)) tell(reading, 'system', 'shows the environment of other programs', word);
  },
  /** Text in which a program looks for files: their names cannot be told. */
  unseen: (word, reading) => unsure(reading, 'may read file names from this', word),
  'date-text': (word, reading) => {
    if (/TZ\s*=/.test(word.text)) unsure(reading, 'reads a time zone file', word);
  },
  /** A page of the manual; a file where it is a path, which can name other files. */
  page: (word, reading, literal) => {
    if (!word.text.includes('/') && !reading.modes.has('local')) return;
    read(word, reading, literal);
    unsure(reading, 'reads the files that a page names', word);
  },
  /** `#1` stands for a part of the address. */
  'curl-output': (word, reading, literal) => {
    replace(word, reading, literal);
    if (/#\d/.test(word.text)) unsure(reading, 'derives a file name from an address', word);
  },
  'key-kind': (word, reading) => {
    if (!/^(?:rsa(?::\d+)?|ec|ed25519|ed448|x25519|x448)$/i.test(word.text))
      unsure(reading, 'may read a parameter file', word);
  },
  'date-format': (word, reading) => {
    if (!word.text.startsWith('+')) tell(reading, 'system', 'sets the clock', word);
  },
  'new-name': (word, reading) => tell(reading, 'system', 'changes the settings of the machine', word),
  ...codeKinds,
  ...remoteKinds,
  /** A source whose links are followed. */
  'remote-below': (word, reading, literal) => {
    kindOf('remote-source')(word, reading, literal);
    if (!/^[^/]*:/.test(word.text)) readBelow(word, reading, literal);
  },
  ...vcsKinds,
};

export const kindNames: readonly string[] = [
  ...Object.keys(kinds),
  'command',
  'applet',
  'shell',
  'assignments',
  'split',
  'digits',
  'command-until-semicolon',
];

export function kindOf(name: string): Kind {
  return kinds[name] ?? anything;
}
