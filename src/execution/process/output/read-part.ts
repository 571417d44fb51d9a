import { closeSync, read } from 'node:fs';
import { promisify } from 'node:util';
import type { OpenedFile } from '../../../machine/files/open-file.js';

const readBytes = promisify(read);
const nothing = Buffer.alloc(0);

/** What is there of these bytes: nothing where the file cannot be opened or read any more. */
export async function readPart(open: () => OpenedFile, from: number, to: number): Promise<Buffer> {
  let opened: OpenedFile | undefined;
  try {
    opened = open();
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(to, opened.stats.size) - from));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await readBytes(opened.descriptor, bytes, filled, bytes.length - filled, from + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } catch {
    return nothing;
  } finally {
    if (opened) closeSync(opened.descriptor);
  }
}
