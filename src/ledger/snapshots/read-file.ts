import { closeSync, constants, existsSync, fstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

let showsOpen: boolean | undefined;

/**
 * All of a file that was just looked at. Undefined where another one is there by now, or where a directory above it was
 * swapped for a link: then the path leads to something that is nobody's business here.
 */
export function readSeenFile(path: string, seen: Stats): Buffer | undefined {
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const opened = fstatSync(descriptor);
    if (!opened.isFile() || opened.ino !== seen.ino || opened.dev !== seen.dev) return undefined;
    showsOpen ??= existsSync('/proc/self/fd');
    if (showsOpen && readlinkSync(`/proc/self/fd/${descriptor}`) !== path) return undefined;
    return readAll(descriptor, opened.size);
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
