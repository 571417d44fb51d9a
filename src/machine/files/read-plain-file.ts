import { closeSync, readSync } from 'node:fs';
import { type Links, openIfThere } from './open-file.js';

/** Undefined where there is nothing. Throws where it is no file, cannot be read, or has more bytes than that. */
export function readPlainFile(path: string, mostBytes: number, links: Links = 'followed'): Buffer | undefined {
  const file = openIfThere(path, links, 'it');
  if (file === undefined) return undefined;
  try {
    if (file.stats.size > mostBytes) throw tooLarge(mostBytes);
    return readUpTo(file.descriptor, file.stats.size, mostBytes);
  } finally {
    closeSync(file.descriptor);
  }
}

const mostOwnBytes = 1024 * 1024;

/** Of a file that the gate itself wrote, so that a link in its place is somebody else's work. */
export function readOwnText(path: string, mostBytes = mostOwnBytes): string | undefined {
  return readPlainFile(path, mostBytes, 'refused')?.toString('utf8');
}

/** It may grow while it is read, and some files of the system say that they are empty. */
function readUpTo(descriptor: number, expected: number, mostBytes: number): Buffer {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.max(expected - bytes, 4_096));
    const read = readSync(descriptor, chunk);
    if (read === 0) return Buffer.concat(chunks);
    bytes += read;
    if (bytes > mostBytes) throw tooLarge(mostBytes);
    chunks.push(chunk.subarray(0, read));
  }
}

function tooLarge(mostBytes: number): Error {
  return new Error(`it is larger than ${mostBytes} bytes`);
}
