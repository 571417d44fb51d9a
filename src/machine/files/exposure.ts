// Who beside this user and root can change a file, or put another one in its place.

import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';

export interface Exposure {
  readonly path: string;
  /** `written`: other users can write there. `owned`: it belongs to another user, who can do everything with it. */
  readonly kind: 'written' | 'owned';
  readonly message: string;
  readonly fix: string;
}

/** Of what is at the path alone. Undefined where there is nothing, or where nobody else can change it. */
export function exposureOf(path: string): Exposure | undefined {
  return statSync(path, { throwIfNoEntry: false }) && findExposure(realpathSync.native(path), false);
}

/** Of what is at the path, and of every directory on the way to it. Empty where there is nothing at the path. */
export function findExposures(path: string): readonly Exposure[] {
  if (!lstatSync(path, { throwIfNoEntry: false })) return [];
  const real = realpathSync.native(path);
  const places = [real, ...parentsOf(real), ...parentsOf(resolve(path))];
  return [...new Set(places)].flatMap((place) => findExposure(place, place !== real) ?? []);
}

function findExposure(path: string, isParent: boolean): Exposure | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (canBeWritten(stats, isParent)) {
    const what = stats.isDirectory() ? 'Other users can add or remove files there' : 'Other users can write it';
    return { path, kind: 'written', message: `${what}: ${path}`, fix: `chmod ${writersOf(stats)}-w '${path}'` };
  }
  const isOwn = process.getuid === undefined || stats.uid === process.getuid() || stats.uid === 0;
  if (isOwn) return undefined;
  const message = `It belongs to another user (${stats.uid}): ${path}`;
  return {
    path,
    kind: 'owned',
    message,
    fix: `chown ${process.getuid?.()} '${path}', unless that user may change it`,
  };
}

function parentsOf(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...parentsOf(parent)];
}

const sticky = 0o1000;

function canBeWritten(stats: Stats, isParent: boolean): boolean {
  // In a directory like /tmp everybody can make files, and nobody can touch those of others.
  if (isParent && (stats.mode & sticky) !== 0) return false;
  return writersOf(stats) !== '';
}

/** As chmod names them. */
function writersOf({ mode, gid }: Stats): '' | 'g' | 'o' | 'go' {
  const group = (mode & 0o020) !== 0 && !isOwnGroup(gid) ? 'g' : '';
  const others = (mode & 0o002) !== 0 ? 'o' : '';
  return `${group}${others}`;
}

/** Many systems give each user a group that has the user's name and nobody else in it. */
function isOwnGroup(gid: number): boolean {
  if (gid !== process.getgid?.()) return false;
  try {
    const { username } = userInfo();
    const line = readFileSync('/etc/group', 'utf8')
      .split('\n')
      .find((one) => one.split(':')[2] === String(gid));
    const [name, , , members = ''] = line?.split(':') ?? [];
    return name === username && members.split(',').every((member) => member === '' || member === username);
  } catch {
    return false;
  }
}
