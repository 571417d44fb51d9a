import { closeSync, unlinkSync, writeFileSync } from 'node:fs';
import type { Spool } from './spool.js';
import { sealedMode } from './spool-file.js';

/** Writes a file that will not change any more: all of it, or nothing. */
export function writeWhole(spool: Spool, fileName: string, bytes: Buffer): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = spool.create(fileName, sealedMode);
    writeFileSync(descriptor, bytes);
    closeSync(descriptor);
    spool.count(bytes.length);
    return true;
  } catch {
    if (descriptor !== undefined) removeHalf(spool, fileName, descriptor);
    return false;
  }
}

function removeHalf(spool: Spool, fileName: string, descriptor: number): void {
  try {
    closeSync(descriptor);
    spool.at(fileName, unlinkSync);
  } catch {
    // It is recorded nowhere, and goes when it is old.
  }
}
