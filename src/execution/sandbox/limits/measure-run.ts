// What the processes of a run use. They are read in the sandbox's own /proc, which lists them and nobody else, also
// those who left their group and session.

import { readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Usage {
  readonly processes: number;
  readonly memoryBytes: number;
}

/** Undefined when it is gone. `first` is the first process inside; `most` ends the count where more does not matter. */
export function measureRun(first: number, most: number): Usage | undefined {
  const inside = processesInside(first);
  if (inside.length === 0) return undefined;
  // Nobody has fewer threads than one, and reading thousands takes its time.
  if (inside.length > most) return { processes: inside.length, memoryBytes: 0 };
  const statuses = inside.map((process) => readQuietly(join(process, 'status')));
  return {
    processes: sum(statuses.map((status) => numberAfter('Threads', status))),
    memoryBytes: sum(statuses.map(ownMemory)) * kilobyte + filesInMemory(first),
  };
}

/** The same memory, where what several share is counted once. It takes the system long to find out. */
export function measureSharedMemory(first: number): number {
  const used = processesInside(first).map((process) => {
    const exact = numberAfter('Pss', readQuietly(join(process, 'smaps_rollup')));
    // It may not be read of everybody.
    return exact || ownMemory(readQuietly(join(process, 'status')));
  });
  return sum(used) * kilobyte + filesInMemory(first);
}

/** About what the system needs for a file that is empty. */
const bytesOfFile = 1024;

/** In directories that are memory: /tmp and others. */
function filesInMemory(first: number): number {
  const mounts = readQuietly(`/proc/${first}/mountinfo`).matchAll(/^\S+ \S+ \S+ \S+ (\S+) rw,.* - tmpfs /gm);
  const places = [...mounts].map(([, path = '']) => `/proc/${first}/root${path.replaceAll('\\040', ' ')}`);
  return sum(
    places.map((place) => {
      const { blocks, bfree, bsize, files, ffree } = statfsQuietly(place) ?? nothing;
      return (blocks - bfree) * bsize + (files - ffree) * bytesOfFile;
    }),
  );
}

const nothing = { blocks: 0, bfree: 0, bsize: 0, files: 0, ffree: 0 };

/** What was written to disks; of a process that has ended, with whoever has waited for it. */
export function measureWritten(first: number): number {
  return sum(processesInside(first).map((process) => numberAfter('write_bytes', readQuietly(join(process, 'io')))));
}

/** Bytes and files that could still be made there, files as the share of all that the disk can have. */
export function measureFree(path: string): { readonly bytes: number; readonly share: number } | undefined {
  const found = statfsQuietly(path);
  if (!found) return undefined;
  const { bavail, bsize, files, ffree } = found;
  // Some file systems do not count files.
  return { bytes: bavail * bsize, share: files > 0 ? ffree / files : 1 };
}

/** Where the system itself runs out of memory, it ends these and what they start, not the gate. */
export function offerForMemory(first: number): void {
  for (const process of processesInside(first)) {
    try {
      writeFileSync(join(process, 'oom_score_adj'), '1000');
    } catch {
      // It has just ended.
    }
  }
}

const kilobyte = 1024;

/** Their directories. A program can neither mount over this /proc nor leave it. */
export function processesInside(first: number): readonly string[] {
  const directory = `/proc/${first}/root/proc`;
  try {
    return readdirSync(directory)
      .filter((name) => /^\d+$/.test(name))
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
}

/** Without files that are mapped, which the system can take out of memory again. */
function ownMemory(status: string): number {
  return numberAfter('RssAnon', status) + numberAfter('RssShmem', status) + numberAfter('VmSwap', status);
}

function numberAfter(name: string, text: string): number {
  return Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

function statfsQuietly(path: string) {
  try {
    return statfsSync(path);
  } catch {
    return undefined;
  }
}

function readQuietly(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
