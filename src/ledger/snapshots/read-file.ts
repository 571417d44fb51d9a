import { closeSync, existsSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { openToRead } from '../../machine/files/open-file.js';

let showsOpen: boolean | undefined;

/**
 * All of a file that was just looked at. Undefined where another one is there by now, or where a directory above it was
 * swapped for a link: then the path leads to something that is nobody's business here. Throws where it is no file.
 */
export function readSeenFile(path: string, seen: Stats): Buffer | undefined {
  const { descriptor, stats } = openToRead(path);
  try {
    if (stats.ino !== seen.ino || stats.dev !== seen.dev) return undefined;
    showsOpen ??= existsSync('/proc/self/fd');
    if (showsOpen && readlinkSync(`/proc/self/fd/${descriptor}`) !== path) return undefined;
    return readAll(descriptor, stats.size);
  } finally {
    closeSync(descriptor);
  }
}

/** A file that grows meanwhile is read as far as it was. */
function readAll(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  while (at < size) {
    const count = readSync(descriptor, bytes, at, size - at, at);
    if (count === 0) break;
    at += count;
  }
  return bytes.subarray(0, at);
}
