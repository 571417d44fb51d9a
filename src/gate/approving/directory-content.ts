// What lies in a directory that a program would change as a whole. A yes to `rm -r build` is one to what was in it.

import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DirectoryContent } from '../../vocabulary/approval.js';

/** Looking at more would stop everybody else for too long. Whoever is asked is told that there is more. */
const mostEntries = 20_000;

/** Of those right below, so many are named. */
const mostNamed = 20;

export interface ListedDirectory {
  readonly content: DirectoryContent;
  /** Over every name below it, and over which file has the name. */
  readonly hash: string;
}

/** Undefined where it is no directory, or none that can be read. `except` are names right below it that do not count. */
export function listDirectory(path: string, except: readonly string[] = []): ListedDirectory | undefined {
  const top = namesIn(path)?.filter((name) => !except.includes(name));
  if (!top) return undefined;
  const hash = createHash('sha256');
  let [files, directories, bytes] = [0, 0, 0n];
  // From the top down: what lies close to it is always among those that are looked at.
  const waiting = top.map((name) => name);
  let next = 0;
  for (; next < waiting.length && files + directories < mostEntries; next++) {
    const name = waiting[next] as string;
    const stats = lstatSync(join(path, name), { bigint: true, throwIfNoEntry: false });
    hash.update(JSON.stringify([name, ...(stats ? identity(stats) : [])]));
    if (!stats?.isDirectory()) {
      files++;
      bytes += stats?.size ?? 0n;
      continue;
    }
    directories++;
    // One by one: as arguments of a call, very many would be too many.
    for (const inner of namesIn(join(path, name)) ?? []) waiting.push(join(name, inner));
  }
  const isWhole = next === waiting.length;
  return {
    content: {
      ...{ path, files, directories, bytes: Number(bytes), names: top.slice(0, mostNamed) },
      ...(top.length > mostNamed && { unnamed: top.length - mostNamed }),
      ...(!isWhole && { more: true }),
    },
    hash: hash.update(String(isWhole)).digest('hex'),
  };
}

/** A file that was replaced or written to is another one. */
function identity(stats: BigIntStats): readonly string[] {
  const { dev, ino, mode, size, mtimeNs, ctimeNs } = stats;
  return (stats.isDirectory() ? [dev, ino, mode] : [dev, ino, mode, size, mtimeNs, ctimeNs]).map(String);
}

function namesIn(directory: string): string[] | undefined {
  try {
    return readdirSync(directory).sort();
  } catch {
    return undefined;
  }
}
