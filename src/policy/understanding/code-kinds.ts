// Arguments that are code, name code, or run something.

import { readAwk } from './languages/awk.js';
import { readSed } from './languages/sed.js';
import { readSql } from './languages/sql.js';
import type { Word } from './read-arguments.js';
import { doubt, type Kind, type Reading, tell } from './reading.js';

const harmlessVariables =
  /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|CI|NO_COLOR|FORCE_COLOR|CLICOLOR|NODE_ENV|DEBUG|VERBOSE|RUST_BACKTRACE|RUST_LOG|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS|SOURCE_DATE_EPOCH)$/;

/** No pager and no editor, as the gate sets them itself. */
const harmlessAssignments = /^(?:(?:GIT_|MAN)?PAGER=(?:cat)?|(?:GIT_(?:SEQUENCE_)?)?EDITOR=(?:true|:))$/;

/** Variables that make programs load or run something. */
const loadingVariables =
  /^(?:PATH|LD_\w+|DYLD_\w+|GIT_\w+|NODE_\w+|PYTHON\w*|PERL\w*|RUBY\w*|JAVA_\w+|JDK_\w+|_JAVA\w*|BASH_\w+|ENV|ZDOTDIR|SHELL|IFS|PS4|PROMPT_COMMAND|\w*PAGER|\w*EDITOR|VISUAL|BROWSER|LESS\w*|MAN\w*|MAKE\w*|npm_\w+|NPM_\w+|CARGO_\w+|RUSTC\w*|GO\w+|CC|CXX|TAR_OPTIONS|RSYNC_\w+|SSH_\w+|GCONV_PATH|GREP_OPTIONS|AWK\w+|LUA_\w+|PHP\w*|HOME|XDG_\w+)$/;

const read = (text: string, word: Word, reading: Reading): void => {
  reading.findings.effects.add('reads');
  if (text !== '-') reading.findings.path(reading.bases, text, word, 'read');
};

const write = (text: string, word: Word, reading: Reading): void => {
  reading.findings.effects.add('changes');
  const entry = reading.findings.path(reading.bases, text, word, 'write');
  if (entry?.isFile() && entry.size > 0) tell(reading, 'destroys', 'overwrites an existing file', word);
};

const code: Kind = (word, reading) => tell(reading, 'inline-code', 'evaluates code in its arguments', word);

/** Looked through as far as it can be read. */
const shellCode: Kind = (word, reading) => {
  reading.findings.code.add(word.index);
  reading.readCode(word.text);
};

const program: Kind = (word, reading) => {
  tell(reading, 'inline-code', 'runs the program named here', word);
  if (/^[./~]/.test(word.text)) reading.findings.path(reading.bases, word.text.split(/\s/, 1)[0] ?? '', word, 'read');
};

const script: Kind = (word, reading) => {
  if (/^(?:data|https?|npm|jsr):/.test(word.text)) tell(reading, 'inline-code', 'runs code from an address', word);
  else tell(reading, 'runs-code', 'runs code that the gate cannot see into', word);
  if (/^https?:/.test(word.text)) tell(reading, 'network', 'fetches code', word);
  if (!/^(?:data|https?|npm|jsr|node):/.test(word.text)) read(word.text.replace(/^file:(?:\/\/)?/, ''), word, reading);
};

/** A module by name or by path. */
const module: Kind = (word, reading, literal) => {
  if (/[;()\s]/.test(word.text)) tell(reading, 'inline-code', 'evaluates code in its arguments', word);
  if (/^(?:[./~]|data:|https?:|file:)/.test(word.text)) script(word, reading, literal);
  else tell(reading, 'runs-code', 'loads a module', word);
};

/** A script that writes files by itself does more than the program's options say. */
const writesByCode = (text: string, word: Word, reading: Reading): void => {
  if (/^\/dev\/(?:null|stdout|stderr)$/.test(text)) return;
  tell(reading, 'inline-code', 'writes a file from its script', word);
  write(text, word, reading);
};

const sed: Kind = (word, reading) => {
  const found = readSed(word.text);
  if (!found) {
    doubt(reading, 'has a script that cannot be parsed', word);
    return;
  }
  if (found.runs) tell(reading, 'inline-code', 'runs a command from its script', word);
  for (const text of found.reads) read(text, word, reading);
  for (const text of found.writes) writesByCode(text, word, reading);
};

const awk: Kind = (word, reading) => {
  const found = readAwk(word.text);
  if (found.runs) tell(reading, 'inline-code', 'runs a command from its program', word);
  if (found.network) tell(reading, 'network', 'opens a connection', word);
  if (found.hidden) doubt(reading, 'has a program whose files cannot be determined', word);
  for (const text of found.reads) read(text, word, reading);
  for (const text of found.writes) writesByCode(text, word, reading);
};

const awkFile: Kind = (word, reading) => {
  if (!/^[A-Za-z_]\w*=/.test(word.text)) read(word.text, word, reading);
};

const jq: Kind = (word, reading) => {
  if (/(?<![."\w$])(?:import|include|load\w*|eval|modulemeta)\b/.test(word.text))
    doubt(reading, 'loads modules or files', word);
};

const jqFile: Kind = (word, reading, literal) => {
  jq(word, reading, literal);
  read(word.text, word, reading);
};

const sql: Kind = (word, reading) => {
  const found = readSql(word.text);
  for (const effect of found.effects) {
    if (effect === 'reads') reading.findings.effects.add(effect);
    else tell(reading, effect, 'changes the database', word);
  }
  if (found.escapes) tell(reading, 'inline-code', 'is given more than SQL statements', word);
  if (found.hidden) doubt(reading, 'has statements that reach files or load code', word);
};

const assignment: Kind = (word, reading) => {
  const name = word.text.split('=', 1)[0] ?? '';
  const value = word.text.slice(name.length + 1);
  // Some of these become a part of a path.
  if (harmlessAssignments.test(word.text)) return;
  if (harmlessVariables.test(name) && !/^:?\/|\.\./.test(value)) return;
  if (loadingVariables.test(name))
    tell(reading, 'inline-code', `sets ${name}, which can make programs run something`, word);
  else if (!reading.isCore())
    reading.findings.doubts(
      'unknown-option',
      `${reading.name} sets the variable ${name}, whose effect is unknown`,
      word,
    );
};

/** What the gate gives a program keeps git from running hooks. */
const unset: Kind = (word, reading) => {
  if (/^GIT_/i.test(word.text))
    tell(reading, 'inline-code', 'removes the protection that keeps git from running hooks', word);
};

/** A variable of make: make evaluates it. */
const makeTarget: Kind = (word, reading) => {
  if (/^[^=]*=/.test(word.text) || word.text.includes('$(')) tell(reading, 'inline-code', 'evaluates variables', word);
};

/** Commands of an editor, at its start. */
const editorCommand: Kind = (word, reading) => {
  if (!/^(?:\d*|\$|set? \w+|q!?|wq?!?)$/.test(word.text))
    tell(reading, 'inline-code', 'runs commands of an editor', word);
};

const socketAddress: Kind = (word, reading) => {
  tell(reading, 'network', 'opens connections', word);
  if (/^(?:EXEC|SYSTEM|SHELL)\b/i.test(word.text)) tell(reading, 'inline-code', 'runs a program', word);
  const [, file] = /^(?:OPEN|FILE|CREATE|GOPEN|UNIX\w*|PIPE):([^,]*)/i.exec(word.text) ?? [];
  if (file !== undefined || /^[./~]/.test(word.text))
    reading.findings.path(reading.bases, file ?? word.text.split(',', 1)[0] ?? '', word, 'unknown');
};

/** ImageMagick takes programs and files in many spellings: only plain file names are understood. */
const imageIn: Kind = (word, reading) => image(word, reading, 'read');
const imageOut: Kind = (word, reading) => image(word, reading, 'write');

function image(word: Word, reading: Reading, use: 'read' | 'write'): void {
  const [, coder, text = ''] = /^(?:([A-Za-z][\w+.-]*):)?([\s\S]*)$/.exec(word.text) ?? [];
  if (coder !== undefined && /^(?:xc|canvas|gradient|plasma|null|rose|logo|pattern)$/i.test(coder)) return;
  if (coder !== undefined && /^(?:https?|ftp)$/i.test(coder)) tell(reading, 'network', 'fetches an image', word);
  else if (coder !== undefined && !/^(?:png|jpe?g|gif|webp|bmp|tiff?|ico|ppm|pgm|pbm)$/i.test(coder)) {
    tell(reading, 'inline-code', 'is given a format that can run programs or read files', word);
  }
  if (word.text.startsWith('@') || text.startsWith('@')) doubt(reading, 'reads file names from a file', word);
  if (/\.(?:msl|mvg|svg|ps|eps|pdf|mpc)$/i.test(text) && use === 'read')
    tell(reading, 'runs-code', 'reads a format that is code', word);
  const plain = text.replace(/^@/, '').replace(/\[[^\]]*\]$/, '');
  if (use === 'write') write(plain, word, reading);
  else read(plain, word, reading);
}

export const codeKinds: Readonly<Record<string, Kind>> = {
  code,
  'shell-code': shellCode,
  program,
  script,
  module,
  sed,
  awk,
  'awk-file': awkFile,
  jq,
  'jq-file': jqFile,
  'jq-edit': (word, reading, literal) => {
    jqFile(word, reading, literal);
    reading.findings.effects.add('changes');
    reading.findings.path(reading.bases, word.text, word, 'write');
  },
  sql,
  assignment,
  unset,
  'make-target': makeTarget,
  'editor-command': editorCommand,
  'socket-address': socketAddress,
  'image-in': imageIn,
  'image-out': imageOut,
  'python-module': (word, reading) => {
    if (/^(?:timeit|pdb|cProfile|profile|trace|code|idlelib)(?:\.|$)/.test(word.text))
      tell(reading, 'inline-code', 'evaluates code in its arguments', word);
    else tell(reading, 'runs-code', 'runs a module', word);
    if (/^(?:pip|ensurepip|http|smtpd|xmlrpc|webbrowser|venv|pipx|uv|poetry|ftplib|telnetlib)(?:\.|$)/.test(word.text))
      tell(reading, 'network', 'runs a module that opens connections', word);
  },
};
