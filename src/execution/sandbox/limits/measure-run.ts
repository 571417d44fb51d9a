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
  const inside = processesOf(first);
  if (inside.length === 0) return undefined;
  // Nobody has fewer threads than one, and reading thousands takes its time.
  if (inside.length > most) return { processes: inside.length, memoryBytes: 0 };
  const statuses = inside.map((process) => readQuietly(join(process, 'status')));
  return {
    processes: sum(statuses.map((status) => numberAfter('Threads', status))),
    memoryBytes: sum(statuses.map(ownMemory)) * kilobyte,
  };
}

/** The same memory, where what several share is counted once. It takes the system long to find out. */
export function measureSharedMemory(first: number): number {
  const used = processesOf(first).map((process) => {
    const exact = numberAfter('Pss', readQuietly(join(process, 'smaps_rollup')));
    // It may not be read of everybody.
    return exact || ownMemory(readQuietly(join(process, 'status')));
  });
  return sum(used) * kilobyte;
}

/** What was written to disks; of a process that has ended, with whoever has waited for it. */
export function measureWritten(first: number): number {
  return sum(processesOf(first).map((process) => numberAfter('write_bytes', readQuietly(join(process, 'io')))));
}

/** Bytes and files that could still be made there, files as the share of all that the disk can have. */
export function measureFree(path: string): { readonly bytes: number; readonly share: number } | undefined {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(path);
    // Some file systems do not count files.
    return { bytes: bavail * bsize, share: files > 0 ? ffree / files : 1 };
  } catch {
    return undefined;
  }
}

/** Where the system itself runs out of memory, it ends these and what they start, not the gate. */
export function offerForMemory(first: number): void {
  for (const process of processesOf(first)) {
    try {
      writeFileSync(join(process, 'oom_score_adj'), '1000');
    } catch {
      // It has just ended.
    }
  }
}

const kilobyte = 1024;

/** Their directories. A program can neither mount over this /proc nor leave it. */
function processesOf(first: number): readonly string[] {
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
