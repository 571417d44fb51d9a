// What programs need of the system: their code, libraries and the few settings that are nobody's secret.

import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin, type Mount } from './mounts.js';

const code = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'];

/** In /etc. Who the users are is told by a file of the gate. */
const settings = [
  ...['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives', 'nsswitch.conf'],
  ...['localtime', 'timezone', 'locale.alias', 'mime.types', 'magic', 'magic.mime', 'terminfo'],
  ...['ssl/certs', 'ssl/openssl.cnf', 'ca-certificates', 'pki/tls/certs', 'pki/ca-trust'],
  ...['python3', 'perl', 'fonts', 'ImageMagick-6', 'ImageMagick-7'],
];

const networkSettings = ['resolv.conf', 'hosts', 'services', 'protocols', 'host.conf', 'gai.conf'];

let found: { readonly alone: readonly Mount[]; readonly connected: readonly Mount[] } | undefined;

/** Looked up once: a system does not change under a gate, and what is new is only not seen. */
export function systemView(network: boolean): readonly Mount[] {
  found ??= look();
  return network ? found.connected : found.alone;
}

function look() {
  const alone = [...code.flatMap(asItIs), ...settings.flatMap(inEtc)];
  return { alone, connected: [...alone, ...networkSettings.flatMap(inEtc)] };
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

/** What has to be seen of a program that is not the system's: its file, or in /opt all that belongs to it. */
export function homeOfProgram(file: string): string | undefined {
  if (code.some((directory) => isWithin(file, directory))) return undefined;
  const [, top, name, ...rest] = file.split('/');
  return top === 'opt' && name !== undefined && rest.length > 0 ? join('/opt', name) : file;
}
