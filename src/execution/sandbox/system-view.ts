// What programs need of the system: their code, libraries and the few settings that are nobody's secret.

import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isInside } from '../../machine/paths/is-inside.js';
import type { Mount } from './mounts.js';

const code = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'];

/** In /etc. Few, for they are copied for each gate: a command line is a new one each time. */
const settings = [
  'ld.so.cache',
  'nsswitch.conf',
  'localtime',
  'timezone',
  'mime.types',
  'os-release',
  'ssl/openssl.cnf',
];

/** In /etc too: hundreds of files, which would take longer to copy than to mount. */
const largeSettings = ['alternatives', 'ssl/certs', 'pki/tls/certs', 'pki/ca-trust'];

/** There too, where Debian keeps what Java does not start without. */
const settingsOfJava = /^java-\d+-openjdk$/;

/** They change while a gate runs, and are mounted where there is a network. */
const networkSettings = ['resolv.conf', 'hosts', 'services', 'protocols', 'host.conf', 'gai.conf'];

let found: { readonly alone: readonly Mount[]; readonly connected: readonly Mount[] } | undefined;

/** Looked up once: a system does not change under a gate, and what is new is only not seen. */
export function systemView(network: boolean): readonly Mount[] {
  found ??= look();
  return network ? found.connected : found.alone;
}

function look() {
  const mounted = [...largeSettings, ...readdirSync('/etc').filter((name) => settingsOfJava.test(name))];
  const alone = [...code.flatMap(asItIs), ...mounted.flatMap(inEtc), ...settingsOfKernel()];
  return { alone, connected: [...alone, ...networkSettings.flatMap(inEtc)] };
}

/**
 * Root may write them without any rights of root, and one of them names a program that the system starts outside.
 * Bubblewrap takes them for read-only, because nothing can be made beside them.
 */
function settingsOfKernel(): readonly Mount[] {
  return process.getuid?.() === 0 ? [{ kind: 'protected', path: '/proc/sys' }] : [];
}

function asItIs(path: string): readonly Mount[] {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry) return [];
  return [entry.isSymbolicLink() ? { kind: 'link', path, target: readlinkSync(path) } : { kind: 'readable', path }];
}

function inEtc(name: string): readonly Mount[] {
  const path = join('/etc', name);
  return existsSync(path) ? [{ kind: 'readable', path }] : [];
}

/** Where /etc cannot be another one, what can be read of it. */
export function settingsInEtc(): readonly string[] {
  return settings.map((name) => join('/etc', name));
}

/**
 * A directory that is /etc to programs. It is made once, of copies: each mount costs every program time, and there
 * would be twenty. Those who are on the machine are no business of a program. `mounted` are paths at which something else
 * will be seen. `gitSettings` are those of the system to git: whoever has others gets another directory.
 */
export function makeEtc(temporary: string, mounted: readonly string[], gitSettings = ''): Mount {
  const directory = join(temporary, `etc-${createHash('sha256').update(gitSettings).digest('hex').slice(0, 16)}`);
  if (!existsSync(directory)) {
    const unfinished = `${directory}.unfinished`;
    for (const name of settings) copyInto(unfinished, name);
    for (const [name, text] of Object.entries({ ...ownUsers(), hosts: ownHost })) {
      writeFileSync(join(unfinished, name), text);
    }
    if (gitSettings !== '') writeFileSync(join(unfinished, 'gitconfig'), gitSettings);
    renameSync(unfinished, directory);
  }
  for (const path of mounted) if (path !== '/etc' && isInside(path, '/etc')) makePlace(directory, path);
  return { kind: 'readable', path: '/etc', source: directory };
}

/** Bubblewrap cannot make it: what is mounted as /etc cannot be written by then. */
function makePlace(directory: string, path: string): void {
  const place = join(directory, relative('/etc', path));
  if (existsSync(place)) return;
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  mkdirSync(isDirectory ? place : dirname(place), { recursive: true, mode: 0o755 });
  if (!isDirectory) writeFileSync(place, '');
}

function copyInto(directory: string, name: string): void {
  const [from, to] = [join('/etc', name), join(directory, name)];
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  try {
    const real = realpathSync.native(from);
    if (isInside(real, '/usr')) symlinkSync(real, to);
    else copyFileSync(real, to);
  } catch {
    // It is not there, or not for everybody: programs do without.
  }
}

/** Servers and those who ask them find each other by this name. One address, so that both mean the same. */
const ownHost = '127.0.0.1 localhost\n';

function ownUsers(): Readonly<Record<'passwd' | 'group', string>> {
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const nobody = 65_534;
  return {
    passwd: `user:x:${user}:${group}::/tmp:/bin/sh\n${user === nobody ? '' : 'nobody:x:65534:65534::/:/bin/false\n'}`,
    group: `user:x:${group}:\n${group === nobody ? '' : 'nogroup:x:65534:\n'}`,
  };
}

/** Seen by every program. */
export function isOfSystem(path: string): boolean {
  return code.some((directory) => isInside(path, directory));
}

/** What has to be seen of a program that is not the system's: its file, or in /opt all that belongs to it. */
export function homeOfProgram(file: string): string | undefined {
  if (isOfSystem(file)) return undefined;
  const [, top, name, ...rest] = file.split('/');
  return top === 'opt' && name !== undefined && rest.length > 0 ? join('/opt', name) : file;
}
