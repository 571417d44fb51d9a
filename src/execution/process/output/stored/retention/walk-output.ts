// Goes through everything that is stored, in no order. Only real files with names of ours, in real directories with names
// of ours, count: whatever else somebody has put there is neither opened nor removed.

import { lstatSync, opendirSync, rmdirSync, unlinkSync } from 'node:fs';
import { OpenDirectory } from '../../../../../machine/files/open-directory.js';
import { growingMode } from '../../spool-file.js';
import { isPrefix, isStoredFile, kept } from '../stored-place.js';

export interface FoundFile {
  /** What it takes on the disk. */
  readonly bytes: number;
  /** When it was last written or touched, in milliseconds. */
  readonly time: number;
  /** Whether it was complete when somebody last wrote it. */
  readonly isSealed: boolean;
  remove(): void;
}

/** Also gives `undefined` now and then, so that whoever walks can stop at any time. Directories left empty are removed. */
export function* walkOutput(output: OpenDirectory): Generator<FoundFile | undefined> {
  for (const name of entriesOf(output)) {
    yield undefined;
    const gate = isPrefix(name) ? open(output.pathTo(name)) : undefined;
    if (!gate) continue;
    try {
      const left = yield* walkGate(gate);
      if (left === 0) attempt(() => rmdirSync(output.pathTo(name)));
    } finally {
      gate.close();
    }
  }
}

/** Gives how many entries are left. */
function* walkGate(gate: OpenDirectory): Generator<FoundFile | undefined, number> {
  let left = 0;
  for (const name of entriesOf(gate)) {
    const path = gate.pathTo(name);
    const stats = isStoredFile(name) ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    left++;
    if (!stats?.isFile()) {
      yield undefined;
      continue;
    }
    yield {
      bytes: stats.blocks * 512,
      time: stats.mtimeMs,
      isSealed: (stats.mode & growingMode) !== growingMode,
      remove: () => attempt(() => unlinkSync(path)) && left--,
    };
  }
  return left;
}

function* entriesOf(directory: OpenDirectory): Generator<string> {
  const list = opendirSync(directory.pathTo(), { bufferSize: 256 });
  try {
    for (let entry = list.readSync(); entry; entry = list.readSync()) yield entry.name;
  } finally {
    list.closeSync();
  }
}

function open(path: string): OpenDirectory | undefined {
  try {
    return new OpenDirectory(path, kept);
  } catch {
    // It is no directory, or not ours.
    return undefined;
  }
}

/** Whether it worked. Another gate may do the same at the same time. */
function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
