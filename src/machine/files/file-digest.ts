// What a file is, in two texts: a cheap one that changes whenever somebody touched it, and one that says what it holds.

import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { readPlainFile } from './read-plain-file.js';

/** Nobody writes settings, hooks or modules that are larger, so only the size of those is compared. */
const mostBytes = 8 * 1024 * 1024;

export const missing = 'missing';

/** Two or three microseconds: the inode, links, size and times of a path, and of what a link there leads to. */
export function glanceAt(path: string): string {
  const entry = statsOf(path, lstatSync);
  if (!entry) return missing;
  return entry.isSymbolicLink() ? `${written(entry)} ${written(statsOf(path, statSync))}` : written(entry);
}

/** When it was last changed in any way, its name included; 0 where there is nothing. A program cannot set it. */
export function changedAtMs(path: string): number {
  return Number(statsOf(path, lstatSync)?.ctimeMs ?? 0);
}

export interface Held {
  /** The same for the same content. A file that has several names holds something else than one that has one. */
  readonly digest: string;
  /** Of a file that is not too large. */
  readonly bytes: Buffer | undefined;
}

export function readHeld(path: string): Held {
  const entry = statsOf(path, lstatSync);
  if (!entry) return { digest: basename(path) === 'package.json' ? digestOfPackage({}) : missing, bytes: undefined };
  if (entry.isSymbolicLink()) {
    const target = statsOf(path, statSync);
    const held = target?.isFile()
      ? readFile(path, target)
      : { digest: target ? 'directory' : missing, bytes: undefined };
    return { digest: `link to ${linkAt(path)}: ${held.digest}`, bytes: held.bytes };
  }
  if (entry.isDirectory()) {
    // While a program runs, an empty directory may stand in the place of a file that it must not make.
    return { digest: isEmpty(path) ? missing : 'directory', bytes: undefined };
  }
  return entry.isFile() ? readFile(path, entry) : { digest: 'no file', bytes: undefined };
}

/** How many names a file has, where that is more than one; read off its digest. */
export function namesIn(digest: string): number {
  return Number(/ names:(\d+)$/.exec(digest)?.[1] ?? 1);
}

/** Of a package.json: what decides which file an import means. Agents write the rest all the time. */
const resolving = ['name', 'type', 'main', 'imports', 'exports'];

/** One that is missing decides as little as one that says nothing about it. */
function digestOfPackage(value: Readonly<Record<string, unknown>> | null): string {
  const decides = JSON.stringify(resolving.map((key) => value?.[key] ?? null));
  return `package ${createHash('sha256').update(decides).digest('hex')}`;
}

function readPackage(path: string): Held {
  try {
    const bytes = readPlainFile(path, mostBytes);
    return { digest: digestOfPackage(JSON.parse(bytes?.toString('utf8') ?? '{}')), bytes };
  } catch {
    return { digest: 'package that cannot be read', bytes: undefined };
  }
}

function readFile(path: string, { nlink, uid, size }: BigIntStats): Held {
  if (basename(path) === 'package.json') return readPackage(path);
  // What belongs to the system may be stored once for many names, as some distributions do.
  const isOwn = process.getuid === undefined || uid === BigInt(process.getuid());
  const names = nlink > 1n && isOwn ? ` names:${nlink}` : '';
  try {
    const bytes = readPlainFile(path, mostBytes);
    if (!bytes) return { digest: missing, bytes };
    return { digest: `${createHash('sha256').update(bytes).digest('hex')}${names}`, bytes };
  } catch {
    return { digest: `unreadable, ${size} bytes${names}`, bytes: undefined };
  }
}

function written(stats: BigIntStats | undefined): string {
  if (!stats) return missing;
  const { dev, ino, mode, nlink, size, mtimeNs, ctimeNs } = stats;
  return `${dev}.${ino}.${mode}.${nlink}.${size}.${mtimeNs}.${ctimeNs}`;
}

type Stat = (path: string, options: { bigint: true; throwIfNoEntry: false }) => BigIntStats | undefined;

function statsOf(path: string, stat: Stat): BigIntStats | undefined {
  try {
    return stat(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function isEmpty(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
