// Arguments that name other machines, or files on them.

import { withoutScheme } from './path-candidates.js';
import { doubt, type Kind, tell } from './reading.js';

/** An address. One of a file is a path. */
const url: Kind = (word, reading) => {
  const path = withoutScheme(word.text);
  if (/^file:.*[{}[\]]/i.test(word.text)) doubt(reading, 'expands into several addresses', word);
  if (path !== undefined && path !== word.text) {
    reading.findings.effects.add('reads');
    reading.findings.path(reading.bases, path, word, 'read');
  } else tell(reading, 'network', 'talks to another machine', word);
};

/** A file, by its name or its address, or something on another machine. */
const location: Kind = (word, reading) => {
  reading.findings.effects.add('reads');
  if (withoutScheme(word.text) === undefined) tell(reading, 'network', 'talks to another machine', word);
  else reading.findings.path(reading.bases, word.text, word, 'read');
};

/** What curl prints at the end: `@file`, and `%output{file}` in it. */
const writeOut: Kind = (word, reading) => {
  if (word.text.startsWith('@')) doubt(reading, 'prints what a file contains', word);
  if (word.text.startsWith('@')) reading.findings.path(reading.bases, word.text.slice(1), word, 'read');
  if (/%output/i.test(word.text)) doubt(reading, 'writes files named by what it prints', word);
};

/** `host:path`, `user@host:path`, or a path here. */
function remote(use: 'read' | 'write'): Kind {
  return (word, reading) => {
    if (/^[^/]*:/.test(word.text)) {
      tell(reading, 'network', 'talks to another machine', word);
      return;
    }
    reading.findings.effects.add(use === 'read' ? 'reads' : 'changes');
    const entry = reading.findings.path(reading.bases, word.text, word, use);
    if (use === 'write' && entry) tell(reading, 'destroys', 'overwrites what is there', word);
  };
}

const quietSshOptions =
  /^(?:BatchMode|ConnectTimeout|ConnectionAttempts|ServerAlive\w+|StrictHostKeyChecking|User|Port|LogLevel|Compression|AddressFamily|ForwardX11|RequestTTY|IdentitiesOnly|PreferredAuthentications|TCPKeepAlive|VisualHostKey)\b/i;

const sshOption: Kind = (word, reading) => {
  if (quietSshOptions.test(word.text.trim())) return;
  if (/command|provider|include|match|xauth|exec|environment|forward/i.test(word.text))
    tell(reading, 'inline-code', 'is told to run a program', word);
  else reading.findings.doubts('unknown-option', `${reading.name} has an unknown setting`, word);
  for (const text of word.text.split(/[\s=]+/))
    if (/^[/~.]/.test(text)) reading.findings.path(reading.bases, text, word, 'unknown');
};

/** A directory of this machine that a container gets. */
const mount: Kind = (word, reading) => {
  const [source = ''] = word.text.split(':');
  if (!word.text.includes(':') && !word.text.startsWith('/')) return;
  if (/[/~.]/.test(source)) reading.findings.path(reading.bases, source, word, 'unknown');
};

const mountFields: Kind = (word, reading) => {
  for (const field of word.text.split(',')) {
    const [, text] = /^(?:source|src)=([\s\S]*)$/.exec(field) ?? [];
    if (text !== undefined && /[/~.]/.test(text)) reading.findings.path(reading.bases, text, word, 'unknown');
  }
};

/** What a package manager installs: a directory here, or something from elsewhere. */
const packageName: Kind = (word, reading) => {
  const text = withoutScheme(word.text.replace(/^[\w@/.-]*@(?=file:)/, ''));
  if (text !== undefined && (/^[./~]/.test(text) || text !== word.text))
    reading.findings.path(reading.bases, text.replace(/\[[\w,-]*\]$/, ''), word, 'read');
};

/** `tcp@host:port`: the host is looked up. Without one it is a port, or a file. */
const connection: Kind = (word, reading) => {
  if (word.text.includes('@')) tell(reading, 'network', 'looks up a host name', word);
  else if (!/^(?:[46]|tcp|udp|[46](?:tcp|udp))?:/i.test(word.text)) {
    reading.findings.effects.add('reads');
    reading.findings.path(reading.bases, word.text, word, 'read');
  }
};

export const remoteKinds: Readonly<Record<string, Kind>> = {
  url,
  location,
  'write-out': writeOut,
  connection,
  host: (word, reading) => tell(reading, 'network', 'talks to another machine', word),
  'remote-source': remote('read'),
  'remote-target': remote('write'),
  'ssh-option': sshOption,
  mount,
  'mount-fields': mountFields,
  package: packageName,
};
