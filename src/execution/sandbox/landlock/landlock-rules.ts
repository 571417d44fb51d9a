// A scope → what Landlock lets a program do, and where. Rights are only ever added: a right to a directory is one to
// everything in it. So what is hidden is left out by naming all that lies beside it.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../machine/paths/is-inside.js';
import { realPathOf } from '../../../machine/paths/real-path.js';
import type { Problem } from '../../../vocabulary/gate-error.js';
import { settingsInEtc, systemView } from '../system-view.js';
import type { Scope } from '../tier.js';

export interface Rule {
  readonly rights: number;
  readonly path: string;
}

const execute = 1 << 0;
const writeFile = 1 << 1;
const readFile = 1 << 2;
const readDirectory = 1 << 3;
/** To remove and to make files, directories, links and named pipes, to move them, to cut files. No devices, no sockets. */
const change = [4, 5, 7, 8, 10, 12, 13, 14].reduce((rights, bit) => rights | (1 << bit), 0);

const toRead = execute | readFile | readDirectory;
const toWrite = toRead | writeFile | change;

/** What the kernel tells of itself. Of other processes it tells nothing. */
const ofKernel = ['cpuinfo', 'filesystems', 'loadavg', 'meminfo', 'stat', 'sys', 'uptime', 'version'];

const devices = ['null', 'zero', 'full', 'random', 'urandom'];

export function landlockRules({ readable, writable, hidden, network }: Scope): readonly Rule[] {
  const untold = [...hidden, ...hidden.flatMap(real)];
  return [
    ...ofSystem(network),
    ...readable.flatMap((path) => beside(untold, path)),
    ...writable.map((path) => ({ rights: toWrite, path })),
  ];
}

/** What would have to be taken out of a right, which Landlock cannot do. */
export function cannotBeKept({ kept, hidden, writable }: Scope): readonly Problem[] {
  const paths = [...new Set([...hidden, ...hidden.flatMap(real), ...kept.map(({ path }) => path)])];
  const inside = paths.filter((path) => writable.some((root) => isInside(path, root)));
  return inside.map((path) => ({
    code: 'UNAVAILABLE',
    message: `${path} is in a place that programs can write to, and Landlock cannot protect it.`,
    hint: `Name directories beside it in "writable" of "sandbox", or install bubblewrap`,
  }));
}

let found: { readonly alone: readonly Rule[]; readonly connected: readonly Rule[] } | undefined;

/** Looked up once, as the view of the system is. */
function ofSystem(network: boolean): readonly Rule[] {
  found ??= { alone: look(false), connected: look(true) };
  return network ? found.connected : found.alone;
}

function look(network: boolean): readonly Rule[] {
  const code = systemView(network).flatMap((mount) => (mount.kind === 'readable' ? mount.path : []));
  const kernel = ofKernel.map((name) => join('/proc', name));
  return [
    ...[...code, ...settingsInEtc(), ...kernel].flatMap(real).map((path) => ({ rights: toRead, path })),
    ...devices.map((name) => ({ rights: readFile | writeFile, path: join('/dev', name) })),
  ];
}

/** The names in a directory on the way to something hidden can be listed, those in the hidden one as well. */
function beside(hidden: readonly string[], path: string): readonly Rule[] {
  if (hidden.includes(path)) return [];
  if (!hidden.some((one) => isInside(one, path))) return [{ rights: toRead, path }];
  return [{ rights: readDirectory, path }, ...entries(path).flatMap((entry) => beside(hidden, entry))];
}

function entries(directory: string): readonly string[] {
  try {
    // What a link leads to has its own rule, or none.
    const found = readdirSync(directory, { withFileTypes: true }).filter((entry) => !entry.isSymbolicLink());
    return found.map(({ name }) => join(directory, name));
  } catch {
    return [];
  }
}

function real(path: string): readonly string[] {
  return [realPathOf(path) ?? []].flat();
}
