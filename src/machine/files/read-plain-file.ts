// Reads a file that somebody else may have put there. Opening a pipe waits for whoever writes to it, for ever, and a
// device has no end; a look before the opening does not help, because something else may be there by then.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const { O_RDONLY, O_NONBLOCK } = constants;

/** Undefined where there is nothing. Throws where it is no file, cannot be read, or has more bytes than that. */
export function readPlainFile(path: string, mostBytes: number): Buffer | undefined {
  const descriptor = openIfThere(path);
  if (descriptor === undefined) return undefined;
  try {
    const { size } = requirePlain(descriptor);
    if (size > mostBytes) throw tooLarge(mostBytes);
    return readUpTo(descriptor, size, mostBytes);
  } finally {
    closeSync(descriptor);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, O_RDONLY | O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function requirePlain(descriptor: number) {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) throw new Error('it is no file');
  return stats;
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
  return new Error(`it has more than ${mostBytes} bytes`);
}
