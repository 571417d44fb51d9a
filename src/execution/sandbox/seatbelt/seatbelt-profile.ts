// A scope → the profile that macOS holds a program to. Written by the documents of others and not tried yet: nobody
// who works on this has run it on a Mac.
//
// Of two rules that fit, the later one counts. Paths are parameters: none is ever part of the text.

import type { Scope } from '../tier.js';

export interface SeatbeltProfile {
  readonly text: string;
  /** By their names in the text. */
  readonly parameters: Readonly<Record<string, string>>;
}

const basis = `(version 1)
(deny default)
(import "system.sb")
(allow process-fork)
(allow signal (target same-sandbox))
(allow process-info* (target same-sandbox))
(allow sysctl-read)
(allow file-read-metadata)
(allow file-read* file-write-data (literal "/dev/null") (literal "/dev/zero"))
(allow file-read* (literal "/dev/random") (literal "/dev/urandom"))`;

/** Programs and libraries, and settings that are nobody's secret. */
const ofSystem = [
  ...['/System', '/usr', '/bin', '/sbin', '/Library/Apple', '/Library/Developer', '/opt/homebrew'],
  ...['/private/etc/ssl', '/private/etc/localtime', '/private/var/db/timezone', '/private/var/db/dyld'],
  ...['/private/var/select', '/Applications/Xcode.app'],
];

const forNetwork = `(allow network*)
(allow system-socket)
(allow mach-lookup (global-name "com.apple.SystemConfiguration.configd") (global-name "com.apple.trustd.agent"))
(allow file-read* (literal "/private/etc/resolv.conf") (literal "/private/etc/hosts") (literal "/private/etc/services"))`;

export function seatbeltProfile({ readable, writable, kept, hidden, network }: Scope): SeatbeltProfile {
  const parameters: Record<string, string> = {};
  const rule = (decision: string, operations: string, filter: string, paths: readonly string[]) =>
    paths.map((path) => {
      const name = `PATH_${Object.keys(parameters).length}`;
      parameters[name] = path;
      return `(${decision} ${operations} (${filter} (param "${name}")))`;
    });
  const keptAs = (kind: string) => kept.flatMap((mount) => (mount.kind === kind ? mount.path : []));
  const [toRead, toWrite] = ['file-read* file-map-executable process-exec*', 'file-write*'];
  const lines = [
    basis,
    ...(network ? [forNetwork] : []),
    ...rule('allow', toRead, 'subpath', [...ofSystem, ...readable, ...writable]),
    ...rule('allow', toWrite, 'subpath', writable),
    ...rule('deny', toWrite, 'subpath', keptAs('protected')),
    // What is on the way to something protected is not moved away with it.
    ...rule('deny', 'file-write-unlink', 'literal', keptAs('pinned')),
    ...rule('deny', `${toRead} ${toWrite}`, 'subpath', [...new Set([...keptAs('empty'), ...hidden])]),
  ];
  return { text: `${lines.join('\n')}\n`, parameters };
}
