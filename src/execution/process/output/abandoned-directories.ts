// Temporary directories of processes that died before they could remove them.

import { readlinkSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const start = 'cmdgate-output-';

/** The name says whose the directory is: a process, and in which container that number means it. */
export function directoryPrefix(): string {
  return `${start}${process.pid}.${processSpace()}-`;
}

/** Removes those whose process is gone. Never rejects: what cannot be removed is no business of this run. */
export async function removeAbandoned(directory = tmpdir()): Promise<void> {
  const space = processSpace();
  const names = await readdir(directory).catch(() => []);
  const abandoned = names.filter((name) => {
    const [, pid, of] = /^cmdgate-output-(\d+)\.(\d+)-/.exec(name) ?? [];
    return pid !== undefined && of === space && !isRunning(Number(pid));
  });
  await Promise.all(abandoned.map((name) => removeOwn(join(directory, name))));
}

async function removeOwn(path: string): Promise<void> {
  try {
    const stats = await lstat(path);
    if (stats.isDirectory() && stats.uid === process.getuid?.()) await rm(path, { recursive: true, force: true });
  } catch {
    // Somebody else was faster.
  }
}

let ownSpace: string | undefined;

/** Of a number of a process: containers that share a directory count for themselves. */
function processSpace(): string {
  ownSpace ??= process.platform === 'linux' ? (/\d+/.exec(readSpace())?.[0] ?? 'unknown') : '0';
  return ownSpace;
}

function readSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
